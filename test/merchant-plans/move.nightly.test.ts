import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Address } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUBSCRIPTIONS_PROGRAM } from '../../server/chain/subscriptions/address.ts';
import { cancelSubscription } from '../../server/chain/subscriptions/instructions.ts';
import { fileSigner, generateKeyFile } from '../../server/chain/signer.ts';
import { startLocalnet } from '../../server/localnet/server.ts';
import { readPrograms } from '../../server/localnet/programs.ts';
import { chainAt, rpcAt } from '../localnet/support.ts';
import { advance, look, succeeded } from '../schedule/support.ts';
import { balanceOnChain } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { createPlanMandate, subscribe } from '../support/plan-checkout.ts';
import { describeUnless } from '../support/requires.ts';
import { TestService, type TestWallet } from '../support/service.ts';
import { missingBuilds, pathOfBuild, SUBSCRIPTIONS_BUILDS } from '../support/subscriptions-program.ts';
import { airdrop } from '../support/wallets.ts';
import { Net } from '../localnet/support.ts';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { HOUR, openPlan, type Owner, ownerOf, submit, TERMS } from './support.ts';

const PRICE = BigInt(TERMS.amountPerPeriod);

describeUnless(missingBuilds(), 'a merchant who moves to another operator', () => {
  describe.each(SUBSCRIPTIONS_BUILDS)('on %s', (build) => {
    let chain: Awaited<ReturnType<typeof startLocalnet>>;
    let keys: string;
    /** Two deployments: each with a database, keys and a process of its own, on one chain. */
    let from: TestService;
    let to: TestService;
    let newPuller: Address;
    beforeAll(async () => {
      const programs = readPrograms([{ address: SUBSCRIPTIONS_PROGRAM, path: pathOfBuild(build) }]);
      chain = await startLocalnet({ dataDir: null, slotMs: 100, programs });
      keys = await mkdtemp(join(tmpdir(), 'autopay-move-'));
      [from, to] = [await operator('from'), await operator('to')];
      newPuller = (await fileSigner(join(keys, 'to-delegate.json'))).address;
    });
    afterAll(async () => {
      await Promise.all([from.stop(), to.stop()]);
      await chain.stop();
      await rm(keys, { recursive: true, force: true });
    });

    async function operator(name: string): Promise<TestService> {
      const [feePayer, delegate] = [join(keys, `${name}-fee.json`), join(keys, `${name}-delegate.json`)];
      await generateKeyFile(feePayer);
      await generateKeyFile(delegate);
      const { address } = await fileSigner(feePayer);
      await airdrop(chainAt(chain.rpcUrl), address, 100_000_000_000);
      const service = await TestService.start({
        AUTOPAY_TEST_RPC_URL: chain.rpcUrl,
        AUTOPAY_TEST_FEE_PAYER_KEY_FILE: feePayer,
        AUTOPAY_TEST_DELEGATE_KEY_FILE: delegate,
      });
      service.rpc = async (method: string, params: unknown[] = []) => {
        const { result, error } = await rpcAt(chain.rpcUrl, method, params);
        if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
        return result;
      };
      return service;
    }

    /** An active mandate at the first operator, of a new payer, whose first period is charged. */
    async function sell(owner: Owner): Promise<{ id: string; payer: TestWallet }> {
      const payer = await from.wallet(owner.merchant);
      const mandate = await createPlanMandate(from, owner.merchant, payer, owner.wallet, TERMS);
      const { answer } = await subscribe(from, mandate, payer);
      expect(answer.body).toMatchObject({ status: 'active', scheme: 'plan' });
      await succeeded(owner.merchant, mandate.id, 1);
      return { id: mandate.id, payer };
    }
    const paid = async ({ mint }: Owner, { payer }: { payer: TestWallet }) =>
      1_000_000_000n - (await balanceOnChain(from, payer.address, mint));
    const mandatesOf = async ({ merchant }: Owner) => (await merchant.api.mandates.list()).data;

    test('signs once, and no payer does: the new operator charges each subscription, once per period', async () => {
      const old = await ownerOf(from);
      const plan = await openPlan(old);
      const [one, two, gone, left] = [await sell(old), await sell(old), await sell(old), await sell(old)];
      await advance(old.merchant, HOUR + 60);
      for (const { id } of [one, two, gone, left]) await succeeded(old.merchant, id, 2);
      // One payer cancels on chain, another only in the list of the former operator.
      const signer = await createKeyPairSignerFromBytes(gone.payer.secretKey);
      const cancel = await cancelSubscription({ payer: signer.address, plan: plan.account as Address });
      const net = new Net({ rpcUrl: chain.rpcUrl } as ConstructorParameters<typeof Net>[0]);
      const sent = await net.submit((await net.sign(signer, [cancel])).wire);
      expect(sent.error).toBeUndefined();
      await old.merchant.api.mandates.revoke(left.id);

      const now = await ownerOf(to, old.wallet);
      await advance(now.merchant, HOUR + 60);
      const adopt = (payers: string[] | null) =>
        now.merchant.api.subscriptionPlans.adopt({ account: plan.account, payers });
      // Not before the merchant signed.
      await expect(adopt(null)).rejects.toMatchObject({ code: 'parameter_invalid', param: 'account' });

      const moved = await old.merchant.api.subscriptionPlans.setPuller(plan.id, { puller: newPuller });
      expect(await submit(old, moved)).toMatchObject({ status: 'moved' });

      const payers = [one, two, gone].map(({ payer }) => payer.address);
      const adoption = await adopt(payers);
      expect(adoption).toMatchObject({
        object: 'subscription_plan_adoption',
        adopted: 2,
        present: 0,
        remaining: 0,
        skipped: [{ payer: gone.payer.address, reason: 'ended' }],
        plan: {
          account: plan.account,
          status: 'open',
          puller: newPuller,
          owner: old.wallet.address,
          mandates: 2,
        },
      });
      // Again changes nothing.
      expect(await adopt(payers)).toMatchObject({ adopted: 0, present: 2 });
      const taken = await mandatesOf(now);
      expect(
        taken.map(({ payer, status, scheme, delegate }) => ({ payer, status, scheme, delegate })),
      ).toEqual(
        expect.arrayContaining(
          [one, two].map(({ payer }) => ({
            payer: payer.address,
            status: 'active',
            scheme: 'plan',
            delegate: newPuller,
          })),
        ),
      );
      // The present period was pulled by the former operator.
      expect(taken.map(({ periodsCharged }) => periodsCharged)).toEqual([0, 0]);
      expect([await paid(old, one), await paid(old, two)]).toEqual([2n * PRICE, 2n * PRICE]);

      await advance(now.merchant, 2 * HOUR);
      for (const { id } of taken) await succeeded(now.merchant, id, 2);
      await advance(old.merchant, 2 * HOUR);
      expect([await paid(old, one), await paid(old, two)]).toEqual([4n * PRICE, 4n * PRICE]);
      expect([await paid(old, gone), await paid(old, left)]).toEqual([2n * PRICE, 2n * PRICE]);
      // The former one has noticed.
      for (const { id } of [one, two]) {
        await eventually(async () => {
          await look(from, 'subscriptions:watch');
          return (await old.merchant.api.mandates.get(id)).status === 'revoked';
        });
      }
      for (const { id } of taken) {
        expect(await now.merchant.api.mandates.get(id)).toMatchObject({
          status: 'active',
          periodsCharged: 2,
        });
      }
    });

    test('waits for the next period of a payer who was never charged, who may be in a trial', async () => {
      const old = await ownerOf(from);
      const plan = await openPlan(old);
      const payer = await from.wallet(old.merchant);
      const mandate = await createPlanMandate(from, old.merchant, payer, old.wallet, {
        ...TERMS,
        trialSeconds: 600,
      });
      const { answer } = await subscribe(from, mandate, payer);
      expect(answer.body).toMatchObject({ status: 'active' });
      await submit(old, await old.merchant.api.subscriptionPlans.setPuller(plan.id, { puller: newPuller }));
      const now = await ownerOf(to, old.wallet);
      const { adopted } = await now.merchant.api.subscriptionPlans.adopt({
        account: plan.account,
        payers: null,
      });
      expect(adopted).toBe(1);
      await advance(now.merchant, HOUR / 2);
      expect(await paid(old, { payer })).toBe(0n);
      await advance(now.merchant, HOUR);
      await succeeded(now.merchant, (await mandatesOf(now))[0]!.id, 1);
      expect(await paid(old, { payer })).toBe(PRICE);
    });

    test('cannot take over a plan of another wallet, nor what is no plan', async () => {
      const old = await ownerOf(from);
      const plan = await openPlan(old);
      const stranger = await ownerOf(to);
      for (const account of [plan.account, stranger.wallet.address]) {
        const taking = stranger.merchant.api.subscriptionPlans.adopt({ account, payers: null });
        await expect(taking).rejects.toMatchObject({ code: 'parameter_invalid', param: 'account' });
      }
    });
  });
});
