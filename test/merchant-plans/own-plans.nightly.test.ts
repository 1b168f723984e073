import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fromBase64, readTransaction } from '../../server/chain/read-transaction.ts';
import { refusal } from '../support/refusal.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../support/subscriptions-program.ts';
import { describeUnless } from '../support/requires.ts';
import type { TestService } from '../support/service.ts';
import { signIssued } from '../support/wallet-signing.ts';
import { openPlan, type Owner, ownerOf, prove, startPlanService, submit, TERMS } from './support.ts';

describeUnless(missingBuilds(), 'a plan that the merchant owns', () => {
  describe.each(SUBSCRIPTIONS_BUILDS)('on %s', (build) => {
    let service: TestService;
    let owner: Owner;
    beforeAll(async () => {
      service = await startPlanService(build);
      owner = await ownerOf(service);
    });
    afterAll(() => service.stop());

    const create = (by: Owner, body: object = {}) =>
      service.call('POST', '/v1/subscription_plans', {
        key: by.merchant.testKey,
        body: { mint: by.mint, ...TERMS, ...body },
      });

    test('is made by one signature of the payout wallet, which owns it, is paid by it alone and pays its rent', async () => {
      const plan = await owner.merchant.api.subscriptionPlans.create({ mint: owner.mint, ...TERMS });
      expect(plan).toEqual({
        object: 'subscription_plan',
        id: expect.stringMatching(/^spl_/),
        livemode: false,
        createdAt: expect.any(Number),
        status: 'pending',
        account: expect.any(String),
        owner: owner.wallet.address,
        payee: owner.wallet.address,
        puller: expect.any(String),
        mint: owner.mint,
        ...TERMS,
        endsAt: null,
        rentLamports: 4_308_240,
        mandates: 0,
        action: 'create',
        transaction: expect.any(String),
        lastValidBlockHeight: expect.any(Number),
      });
      const read = readTransaction(fromBase64(plan.transaction!))!;
      expect([read.feePayer, Object.keys(read.transaction.signatures)]).toEqual([
        owner.wallet.address,
        [owner.wallet.address],
      ]);
      const open = await submit(owner, plan);
      const none = { transaction: null, lastValidBlockHeight: null, action: null };
      expect(open).toEqual({ ...plan, ...none, status: 'open' });
      expect(await owner.merchant.api.subscriptionPlans.get(plan.id)).toEqual(open);
      expect((await owner.merchant.api.subscriptionPlans.list()).data[0]).toEqual(open);
    });

    test('is the merchant’s alone', async () => {
      const plan = await openPlan(owner);
      const other = await ownerOf(service);
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['POST', '/transaction', undefined],
        ['POST', '/close', undefined],
        ['POST', '/pullers', { puller: other.wallet.address }],
        ['POST', '/submit', { signedTransaction: 'AXw9b3sBAAEDZm9v' }],
      ] as const) {
        const answer = await service.call(method, `/v1/subscription_plans/${plan.id}${path}`, {
          key: other.merchant.testKey,
          body,
        });
        expect([path, refusal(answer)]).toEqual([path, '404 resource_missing']);
      }
      expect((await other.merchant.api.subscriptionPlans.list()).data).toEqual([]);
    });

    test('belongs, in test mode, to the wallet that was proven for test mode alone, if there is one', async () => {
      const us = await ownerOf(service);
      const wallet = await service.wallet(us.merchant);
      await prove(us.person, wallet, { testOnly: true });
      expect(await openPlan({ ...us, wallet })).toMatchObject({
        status: 'open',
        owner: wallet.address,
        payee: wallet.address,
      });
    });

    test('needs a payout wallet, an accepted token, and whole hours', async () => {
      const nobody = await service.merchant();
      const mint = owner.mint;
      const bare = { merchant: nobody, mint } as Owner;
      expect(refusal(await create(bare))).toBe('400 no_payout_wallet');
      expect(refusal(await create(owner, { mint: owner.wallet.address }))).toBe('400 mint_not_allowed mint');
      expect(refusal(await create(owner, { periodSeconds: 3_601 }))).toBe(
        '400 parameter_invalid periodSeconds',
      );
      expect(refusal(await create(owner, { amountPerPeriod: '0' }))).toBe(
        '400 parameter_invalid amountPerPeriod',
      );
    });

    test('takes the issued transaction and no other', async () => {
      const plan = await owner.merchant.api.subscriptionPlans.create({ mint: owner.mint, ...TERMS });
      const other = await owner.merchant.api.subscriptionPlans.create({ mint: owner.mint, ...TERMS });
      const submitted = async (signedTransaction: string) =>
        refusal(
          await service.call('POST', `/v1/subscription_plans/${plan.id}/submit`, {
            key: owner.merchant.testKey,
            body: { signedTransaction },
          }),
        );
      const notIssued = '400 transaction_not_issued signedTransaction';
      expect(await submitted(plan.transaction!)).toBe(notIssued);
      expect(await submitted(await signIssued(owner.wallet, other.transaction!))).toBe(notIssued);
      const signed = Buffer.from(await signIssued(owner.wallet, plan.transaction!), 'base64');
      // A byte of the amount, and one of the signature.
      for (const at of [signed.length - 300, 3]) {
        const changed = Buffer.from(signed);
        changed[at]! ^= 1;
        expect(await submitted(changed.toString('base64'))).toBe(notIssued);
      }
      // One that was issued before a newer one counts no more.
      const again = await owner.merchant.api.subscriptionPlans.createTransaction(plan.id);
      if (again.transaction !== plan.transaction) {
        expect(await submitted(await signIssued(owner.wallet, plan.transaction!))).toBe(notIssued);
      }
      expect((await submit(owner, again)).status).toBe('open');
      expect((await owner.merchant.api.subscriptionPlans.createTransaction(plan.id)).transaction).toBeNull();
    });

    test('is found by its address if the process died after sending', async () => {
      const plan = await owner.merchant.api.subscriptionPlans.create({ mint: owner.mint, ...TERMS });
      const signed = await signIssued(owner.wallet, plan.transaction!);
      // Another wallet could do the same: what counts is the plan on chain.
      await service.rpc('sendTransaction', [
        signed,
        { encoding: 'base64', preflightCommitment: 'confirmed' },
      ]);
      await expect
        .poll(async () => (await owner.merchant.api.subscriptionPlans.get(plan.id)).status)
        .toBe('open');
    });
  });
});
