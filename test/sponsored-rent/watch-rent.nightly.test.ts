import type { MandateWithSecret } from '@autopay/sdk';
import type { Address } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelSubscription, revokeAuthority } from '../../server/chain/subscriptions/instructions.ts';
import { alarmingLoss, watchFeePayer } from '../../server/fee-payers/watch-fee-payer.ts';
import { RENT } from '../chain/subscriptions/support.ts';
import { newPayer, type Payer } from '../payer-wallet/support.ts';
import { accountOf, advance, look } from '../schedule/support.ts';
import { feePayerOf, lamportsOf } from '../sponsored-fees/support.ts';
import { eventually } from '../support/eventually.ts';
import { createPlanMandate, startPlanService, subscribe } from '../support/plan-checkout.ts';
import { describeUnless } from '../support/requires.ts';
import type { TestMerchant, TestService, TestWallet } from '../support/service.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../support/subscriptions-program.ts';
import { broadcast, signIssued, signOwn } from '../support/wallet-signing.ts';

const HOUR = 3_600;

describeUnless(missingBuilds(), 'rent that was sponsored', () => {
  describe.each(SUBSCRIPTIONS_BUILDS)('(%s)', (build) => {
    let service: TestService;
    let payee: TestWallet;
    let mint: string;
    beforeAll(async () => {
      service = await startPlanService(build, {
        AUTOPAY_SPONSOR_FEES: 'on',
        // So that the fee payer spends nothing else meanwhile.
        AUTOPAY_PUBLISH_PLANS: 'off',
      });
      const first = await service.merchant();
      payee = await service.wallet(first);
      mint = await service.mint(first);
    });
    afterAll(() => service.stop());

    interface Case {
      club: TestMerchant;
      payer: Payer;
      mandate: MandateWithSecret;
    }
    /** A merchant with a clock of its own, and a payer who subscribed at the service's expense. */
    async function subscribed(terms: Record<string, unknown> = {}): Promise<Case> {
      const club = await service.merchant();
      const payer = await newPayer(service, club);
      const mandate = await createPlanMandate(service, club, payer.wallet, payee, {
        periodSeconds: HOUR,
        trialSeconds: HOUR,
        ...terms,
      });
      const { answer } = await subscribe(service, mandate, payer.wallet);
      expect(answer.body.status).toBe('active');
      await seen(payer, { authority: 'open', subscription: 'open' });
      return { club, payer, mandate };
    }
    const rows = (payer: Payer) => service.db<{ kind: string; status: string; rent: bigint }[]>`
      select kind, status, rent from sponsored_accounts where payer = ${payer.wallet.address} order by kind`;
    /** Rounds, until the payer's accounts are recorded so. */
    const seen = (payer: Payer, wanted: Record<string, string>) =>
      eventually(async () => {
        await service.db`update sponsored_accounts set look_at = 0 where payer = ${payer.wallet.address}`;
        await look(service, 'rent:watch');
        const found = (await rows(payer)).map(({ kind, status }) => [kind, status]);
        return JSON.stringify(found) === JSON.stringify(Object.entries(wanted));
      });
    const held = async (payer: Payer) => (await rows(payer)).reduce((sum, { rent }) => sum + rent, 0n);
    const owed = () => lamportsOf(service, feePayerOf(service), 'confirmed');
    const alone = async (payer: Payer, ...instructions: Parameters<typeof signOwn>[2][]) =>
      broadcast(service, await signOwn(service, payer.wallet, ...instructions));
    const planOf = async ({ club, mandate }: Case) =>
      (await club.api.mandates.get(mandate.id)).subscription!.plan as Address;
    const cancelOnChain = async (one: Case) =>
      alone(
        one.payer,
        await cancelSubscription({ payer: one.payer.wallet.address as Address, plan: await planOf(one) }),
      );
    const isRevoked = ({ club, mandate }: Case) =>
      eventually(async () => {
        await look(service, 'subscriptions:watch');
        return (await club.api.mandates.get(mandate.id)).status === 'revoked';
      });

    test('returns to the service when the payer closes the subscription in the portal, and none of it to them', async () => {
      const { club, payer, mandate } = await subscribed();
      const submit = async (transaction: string) =>
        payer.post(`/mandates/${mandate.id}/submit`, {
          signedTransaction: await signIssued(payer.wallet, transaction),
        });
      const first = await payer.post(`/mandates/${mandate.id}/cancel`);
      await submit(first.body.transaction);
      await advance(club, HOUR + 60);
      const second = await payer.post(`/mandates/${mandate.id}/cancel`);
      const [theirs, ours] = [await lamportsOf(service, payer.wallet.address), await owed()];
      const closed = await submit(second.body.transaction);
      expect(closed.body.onChain.standing).toBe('none');
      expect((await lamportsOf(service, payer.wallet.address)) - theirs).toBe(-5_000);
      expect((await owed()) - ours).toBe(Number(RENT.subscription));
      await seen(payer, { authority: 'open', subscription: 'closed' });
      expect(await held(payer)).toBe(RENT.authority);
    });

    test('returns by itself once a cancelled subscription has expired', async () => {
      const one = await subscribed();
      await cancelOnChain(one);
      await isRevoked(one);
      await seen(one.payer, { authority: 'open', subscription: 'open' });
      const before = await owed();
      await advance(one.club, HOUR + 60);
      await seen(one.payer, { authority: 'open', subscription: 'closed' });
      // Less the fee of closing it.
      expect((await owed()) - before).toBeGreaterThan(Number(RENT.subscription) - 10_000);
      expect(await held(one.payer)).toBe(RENT.authority);
    });

    test('returns by itself when the payer closes their authority, which gives them nothing', async () => {
      const one = await subscribed();
      const wallet = one.payer.wallet.address as Address;
      const { account: source } = await accountOf(service, wallet, mint);
      const token = { payer: wallet, mint: mint as Address, tokenProgram: 'token', source } as const;
      const before = await lamportsOf(service, wallet);
      const ours = await owed();
      const rentPayer = feePayerOf(service) as Address;
      await alone(one.payer, await revokeAuthority(token, { rentPayer }));
      expect((await lamportsOf(service, wallet)) - before).toBe(-5_000);
      expect((await owed()) - ours).toBe(Number(RENT.authority));
      await isRevoked(one);
      await seen(one.payer, { authority: 'closed', subscription: 'closed' });
      expect((await owed()) - ours).toBeGreaterThan(Number(RENT.authority + RENT.subscription) - 10_000);
      expect(await held(one.payer)).toBe(0n);
    });

    test('is lent to one payer so often a day, however often it returned', async () => {
      const { club, payer } = await subscribed();
      const again = async () => {
        const mandate = await createPlanMandate(service, club, payer.wallet, payee, {
          periodSeconds: HOUR,
          trialSeconds: HOUR,
        });
        const { body } = await service.call(
          'POST',
          `/v1/checkout/mandates/${mandate.id}/instruction?client_secret=${mandate.client_secret}`,
        );
        return { mandate, feePayer: body.feePayer };
      };
      // 8,000,000 a day: the first, and two more.
      for (let count = 0; count < 2; count += 1) {
        const { mandate, feePayer } = await again();
        expect(feePayer).toBe(feePayerOf(service));
        await subscribe(service, mandate, payer.wallet);
        const plan = (await club.api.mandates.get(mandate.id)).subscription!.plan as Address;
        await alone(payer, await cancelSubscription({ payer: payer.wallet.address as Address, plan }));
        await isRevoked({ club, payer, mandate });
      }
      await advance(club, HOUR + 60);
      await eventually(async () => {
        await service.db`update sponsored_accounts set look_at = 0 where payer = ${payer.wallet.address}`;
        await look(service, 'rent:watch');
        return (await rows(payer)).filter(({ status }) => status === 'closed').length >= 2;
      });
      expect((await again()).feePayer).toBe(payer.wallet.address);
    });

    test('explains what the fee payer spent, and raises no alarm', async () => {
      const { deployment } = service.running;
      const chain = deployment.chains.test!;
      await watchFeePayer(deployment, false);
      await subscribed();
      const ahead = 61;
      const clock = { ...deployment.clock, seconds: () => deployment.clock.seconds() + ahead };
      await watchFeePayer({ ...deployment, clock }, false);
      expect(await alarmingLoss(service.db, chain, clock.seconds())).toBeNull();
    });
  });
});
