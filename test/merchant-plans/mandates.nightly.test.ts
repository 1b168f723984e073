import type { SubscriptionPlan } from '@autopay/sdk';
import type { Address, Instruction } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parsePlan } from '../../server/chain/subscriptions/accounts.ts';
import { deletePlan, updatePlanForms } from '../../server/chain/subscriptions/instructions.ts';
import { newPayer } from '../payer-wallet/support.ts';
import { advance, look, succeeded } from '../schedule/support.ts';
import { randomAddress } from '../support/deployment.ts';
import { eventually } from '../support/eventually.ts';
import { createPlanMandate, subscribe } from '../support/plan-checkout.ts';
import { refusal } from '../support/refusal.ts';
import { describeUnless } from '../support/requires.ts';
import type { TestMerchant, TestService, TestWallet } from '../support/service.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../support/subscriptions-program.ts';
import { broadcast, signIssued, signOwn } from '../support/wallet-signing.ts';
import { HOUR, openPlan, type Owner, ownerOf, startPlanService, submit, TERMS } from './support.ts';

describeUnless(missingBuilds(), "mandates on a merchant's own plan", () => {
  describe.each(SUBSCRIPTIONS_BUILDS)('on %s', (build) => {
    let service: TestService;
    beforeAll(async () => {
      service = await startPlanService(build);
    });
    afterAll(() => service.stop());

    /** An active mandate of a payer at the merchant's price, with its first period charged. */
    async function sell(owner: Owner, payer?: TestWallet, terms: Record<string, unknown> = {}) {
      const { merchant, wallet } = owner;
      const from = payer ?? (await service.wallet(merchant));
      const mandate = await createPlanMandate(service, merchant, from, wallet, { ...TERMS, ...terms });
      const { answer } = await subscribe(service, mandate, from);
      expect(answer.body).toMatchObject({ status: 'active', scheme: 'plan' });
      await succeeded(merchant, mandate.id, 1);
      return merchant.api.mandates.get(mandate.id);
    }
    /** Looks at subscriptions now, and again, instead of within two rounds of 15 s. */
    const revoked = (owner: Owner, id: string) =>
      eventually(async () => {
        await look(service, 'subscriptions:watch');
        return (await statusOf(owner, id)) === 'revoked';
      });
    async function planOnChain(account: string) {
      const { value } = await service.rpc('getAccountInfo', [
        account,
        { encoding: 'base64', commitment: 'confirmed' },
      ]);
      if (value === null) return null;
      const { owner, data, lamports } = value;
      const raw = { address: account as Address, owner, data: Buffer.from(data[0], 'base64'), lamports };
      return parsePlan(raw);
    }
    /** What the owner's wallet does without the service, in the form of these builds. */
    async function update(owner: Owner, { account }: SubscriptionPlan, change: object) {
      const plan = (await planOnChain(account))!;
      const forms = await updatePlanForms(plan, {
        isActive: plan.isActive,
        endsAt: plan.endsAt,
        pullers: plan.pullers,
        ...change,
      });
      await broadcast(service, await signOwn(service, owner.wallet, forms.at(-1) as Instruction));
    }
    /** The chain learns how far the merchant's clock was moved, as it does whenever the service acts on a plan. */
    async function tellChainOfClock({ id, api }: TestMerchant): Promise<void> {
      const { offsetSeconds } = await api.test.getClock();
      await service.rpc('autopay_runAt', [{ clock: id, offsetSeconds, addresses: [] }]);
    }
    const statusOf = async (owner: Owner, id: string) => (await owner.merchant.api.mandates.get(id)).status;

    test('use it where its terms are theirs, and are charged through it; other terms use the service’s', async () => {
      const owner = await ownerOf(service);
      const plan = await openPlan(owner);
      const payer = await service.wallet(owner.merchant);
      const mandate = await sell(owner, payer);
      expect(mandate.subscription).toMatchObject({ plan: plan.account, planOwner: owner.wallet.address });
      await advance(owner.merchant, 2 * HOUR);
      await succeeded(owner.merchant, mandate.id, 3);
      // The payer's second at a time, and one with an end.
      const second = await sell(owner, payer);
      expect(second.subscription!.planOwner).not.toBe(owner.wallet.address);
      const ended = await sell(owner, undefined, { maxPeriods: 3 });
      expect(ended.subscription!.planOwner).not.toBe(owner.wallet.address);
      const dearer = await sell(owner, undefined, { amountPerPeriod: '10000001' });
      expect(dearer.subscription!.planOwner).not.toBe(owner.wallet.address);
      // A second plan of the same terms serves the payer's next.
      const more = await openPlan(owner);
      const third = await sell(owner, payer);
      expect(third.subscription!.plan).toBe(more.account);
      expect(await owner.merchant.api.subscriptionPlans.get(plan.id)).toMatchObject({ mandates: 1 });
    });

    test('do not use one that its owner changed on chain without a word', async () => {
      const owner = await ownerOf(service);
      const plan = await openPlan(owner);
      await update(owner, plan, { pullers: [randomAddress()] });
      const mandate = await sell(owner);
      expect(mandate.subscription!.planOwner).not.toBe(owner.wallet.address);
      expect((await owner.merchant.api.subscriptionPlans.get(plan.id)).status).toBe('moved');
    });

    test('end when its owner takes the service from its pullers, and are not charged again', async () => {
      const owner = await ownerOf(service);
      const plan = await openPlan(owner);
      const mandate = await sell(owner);
      const moved = await owner.merchant.api.subscriptionPlans.setPuller(plan.id, {
        puller: (await service.wallet(owner.merchant)).address,
      });
      expect(moved).toMatchObject({ status: 'open', action: 'set_puller' });
      expect(await submit(owner, moved)).toMatchObject({ status: 'moved', action: null });
      await revoked(owner, mandate.id);
      expect((await owner.merchant.api.mandates.get(mandate.id)).endedBy).toBe('merchant');
      await advance(owner.merchant, 2 * HOUR);
      const charges = (await owner.merchant.api.mandates.listCharges(mandate.id)).data;
      expect(charges.filter(({ status }) => status === 'succeeded')).toHaveLength(1);
    });

    test('end when the plan does that its owner told to end', async () => {
      const owner = await ownerOf(service);
      const plan = await openPlan(owner);
      const mandate = await sell(owner);
      const now = (await owner.merchant.api.test.getClock()).now;
      await update(owner, plan, { isActive: false, endsAt: BigInt(now + 2 * HOUR) });
      expect(await owner.merchant.api.subscriptionPlans.get(plan.id)).toMatchObject({ status: 'ending' });
      await advance(owner.merchant, 4 * HOUR);
      await revoked(owner, mandate.id);
      expect((await owner.merchant.api.mandates.get(mandate.id)).endedBy).toBe('merchant');
      const charges = (await owner.merchant.api.mandates.listCharges(mandate.id)).data;
      expect(charges.filter(({ status }) => status === 'succeeded').length).toBeLessThanOrEqual(3);
    });

    test('end when its owner deletes it without the service: the merchant did, and the payer can close what is left', async () => {
      const owner = await ownerOf(service);
      const { merchant } = owner;
      const plan = await openPlan(owner);
      const payer = await newPayer(service, merchant);
      const mandate = await sell(owner, payer.wallet);
      const { planId } = (await planOnChain(plan.account))!;
      const deleting = await deletePlan({ owner: owner.wallet.address as Address, planId });
      const erase = async () => broadcast(service, await signOwn(service, owner.wallet, deleting));
      await expect(erase()).rejects.toThrow(/515/);
      const now = (await merchant.api.test.getClock()).now;
      await expect(update(owner, plan, { isActive: false, endsAt: BigInt(now + HOUR - 60) })).rejects.toThrow(
        /511/,
      );
      await update(owner, plan, { isActive: false, endsAt: BigInt(now + HOUR + 600) });
      await expect(erase()).rejects.toThrow(/515/);
      // The period that begins before the end is charged.
      await advance(merchant, HOUR + 60);
      await succeeded(merchant, mandate.id, 2);
      await advance(merchant, 600);
      await tellChainOfClock(merchant);
      await erase();
      await revoked(owner, mandate.id);
      const ended = await merchant.api.mandates.get(mandate.id);
      expect(ended).toMatchObject({ status: 'revoked', endedBy: 'merchant', periodsCharged: 2 });
      expect(await merchant.api.subscriptionPlans.get(plan.id)).toMatchObject({
        status: 'closed',
        mandates: 0,
        rentLamports: 0,
      });
      await advance(merchant, 3 * HOUR);
      const [last, ...paid] = (await merchant.api.mandates.listCharges(mandate.id)).data;
      expect(last).toMatchObject({
        status: 'abandoned',
        attempts: 0,
        txSignature: null,
        failure: { code: 'allowance_gone', message: expect.stringMatching(/plan .* ended or is gone/) },
      });
      expect(paid.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);

      // In the portal: what is left on chain is cancelled and closed at once, and its rent returns.
      const path = `/mandates/${mandate.id}`;
      const steps = [];
      for (;;) {
        const { transaction, mandate: shown } = (await payer.post(`${path}/cancel`)).body;
        if (transaction === null) break;
        steps.push(shown.onChain.nextStep);
        const signedTransaction = await signIssued(payer.wallet, transaction);
        expect((await payer.post(`${path}/submit`, { signedTransaction })).status).toBe(200);
      }
      expect(steps).toEqual(['cancel', 'close']);
      expect((await payer.get(path)).body.onChain).toMatchObject({ standing: 'none' });

      // New subscriptions take a plan of the service.
      const next = await sell(owner, payer.wallet);
      expect(next.subscription!.planOwner).not.toBe(owner.wallet.address);
    });

    test('keep it from being closed; then its end and deletion are two signatures, and its rent is the owner’s', async () => {
      const owner = await ownerOf(service);
      const { merchant, wallet } = owner;
      const plan = await openPlan(owner);
      const mandate = await sell(owner);
      const path = `/v1/subscription_plans/${plan.id}/close`;
      const close = () => service.call('POST', path, { key: merchant.testKey });
      expect(refusal(await close())).toBe('400 parameter_invalid id');
      await merchant.api.mandates.revoke(mandate.id);
      const ending = (await close()).body as SubscriptionPlan;
      expect(ending).toMatchObject({ status: 'ending', action: 'end' });
      const ended = await submit(owner, ending);
      expect(ended).toMatchObject({ status: 'ending', action: null, endsAt: expect.any(Number) });
      // It waits for its end.
      expect((await close()).body).toMatchObject({ status: 'ending', action: null, transaction: null });
      await advance(merchant, 2 * HOUR);
      const deleting = (await close()).body as SubscriptionPlan;
      expect(deleting).toMatchObject({ action: 'delete' });
      const balance = async () =>
        (await service.rpc('getBalance', [wallet.address, { commitment: 'confirmed' }])).value as number;
      const before = await balance();
      expect(await submit(owner, deleting)).toMatchObject({
        status: 'closed',
        action: null,
        rentLamports: 0,
      });
      expect((await balance()) - before).toBe(plan.rentLamports - 5_000);
      expect((await close()).body).toMatchObject({ status: 'closed', transaction: null });
    });
  });
});
