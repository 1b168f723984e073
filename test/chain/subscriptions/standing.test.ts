import type { Address } from '@solana/kit';
import {
  AuthorityType,
  getApproveInstruction,
  getCloseAccountInstruction,
  getRevokeInstruction,
  getSetAuthorityInstruction,
  getTransferInstruction,
} from '@solana-program/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorityOf, planOf, subscriptionOf } from '../../../server/chain/subscriptions/addresses.ts';
import {
  cancelSubscription,
  closeSubscription,
  deletePlan,
  initAuthority,
  revokeAuthority,
  sunsetPlan,
} from '../../../server/chain/subscriptions/instructions.ts';
import {
  parseSubscriptionReads,
  type Standing,
  standingOf,
  type SubscribedTerms,
  subscriptionAddresses,
} from '../../../server/chain/subscriptions/standing.ts';
import { programAddressOf } from '../../../server/chain/token-program.ts';
import { readAccounts } from '../../../server/chain/tokens.ts';
import { describeUnless } from '../../support/requires.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../../support/subscriptions-program.ts';
import { createMint, fund, randomAddress } from '../support.ts';
import { closeAuthorityAs, createAnyPlan } from './raw-instructions.ts';
import {
  type MadePlan,
  makePlan,
  must,
  newPayer,
  open,
  type Payer,
  type PlanGround,
  pull,
  readAuthority,
  readPlan,
  readSubscription,
  startPlanGround,
  subscribedPayer,
  subscribeTo,
  tokenAt,
} from './support.ts';

const HOUR = 3_600;

let ground: PlanGround;
let plan: MadePlan;
let payer: Payer;
let rentPayer: Address;

async function agreed(other: Partial<SubscribedTerms> = {}): Promise<SubscribedTerms> {
  return {
    ...payer,
    payee: plan.payee,
    amountPerPeriod: plan.amountAtomic,
    periodSeconds: HOUR,
    delegate: ground.delegate.address,
    planAccount: plan.plan,
    subscriptionAccount: await subscriptionOf(plan.plan, payer.payer),
    ...other,
  };
}

async function readsOf(terms: SubscribedTerms) {
  const addresses = await subscriptionAddresses(terms);
  const asked = Object.values(addresses) as Address[];
  const { accounts } = await readAccounts(ground.chain, asked, { commitment: 'confirmed' });
  return parseSubscriptionReads(addresses, (address) => accounts[asked.indexOf(address)]!);
}

async function standing(other: Partial<SubscribedTerms> = {}): Promise<Standing> {
  const terms = await agreed(other);
  return standingOf(terms, await readsOf(terms));
}

const byPayer = (...instructions: Parameters<typeof must>[1]) => must(ground, instructions, [payer.wallet]);

