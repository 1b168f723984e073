import type { MandateWithSecret } from '@autopay/sdk';
import { type Address, address } from '@solana/kit';
import { getRevokeInstruction } from '@solana-program/token';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelSubscription } from '../../server/chain/subscriptions/instructions.ts';
import { newPayer, type Payer } from '../payer-wallet/support.ts';
import {
  accountOf,
  advance,
  approve,
  look,
  newestCharge,
  signAndLand,
  succeeded,
  trail,
} from '../schedule/support.ts';
import { randomAddress } from '../support/deployment.ts';
import { eventually } from '../support/eventually.ts';
import { createPlanMandate, startPlanService, subscribe } from '../support/plan-checkout.ts';
import { refusal } from '../support/refusal.ts';
import { describeUnless } from '../support/requires.ts';
import type { TestMerchant, TestService, TestWallet } from '../support/service.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../support/subscriptions-program.ts';
import { broadcast, signIssued, signOwn } from '../support/wallet-signing.ts';

const PERIOD = 86_400;
const SUBSCRIPTION_RENT = 1_969_680;

describeUnless(missingBuilds(), 'the end of a mandate on a plan', () => {
  describe.each(SUBSCRIPTIONS_BUILDS)('%s', (build) => {
    let service: TestService;
    let payee: TestWallet;
    let mint: string;
    beforeAll(async () => {
      service = await startPlanService(build);
      const first = await service.merchant();
      payee = await service.wallet(first);
      mint = await service.mint(first);
    });
    afterAll(() => service.stop());

    /** A merchant with a clock of its own, and a payer who has paid the first period of a day. */
    async function subscribed(): Promise<{ club: TestMerchant; payer: Payer; mandate: MandateWithSecret }> {
      const club = await service.merchant();
      const payer = await newPayer(service, club);
      const mandate = await createPlanMandate(service, club, payer.wallet, payee, { periodSeconds: PERIOD });
      await subscribe(service, mandate, payer.wallet);
      await succeeded(club, mandate.id, 1);
      return { club, payer, mandate };
    }
    const view = async (payer: Payer, { id }: { id: string }) => (await payer.get(`/mandates/${id}`)).body;
    const cancel = (payer: Payer, { id }: { id: string }) => payer.post(`/mandates/${id}/cancel`);
    async function signAndSubmit(payer: Payer, { id }: { id: string }, transaction: string) {
      const signedTransaction = await signIssued(payer.wallet, transaction);
      return payer.post(`/mandates/${id}/submit`, { signedTransaction });
    }
    const planOf = async (payer: Payer, mandate: { id: string }) =>
      (await view(payer, mandate)).subscription.plan as Address;
    const lamportsOf = async (owner: string): Promise<number> =>
      (await service.rpc('getBalance', [owner, { commitment: 'confirmed' }])).value;
    /** Until the round over subscriptions, which looks twice, has ended the mandate. */
    const untilRevoked = (club: TestMerchant, { id }: { id: string }) =>
      eventually(async () => {
        await look(service, 'subscriptions:watch');
        return (await club.api.mandates.get(id)).status === 'revoked';
      });

    test('in the portal: nothing more is pulled at once, then it is cancelled and closed on chain, and the rent returns', async () => {
      const { club, payer, mandate } = await subscribed();
      expect((await view(payer, mandate)).onChain).toEqual({
        standing: 'works',
        pullableUntil: null,
        nextStep: null,
      });
      const first = await cancel(payer, mandate);
      expect(first.body.mandate).toMatchObject({
        status: 'revoked',
        nextChargeAt: null,
        onChain: { standing: 'works', nextStep: 'cancel' },
      });
      const cancelled = await signAndSubmit(payer, mandate, first.body.transaction);
      const { standing, pullableUntil, nextStep } = cancelled.body.onChain;
      expect([cancelled.status, standing, nextStep]).toEqual([200, 'cancelled', null]);
      const now = (await club.api.test.getClock()).now;
      expect(pullableUntil - now).toBeGreaterThan(PERIOD - 120);
      expect((await cancel(payer, mandate)).body.transaction).toBeNull();

      await advance(club, PERIOD + 60);
      const second = await cancel(payer, mandate);
      expect(second.body.mandate.onChain).toMatchObject({ standing: 'cancelled', nextStep: 'close' });
      const before = await lamportsOf(payer.wallet.address);
      const closed = await signAndSubmit(payer, mandate, second.body.transaction);
      expect(closed.body.onChain).toEqual({ standing: 'none', pullableUntil: null, nextStep: null });
      // Less the fee of one signature.
      expect((await lamportsOf(payer.wallet.address)) - before).toBe(SUBSCRIPTION_RENT - 5_000);
      expect((await cancel(payer, mandate)).body.transaction).toBeNull();
      const { data } = await club.api.mandates.listCharges(mandate.id);
      expect(data.filter(({ status }) => status === 'succeeded')).toHaveLength(1);
    });

    test('with another tool that speaks the program: it is noticed, and the mandate is revoked', async () => {
      const { club, payer, mandate } = await subscribed();
      const plan = await planOf(payer, mandate);
      const instruction = await cancelSubscription({ payer: address(payer.wallet.address), plan });
      await broadcast(service, await signOwn(service, payer.wallet, instruction));
      expect((await view(payer, mandate)).onChain.standing).toBe('cancelled');
      await untilRevoked(club, mandate);
      expect(await trail(club, mandate.id)).toEqual(
        expect.arrayContaining(['charge.abandoned', 'mandate.revoked']),
      );
      expect((await view(payer, mandate)).onChain).toMatchObject({ standing: 'cancelled', nextStep: null });
    });

    test('by a plain revoke of the token program: it is noticed, and the mandate is revoked', async () => {
      const { club, payer, mandate } = await subscribed();
      const { account: source } = await accountOf(service, payer.wallet.address, mint);
      await signAndLand(service, payer.wallet, (owner) => [getRevokeInstruction({ source, owner })]);
      expect((await view(payer, mandate)).onChain.standing).toBe('revoked');
      await untilRevoked(club, mandate);
    });

    test("does not come of another application's approval: one signature in the portal puts it right", async () => {
      const { club, payer, mandate } = await subscribed();
      await approve(service, { payer: payer.wallet, mint }, randomAddress(), 5n);
      expect((await view(payer, mandate)).onChain).toMatchObject({
        standing: 'displaced',
        nextStep: 'restore',
      });
      for (let round = 0; round < 2; round += 1) await look(service, 'subscriptions:watch');
      await advance(club, PERIOD);
      await eventually(async () => (await newestCharge(club, mandate.id))?.status === 'retrying');
      expect((await newestCharge(club, mandate.id))?.failure?.code).toBe('allowance_short');
      expect((await club.api.mandates.get(mandate.id)).status).toBe('active');

      const issued = await payer.post(`/mandates/${mandate.id}/top_up`, {});
      expect(issued.body).toMatchObject({ approveAmount: null, mandate: { id: mandate.id } });
      const restored = await signAndSubmit(payer, mandate, issued.body.transaction);
      expect(restored.body.onChain).toEqual({ standing: 'works', pullableUntil: null, nextStep: null });
      await advance(club, 3_600);
      await succeeded(club, mandate.id, 2);
      const again = await payer.post(`/mandates/${mandate.id}/top_up`, {});
      expect(refusal(again)).toBe('400 parameter_invalid');
      expect(refusal(await payer.post(`/mandates/${mandate.id}/top_up`, { periods: 3 }))).toBe(
        '400 parameter_invalid periods',
      );
    });

    test('is only sent as issued: another instruction of the program is refused', async () => {
      const { payer, mandate } = await subscribed();
      const plan = await planOf(payer, mandate);
      const own = await cancelSubscription({ payer: address(payer.wallet.address), plan });
      const signedTransaction = await signOwn(service, payer.wallet, own);
      const early = await payer.post(`/mandates/${mandate.id}/submit`, { signedTransaction });
      expect(refusal(early)).toBe('400 transaction_not_issued signedTransaction');
      await cancel(payer, mandate);
      const twice = await signOwn(service, payer.wallet, own, own);
      const refused = await payer.post(`/mandates/${mandate.id}/submit`, { signedTransaction: twice });
      expect(refusal(refused)).toBe('400 transaction_not_issued signedTransaction');
      expect((await view(payer, mandate)).onChain.standing).toBe('works');
    });
  });
});
