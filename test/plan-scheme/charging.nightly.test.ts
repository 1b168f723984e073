import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectBooksToMatchChain } from '../crash/books.ts';
import { MONTHLY } from '../support/checkout.ts';
import { eventTypes } from '../support/history.ts';
import { createPlanMandate, startPlanService, subscribe } from '../support/plan-checkout.ts';
import { describeUnless } from '../support/requires.ts';
import type { TestMerchant, TestService } from '../support/service.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../support/subscriptions-program.ts';

const DAY = 86_400;
const MONTH = 30 * DAY;

describeUnless(missingBuilds(), 'a mandate of the plan scheme, from its checkout on', () => {
  describe.each(SUBSCRIPTIONS_BUILDS)('%s', (build) => {
    let service: TestService;
    beforeAll(async () => {
      service = await startPlanService(build);
    });
    afterAll(() => service.stop());

    const rpc = (method: string, params?: unknown[]) => service.rpc(method, params);

    /** A merchant with a payer who has just subscribed. */
    async function sell(merchant: TestMerchant, terms: Record<string, unknown> = {}) {
      const [payer, payee] = [await service.wallet(merchant), await service.wallet(merchant)];
      const mandate = await createPlanMandate(service, merchant, payer, payee, {
        periodSeconds: MONTH,
        ...terms,
      });
      const { answer } = await subscribe(service, mandate, payer);
      expect(answer.body).toMatchObject({ status: 'active', scheme: 'plan' });
      await merchant.api.test.advanceClock({ seconds: 1 });
      const wallets = {
        mandate,
        payer: { ...payer, secretKey: '' },
        payee: { ...payee, secretKey: '' },
      } as never;
      return { id: mandate.id, books: () => expectBooksToMatchChain(rpc, merchant.api, wallets) };
    }

    test('is charged each month of a year, after a trial that is no multiple of it', async () => {
      const merchant = await service.merchant();
      const { id, books } = await sell(merchant, { trialSeconds: 47 * DAY });
      await merchant.api.test.advanceClock({ seconds: 47 * DAY + 11 * MONTH });
      const charges = await books();
      expect(charges.map(({ status }) => status)).toEqual([
        ...Array.from({ length: 12 }, () => 'succeeded'),
        'scheduled',
      ]);
      expect(charges.map(({ periodIndex }) => periodIndex)).toEqual([...charges.keys()]);
      const types = await eventTypes(merchant, id);
      expect(types.filter((type) => type === 'charge.succeeded')).toHaveLength(12);
      expect(types).not.toContain('charge.failed');
      const receipt = await merchant.api.charges.getReceipt(charges[7]!.id);
      expect(receipt).toMatchObject({ mandateId: id, amount: MONTHLY.amountPerPeriod });
    });

    test('completes after its last period, on a plan that ends then', async () => {
      const merchant = await service.merchant();
      const { id, books } = await sell(merchant, { maxPeriods: 3 });
      await merchant.api.test.advanceClock({ seconds: 5 * MONTH });
      expect((await books()).map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
      expect((await merchant.api.mandates.get(id)).status).toBe('completed');
    });

    test("is not charged by another merchant's clock, nor after it was revoked", async () => {
      const [club, shop] = [await service.merchant(), await service.merchant()];
      const [ours, theirs] = [await sell(club), await sell(shop)];
      await club.api.test.advanceClock({ seconds: 2 * MONTH });
      expect((await theirs.books()).map(({ status }) => status)).toEqual(['succeeded', 'scheduled']);
      await club.api.mandates.revoke(ours.id);
      await club.api.test.advanceClock({ seconds: 2 * MONTH });
      expect((await ours.books()).map(({ status }) => status)).toEqual([
        'succeeded',
        'succeeded',
        'succeeded',
        'skipped',
      ]);
      await shop.api.test.advanceClock({ seconds: MONTH });
      expect((await theirs.books()).map(({ status }) => status)).toEqual([
        'succeeded',
        'succeeded',
        'scheduled',
      ]);
    });
  });
});