describeUnless(missingBuilds(), 'how a subscription stands on chain', () => {
  describe.each(
    SUBSCRIPTIONS_BUILDS.flatMap((build) => [
      { build, tokenProgram: 'token' as const },
      { build, tokenProgram: 'token-2022' as const },
    ]),
  )('$build with $tokenProgram', ({ build, tokenProgram }) => {
    beforeAll(async () => {
      ground = await startPlanGround(build, { tokenProgram });
      rentPayer = ground.feePayer.address;
    });
    afterAll(() => ground.stop());
    const each = (title: string, test: () => Promise<void>) =>
      it(title, async () => {
        plan = await makePlan(ground);
        payer = await subscribedPayer(ground, plan);
        await test();
      });
    const tokens = { programAddress: programAddressOf(tokenProgram) };

    each('works, before the first pull and after it', async () => {
      expect(await standing()).toBe('works');
      expect(await pull(ground, payer, plan)).toBeNull();
      expect(await standing()).toBe('works');
      // For the owner's key too, which may pull as well.
      expect(await standing({ delegate: ground.owner.address })).toBe('works');
    });

    each('is read with every field of what the chain keeps', async () => {
      const addresses = await subscriptionAddresses(await agreed());
      expect(addresses).toEqual({
        plan: plan.plan,
        subscription: await subscriptionOf(plan.plan, payer.payer),
        authority: await authorityOf(payer.payer, payer.mint),
        source: payer.source,
      });
      expect(await readsOf(await agreed())).toEqual({
        addresses,
        plan: await readPlan(ground, plan.plan),
        subscription: await readSubscription(ground, plan.plan, payer.payer),
        authority: await readAuthority(ground, payer),
        source: { kind: 'account', account: await tokenAt(ground, payer.source) },
      });
    });

    each('is cancelled once the payer cancelled it, also after its last period', async () => {
      await byPayer(await cancelSubscription({ payer: payer.payer, plan: plan.plan }));
      expect(await standing()).toBe('cancelled');
      ground.clock.wait(HOUR + 1);
      expect(await standing()).toBe('cancelled');
    });

    each('has ended when it is closed', async () => {
      await byPayer(await cancelSubscription({ payer: payer.payer, plan: plan.plan }));
      ground.clock.wait(HOUR);
      await byPayer(await closeSubscription({ payer: payer.payer, plan: plan.plan, rentPayer }));
      expect(await standing()).toBe('ended');
    });

    each('has ended when the authority is closed, with or without its approval', async () => {
      const authority = await authorityOf(payer.payer, payer.mint);
      await byPayer(closeAuthorityAs(payer.payer, authority, rentPayer));
      expect((await tokenAt(ground, payer.source)).delegate).toBe(authority);
      expect(await standing()).toBe('ended');
      await open(ground, payer);
      await byPayer(await revokeAuthority(payer, { rentPayer }));
      expect(await standing()).toBe('ended');
    });

    each('has ended when the authority was closed and opened again later', async () => {
      await byPayer(await revokeAuthority(payer, { rentPayer }));
      await open(ground, payer);
      expect((await tokenAt(ground, payer.source)).delegate).toBe(await authorityOf(payer.payer, payer.mint));
      expect(await standing()).toBe('ended');
      expect(await pull(ground, payer, plan)).not.toBeNull();
    });

    each('has ended when it is not at the terms that were agreed', async () => {
      const others: Partial<SubscribedTerms>[] = [
        { amountPerPeriod: plan.amountAtomic + 1n },
        { amountPerPeriod: plan.amountAtomic - 1n },
        { periodSeconds: 2 * HOUR },
        { periodSeconds: HOUR - 1 },
        { payee: await randomAddress() },
        { delegate: await randomAddress() },
      ];
      for (const other of others) expect(await standing(other)).toBe('ended');
      const another = await makePlan(ground);
      expect(await standing({ planAccount: another.plan })).toBe('ended');
    });

    each("has ended when it is another payer's, whose authority was opened in the same slot", async () => {
      const [first, second] = [await newPayer(ground), await newPayer(ground)];
      const opened = [first, second].map((one) => initAuthority(one, { rentPayer }));
      await must(ground, await Promise.all(opened), [first.wallet, second.wallet]);
      for (const one of [first, second]) expect((await subscribeTo(ground, one, plan)).failure).toBeNull();
      payer = first;
      expect(await standing()).toBe('works');
      const subscriptionAccount = await subscriptionOf(plan.plan, second.payer);
      expect(await standing({ subscriptionAccount })).toBe('ended');
    });

    each('has ended when it is in another token, whose authority was opened in the same slot', async () => {
      const mint = await createMint(ground.net, { program: tokenProgram });
      const theirs = { ...ground, token: { mint, tokenProgram } };
      const other = { ...payer, mint, source: await fund(ground.net, mint, payer.payer, 1n) };
      await byPayer(await revokeAuthority(payer, { rentPayer }));
      const opened = [payer, other].map((one) => initAuthority(one, { rentPayer }));
      await byPayer(...(await Promise.all(opened)));
      const elsewhere = await makePlan(theirs);
      expect((await subscribeTo(ground, other, elsewhere)).failure).toBeNull();
      const subscriptionAccount = await subscriptionOf(elsewhere.plan, payer.payer);
      const terms = { planAccount: elsewhere.plan, subscriptionAccount };
      expect(await standing({ ...terms, mint })).toBe('works');
      expect(await standing(terms)).toBe('ended');
    });

    each('has ended when its plan pays others too', async () => {
      const planId = plan.planId + 1_000_000n;
      const destinations = [plan.payee, await randomAddress()];
      const pullers = [ground.delegate.address];
      await must(
        ground,
        [await createAnyPlan({ ...plan, ...ground.token, planId, destinations, pullers })],
        [ground.owner],
      );
      const { address } = await planOf(plan.owner, planId);
      plan = { ...plan, planId, plan: address, planCreatedAt: (await readPlan(ground, address))!.createdAt };
      expect((await subscribeTo(ground, payer, plan)).failure).toBeNull();
      expect(await pull(ground, payer, plan)).toBeNull();
      expect(await standing()).toBe('ended');
    });

    each('has ended when the plan no longer lets the service pull', async () => {
      const endsAt = BigInt(ground.clock.seconds() + HOUR);
      await must(ground, [await sunsetPlan({ ...plan, endsAt })], [ground.owner]);
      expect(await standing()).toBe('ended');
    });

    each('has ended when the plan is deleted, and when another one is made in its place', async () => {
      const endsAt = BigInt(ground.clock.seconds() + HOUR);
      plan = await makePlan(ground, { endsAt });
      expect((await subscribeTo(ground, payer, plan)).failure).toBeNull();
      expect(await standing()).toBe('works');
      ground.clock.wait(HOUR + 1);
      await must(ground, [await deletePlan(plan)], [ground.owner]);
      expect(await standing()).toBe('ended');
      const { planId } = plan;
      const again = await makePlan(ground, { planId });
      expect(again.plan).toBe(plan.plan);
      expect(await standing()).toBe('ended');
    });

    each(
      'is revoked when the payer took the approval back, until the payer opens the authority again',
      async () => {
        await byPayer(getRevokeInstruction({ source: payer.source, owner: payer.wallet }, tokens));
        expect(await standing()).toBe('revoked');
        await open(ground, payer);
        expect(await standing()).toBe('works');
      },
    );

    each(
      'is displaced when the payer approved another delegate, until they open the authority again',
      async () => {
        const approval = {
          source: payer.source,
          delegate: await randomAddress(),
          owner: payer.wallet,
          amount: 1n,
        };
        await byPayer(getApproveInstruction(approval, tokens));
        expect(await standing()).toBe('displaced');
        expect(await pull(ground, payer, plan)).not.toBeNull();
        await byPayer(await initAuthority(payer, { rentPayer }));
        expect(await standing()).toBe('works');
        expect(await pull(ground, payer, plan)).toBeNull();
      },
    );

    each('is unreadable when the token account is closed or given away', async () => {
      const { account: destination } = ground.payee;
      const { source, wallet: owner } = payer;
      if (tokenProgram === 'token') {
        const newOwner = await randomAddress();
        const given = {
          owned: source,
          owner,
          authorityType: AuthorityType.AccountOwner,
          newAuthority: newOwner,
        };
        await byPayer(getSetAuthorityInstruction(given, tokens));
        expect(await standing()).toBe('unreadable');
        return;
      }
      const { amountAtomic: amount } = await tokenAt(ground, source);
      await byPayer(
        getTransferInstruction({ source, destination, authority: owner, amount }, tokens),
        getCloseAccountInstruction({ account: source, destination: payer.payer, owner }, tokens),
      );
      expect(await standing()).toBe('unreadable');
    });
  });
});
