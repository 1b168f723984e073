import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizeMandate, balanceOnChain, createMandate, MONTHLY } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { eventTypes } from '../support/history.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { expectSince, nowSeconds } from '../support/expect-since.ts';

const DAY = 86_400;

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const advance = (merchant: TestMerchant, body: unknown) =>
  service.call('POST', '/v1/test/clock/advance', { key: merchant.testKey, body });

async function parties(): Promise<{ merchant: TestMerchant; payer: TestWallet; payee: TestWallet }> {
  const merchant = await service.merchant();
  const [payer, payee] = await Promise.all([
    service.wallet(merchant, { amount: '100000000' }),
    service.wallet(merchant),
  ]);
  return { merchant, payer, payee };
}

describe('the test clock', () => {
  test("begins with real time, and moves for one merchant's objects alone", async () => {
    const [mine, other] = [await service.merchant(), await service.merchant()];
    const startedAt = nowSeconds();
    const clock = await mine.api.test.getClock();
    expect(clock).toMatchObject({ object: 'test_clock', livemode: false, offsetSeconds: 0 });
    expectSince(startedAt, clock.now);
    expect((await advance(mine, { seconds: 100 })).body.offsetSeconds).toBe(100);
    const { status, body } = await advance(mine, { seconds: 20 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ offsetSeconds: 120, now: body.createdAt + 120 });
    expect((await other.api.test.getClock()).offsetSeconds).toBe(0);
  });

  test('goes forward by whole seconds, ten years at most', async () => {
    const merchant = await service.merchant();
    for (const seconds of [null, '', '60', 0, -1, 1.5, 315_360_001]) {
      expect(refusal(await advance(merchant, { seconds }))).toBe('400 parameter_invalid seconds');
    }
    expect(refusal(await advance(merchant, {}))).toBe('400 parameter_missing seconds');
    expect(refusal(await advance(merchant, { seconds: 1, days: 1 }))).toBe('400 parameter_invalid days');
    expect((await merchant.api.test.getClock()).offsetSeconds).toBe(0);
    expect((await advance(merchant, { seconds: 315_360_000 })).status).toBe(200);
  });

  test('runs a year of monthly billing in one step, each charge at its time and once', async () => {
    const { merchant, payer, payee } = await parties();
    const mandate = await createMandate(service, merchant, payer, payee);
    const { startAt } = await authorizeMandate(service, mandate, payer);
    expect((await advance(merchant, { seconds: 365 * DAY })).status).toBe(200);
    expect(await merchant.api.mandates.get(mandate.id)).toMatchObject({
      status: 'completed',
      periodsCharged: 12,
    });
    const charges = (await merchant.api.mandates.listCharges(mandate.id)).data.toReversed();
    expect(charges.map(({ status, dueAt }) => [status, dueAt])).toEqual(
      Array.from({ length: 12 }, (_, period) => ['succeeded', startAt + period * MONTHLY.periodSeconds]),
    );
    expect(new Set(charges.map(({ txSignature }) => txSignature)).size).toBe(12);
    const { data: events } = await merchant.api.events.list({ mandate: mandate.id, limit: 50 });
    const times = events.toReversed().map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)! - startAt).toBeGreaterThanOrEqual(11 * MONTHLY.periodSeconds);
    const mint = await service.mint(merchant);
    expect(await balanceOnChain(service, payer.address, mint)).toBe(88_000_000n);
  });

  test('brings trial, retry and expiry in their order', async () => {
    const { merchant, payee } = await parties();
    const payer = await service.wallet(merchant, { amount: '1000000' });
    const mandate = await createMandate(service, merchant, payer, payee, {
      trialSeconds: DAY,
      maxPeriods: 2,
    });
    await authorizeMandate(service, mandate, payer);
    // The second period finds the wallet empty: retried after 15 min, 1 h, 6 h and 24 h, and given up.
    await advance(merchant, { seconds: 40 * DAY });
    expect(await eventTypes(merchant, mandate.id)).toEqual([
      'mandate.created',
      'mandate.activated',
      'charge.scheduled',
      'charge.succeeded',
      'charge.scheduled',
      ...Array<string>(4).fill('charge.failed'),
      'charge.abandoned',
      'mandate.revoked',
    ]);
  });

  test('refuses a step in which more than 10,000 charges would fall due, and moves nothing', async () => {
    const { merchant, payer, payee } = await parties();
    const terms = { periodSeconds: 60, maxPeriods: 10_000, amountPerPeriod: '1', autoAuthorize: true };
    const mandates: { id: string }[] = [];
    for (let count = 0; count < 2; count += 1) {
      mandates.push(await createMandate(service, merchant, payer, payee, terms));
    }
    await eventually(async () => {
      const now = await Promise.all(mandates.map(({ id }) => merchant.api.mandates.get(id)));
      return now.every(({ periodsCharged }) => periodsCharged === 1);
    });
    expect(refusal(await advance(merchant, { seconds: 60 * 5_001 }))).toBe('400 parameter_invalid seconds');
    expect((await merchant.api.test.getClock()).offsetSeconds).toBe(0);
    expect((await advance(merchant, { seconds: 60 })).status).toBe(200);
  });
});
