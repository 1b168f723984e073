import { type Address, generateKeyPairSigner, type Instruction, type KeyPairSigner } from '@solana/kit';
import { getCreateAccountInstruction } from '@solana-program/system';
import {
  getApproveInstruction,
  getInitializeAccount3Instruction,
  getTransferInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorityOf, planOf, subscriptionOf } from '../../../server/chain/subscriptions/addresses.ts';
import {
  cancelSubscription,
  deletePlan,
  initAuthority,
  subscribe,
} from '../../../server/chain/subscriptions/instructions.ts';
import { describeUnless } from '../../support/requires.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../../support/subscriptions-program.ts';
import { fund } from '../support.ts';
import {
  cancelNow,
  closeAuthorityAs,
  createAnyPlan,
  createFixed,
  createRecurring,
  resume,
  revokeAbandoned,
  revokeAs,
  revokeAuthorityAs,
  transferByDelegation,
  unsigned,
  updatePlan,
} from './raw-instructions.ts';
import {
  type MadePlan,
  makePlan,
  must,
  newHolder,
  newPayer,
  open,
  type Payer,
  type PlanGround,
  pullOf,
  type Ran,
  readAuthority,
  readPlan,
  readRaw,
  readSubscription,
  REFUSED,
  run,
  startPlanGround,
  subscribeTo,
  tokensOf,
} from './support.ts';

const HOUR = 3_600;
const AMOUNT = 10_000_000n;
const FUNDS = 1_000_000_000n;

let ground: PlanGround;
/** Has SOL, a token account, and the keys of the delegate and of the plans' owner. */
let thief: KeyPairSigner;
let loot: Address;
let otherPayee: PlanGround['payee'];
/** Two plans, to different payees, with a payer each. */
let plan: MadePlan;
let otherPlan: MadePlan;
/** The plans' owner paid the rent of the first one's accounts, as a fee payer that owns the plans does; the other one paid it themself. */
let payer: Payer;
let otherPayer: Payer;
let paidBefore: bigint[];

const now = () => BigInt(ground.clock.seconds());
const balances = () =>
  Promise.all([ground.payee, otherPayee].map(({ account }) => tokensOf(ground, account)));

/** An attempt by name: what should become of it, and what the thief sends, signed by every stolen key that it asks for. */
type Attempts = Record<string, readonly [Ran['failure'], Instruction | Instruction[]]>;

async function attempt(attempts: Attempts): Promise<void> {
  const outcomes: Record<string, Ran['failure']> = {};
  for (const [name, [, instructions]] of Object.entries(attempts)) {
    const signers = [ground.delegate, ground.owner];
    outcomes[name] = (await run(ground, [instructions].flat(), signers, thief)).failure;
  }
  expect(outcomes).toEqual(
    Object.fromEntries(Object.entries(attempts).map(([name, [then]]) => [name, then])),
  );
}

/** What each payee got from its payer since the test began; the payers have all the rest, and the thief has nothing. */
async function expectPaid(first: bigint, second = 0n): Promise<void> {
  const [a, b] = await balances();
  expect([a! - paidBefore[0]!, b! - paidBefore[1]!]).toEqual([first, second]);
  expect(await tokensOf(ground, payer.source)).toBe(FUNDS - first);
  expect(await tokensOf(ground, otherPayer.source)).toBe(FUNDS - second);
  expect(await tokensOf(ground, loot)).toBe(0n);
}

async function subscribed(to: MadePlan, rentPayerOf: (payer: Payer) => KeyPairSigner): Promise<Payer> {
  const one = await newPayer(ground, FUNDS);
  const sponsored = { ...ground, feePayer: rentPayerOf(one) };
  const rent = { rentPayer: sponsored.feePayer.address };
  await must(sponsored, [await initAuthority(one, rent)], [one.wallet]);
  expect((await subscribeTo(sponsored, one, to)).failure).toBeNull();
  return one;
}

/** The instruction with other accounts at these places. */
function withAccounts(instruction: Instruction, others: Record<number, Address>): Instruction {
  const accounts = instruction.accounts!.map((account, at) => ({
    ...account,
    address: others[at] ?? account.address,
  }));
  return { ...instruction, accounts };
}

describeUnless(missingBuilds(), "who has stolen the delegate's and the plan owner's keys", () => {
  describe.each(SUBSCRIPTIONS_BUILDS)('%s', (build) => {
    beforeAll(async () => {
      ground = await startPlanGround(build);
      otherPayee = await newHolder(ground, ground.token.mint);
      thief = await ground.net.wallet();
      loot = await fund(ground.net, ground.token.mint, thief.address, 0n);
    });
    afterAll(() => ground.stop());
    beforeEach(async () => {
      plan = await makePlan(ground);
      otherPlan = await makePlan(ground, { payee: otherPayee.address });
      payer = await subscribed(plan, () => ground.owner);
      otherPayer = await subscribed(otherPlan, ({ wallet }) => wallet);
      paidBefore = await balances();
    });
    afterEach(async () => {
      expect(await tokensOf(ground, loot)).toBe(0n);
    });

    const pullWith = (wanted: Parameters<typeof pullOf>[3]) => pullOf(ground, payer, plan, wanted);
    const toThief = (wanted: Parameters<typeof pullOf>[3] = {}) => pullWith({ destination: loot, ...wanted });

    it('pays the payees at most, each by its own plan', async () => {
      const { source } = payer;
      const half = await pullWith({ amountAtomic: AMOUNT / 2n + 1n });
      const otherHalf = await pullWith({ amountAtomic: AMOUNT / 2n });
      await attempt({
        'to the thief': [REFUSED.destination, await toThief()],
        'to the thief as the owner': [REFUSED.destination, await toThief({ puller: plan.owner })],
        'to another payee': [REFUSED.destination, await pullWith({ destination: otherPayee.account })],
        'back to the payer': [REFUSED.destination, await pullWith({ destination: source })],
        'above the amount': [REFUSED.overAllowance, await pullWith({ amountAtomic: AMOUNT + 1n })],
        everything: [REFUSED.overAllowance, await pullWith({ amountAtomic: FUNDS })],
        'too much in two parts': [REFUSED.overAllowance, [half, otherHalf]],
        "by a key of the thief's": [REFUSED.stranger, await pullWith({ puller: thief.address })],
        "from another payer's account": [
          REFUSED.stranger,
          await pullOf(ground, { ...payer, source: otherPayer.source }, plan),
        ],
        "through another payee's plan": [REFUSED.missing, await pullOf(ground, payer, otherPlan)],
        "as the token account's delegate": [
          REFUSED.tokenOwner,
          getTransferInstruction({ source, destination: loot, authority: ground.delegate, amount: 1n }),
        ],
        "as the token account's owner": [
          REFUSED.tokenOwner,
          getTransferInstruction({ source, destination: loot, authority: ground.owner, amount: 1n }),
        ],
      });
      await expectPaid(0n);
    });

    it('takes no period twice, none in advance and none that was missed', async () => {
      const [full, more] = [await pullWith({}), await pullWith({ amountAtomic: 1n })];
      await attempt({ first: [null, full], again: [REFUSED.overAllowance, more] });
      ground.clock.wait(HOUR - 1);
      await attempt({ 'a second early': [REFUSED.overAllowance, more] });
      await expectPaid(AMOUNT);
      ground.clock.wait(10 * HOUR);
      await attempt({
        'two for those missed': [REFUSED.overAllowance, await pullWith({ amountAtomic: 2n * AMOUNT })],
        'one for this period': [null, full],
        'one for those missed': [REFUSED.overAllowance, more],
      });
      await expectPaid(2n * AMOUNT);
    });

    it('can pay into any account of the payee, which is the payee’s all the same', async () => {
      const account = await generateKeyPairSigner();
      const { mint } = payer;
      const program = TOKEN_PROGRAM_ADDRESS;
      const rent = { lamports: 2_039_280n, space: 165n, programAddress: program };
      const made = [
        getCreateAccountInstruction({ payer: thief, newAccount: account, ...rent }),
        getInitializeAccount3Instruction({ account: account.address, mint, owner: plan.payee }),
      ];
      expect((await run(ground, made, [account], thief)).failure).toBeNull();
      const destination = account.address;
      const moved = getTransferInstruction({
        source: destination,
        destination: loot,
        authority: thief,
        amount: 1n,
      });
      await attempt({
        'into it': [null, await pullWith({ destination })],
        'into the usual one as well': [REFUSED.overAllowance, await pullWith({ amountAtomic: 1n })],
        'and from there to the thief': [REFUSED.tokenOwner, moved],
      });
      expect(await tokensOf(ground, destination)).toBe(AMOUNT);
      expect(await tokensOf(ground, payer.source)).toBe(FUNDS - AMOUNT);
    });

    it('gets nothing by a plan of the same owner that pays the thief', async () => {
      const planId = plan.planId + 1_000_000n;
      const { address: trap } = await planOf(plan.owner, planId);
      const trapTerms = { ...plan, planId, plan: trap, payee: thief.address, planCreatedAt: now() };
      const { initId } = (await readAuthority(ground, payer))!;
      const rent = { rentPayer: thief.address };
      const joined = await subscribe({ ...trapTerms, payer: payer.payer, initId }, rent);
      const parties = { destinations: [thief.address], pullers: [thief.address] };
      await attempt({
        'it is made': [null, await createAnyPlan({ ...trapTerms, ...ground.token, ...parties })],
        "with the payer's subscription to the other": [
          REFUSED.stranger,
          withAccounts(await toThief(), { 1: trap }),
        ],
        'without a subscription': [
          REFUSED.missing,
          await pullOf(ground, payer, trapTerms, { destination: loot }),
        ],
        "a subscription in the payer's name": [REFUSED.unsigned, unsigned(joined, payer.payer)],
        "a subscription of the thief with the payer's authority": [
          REFUSED.stranger,
          withAccounts(joined, { 0: thief.address, 3: await subscriptionOf(trap, thief.address) }),
        ],
      });
      await expectPaid(0n);
    });

    it('can let others pull and end a plan, and it pays the payee alone until then', async () => {
      const { owner, planId } = plan;
      const change = { owner, planId, status: 1, endsAt: 0n, pullers: [thief.address] } as const;
      const changed = await updatePlan(change);
      const longer = new Uint8Array(changed.data!.length + 4 * 32);
      longer.set(changed.data!);
      const byThief = { puller: thief.address };
      await attempt({
        'destinations behind the other fields': [REFUSED.data, { ...changed, data: longer }],
        'the thief may pull': [null, changed],
        'to the thief': [REFUSED.destination, await toThief(byThief)],
        'to the payee': [null, await pullWith(byThief)],
        'it ends in a period': [
          null,
          await updatePlan({ ...change, status: 0, endsAt: now() + BigInt(HOUR) }),
        ],
        'it goes on after all': [REFUSED.sunset, changed],
      });
      expect((await readPlan(ground, plan.plan))!.destinations).toEqual([plan.payee]);
      ground.clock.wait(HOUR + 1);
      await attempt({
        'by the thief after its end': [REFUSED.planEnded, await pullWith(byThief)],
        'by the owner after its end': [REFUSED.planEnded, await pullWith({ puller: owner })],
      });
      await expectPaid(AMOUNT);
    });

    it.each([
      { other: 'the thief as its destination', thiefIsPaid: true, amountAtomic: AMOUNT, isBackdated: false },
      { other: 'a higher amount', thiefIsPaid: false, amountAtomic: FUNDS, isBackdated: false },
      {
        other: 'the time at which the first was made',
        thiefIsPaid: true,
        amountAtomic: AMOUNT,
        isBackdated: true,
      },
    ])('gets nothing by a plan made at the same address with $other', async (again) => {
      const { owner, planId, planCreatedAt } = plan;
      const end = { owner, planId, status: 0, endsAt: now() + BigInt(HOUR), pullers: [] } as const;
      await attempt({
        'a plan without an end is not deleted': [REFUSED.endless, await deletePlan(plan)],
        'it is ended': [null, await updatePlan(end)],
        'and not deleted before its end': [REFUSED.endless, await deletePlan(plan)],
      });
      ground.clock.wait(HOUR + 1);
      const made = await createAnyPlan({
        ...plan,
        ...ground.token,
        endsAt: 0n,
        amountAtomic: again.amountAtomic,
        destinations: [again.thiefIsPaid ? thief.address : plan.payee],
        pullers: [ground.delegate.address],
        ...(again.isBackdated ? { createdAt: planCreatedAt } : {}),
      });
      const [theirs, payees] = again.thiefIsPaid
        ? [REFUSED.otherTerms, REFUSED.destination]
        : [REFUSED.destination, REFUSED.otherTerms];
      await attempt({
        'it is deleted': [null, await deletePlan(plan)],
        'while there is none': [REFUSED.planClosed, await toThief()],
        'another is made': [null, made],
        'to the thief': [theirs, await toThief()],
        'to the payee': [payees, await pullWith({})],
        'all to the payee': [payees, await pullWith({ amountAtomic: FUNDS })],
      });
      // What stops it: the subscription remembers when its plan was made, and the program alone writes that.
      expect((await readPlan(ground, plan.plan))!.createdAt).toBe(now());
      expect((await readSubscription(ground, plan.plan, payer.payer))!.planCreatedAt).toBe(planCreatedAt);
      await expectPaid(0n);
    });

    it('cannot put another plan under what a payer was given to sign: that names the second in which theirs was made', async () => {
      const { owner, planId } = plan;
      const late = await newPayer(ground, FUNDS);
      await open(ground, late);
      const { initId } = (await readAuthority(ground, late))!;
      const terms = { ...plan, payer: late.payer, initId };
      const given = await subscribe(terms, { rentPayer: late.payer });
      const end = { owner, planId, status: 0, endsAt: now() + BigInt(HOUR), pullers: [] } as const;
      await attempt({ 'it is ended': [null, await updatePlan(end)] });
      ground.clock.wait(HOUR + 1);
      const trap = { ...plan, ...ground.token, endsAt: 0n, destinations: [thief.address], pullers: [owner] };
      const swapped = [await deletePlan(plan), await createAnyPlan(trap)];
      await attempt({ 'the same terms for the thief, in one transaction': [null, swapped] });
      expect((await run(ground, [given], [late.wallet])).failure).toBe(REFUSED.otherTerms);
      // What it does not name is the payee. Whoever gives it out has compared that with the plan whose second it names.
      const unchecked = await subscribe({ ...terms, planCreatedAt: now() }, { rentPayer: late.payer });
      expect((await run(ground, [unchecked], [late.wallet])).failure).toBeNull();
    });

    it('has no delegation outside plans, and cannot make one in the payer’s name', async () => {
      const { initId } = (await readAuthority(ground, payer))!;
      const rent = { rentPayer: thief.address };
      const delegation = { ...payer, delegatee: ground.delegate.address, nonce: 1n };
      const terms = { ...delegation, ...rent, amountAtomic: FUNDS, initId, expiresAt: now() + 86_400n };
      const fixed = await createFixed(terms);
      const recurring = await createRecurring({ ...terms, periodSeconds: 1n, startsAt: now() });
      const opened = await initAuthority(payer, rent);
      const transfer = { ...delegation, amountAtomic: 1n, destination: loot };
      const account = await subscriptionOf(plan.plan, payer.payer);
      const asThief = (instruction: Instruction) => withAccounts(instruction, { 0: thief.address });
      await attempt({
        'fixed, and not there': [REFUSED.missing, await transferByDelegation('fixed', transfer)],
        'recurring, and not there': [REFUSED.missing, await transferByDelegation('recurring', transfer)],
        'the subscription as a fixed one': [
          REFUSED.wrongKind,
          await transferByDelegation('fixed', { ...transfer, account }),
        ],
        'the subscription as a recurring one': [
          REFUSED.wrongKind,
          await transferByDelegation('recurring', { ...transfer, account }),
        ],
        'a fixed one unsigned': [REFUSED.unsigned, unsigned(fixed, payer.payer)],
        'a recurring one unsigned': [REFUSED.unsigned, unsigned(recurring, payer.payer)],
        'a fixed one as the thief': [REFUSED.stranger, asThief(fixed)],
        'a recurring one as the thief': [REFUSED.stranger, asThief(recurring)],
        "the payer's authority unsigned": [REFUSED.unsigned, unsigned(opened, payer.payer)],
        "the payer's authority as the thief": [REFUSED.authority, asThief(opened)],
        'an approval': [
          REFUSED.tokenOwner,
          getApproveInstruction({
            source: payer.source,
            delegate: thief.address,
            owner: ground.delegate,
            amount: 1n,
          }),
        ],
      });
      await expectPaid(0n);
    });

    it('cannot undo a cancellation, and pulls nothing once it has taken effect', async () => {
      await must(ground, [await cancelSubscription({ payer: payer.payer, plan: plan.plan })], [payer.wallet]);
      const { expiresAt } = (await readSubscription(ground, plan.plan, payer.payer))!;
      const resumed = await resume({ ...payer, plan: plan.plan, expiresAt });
      await attempt({
        'resumed unsigned': [REFUSED.unsigned, unsigned(resumed, payer.payer)],
        'resumed by the owner': [REFUSED.stranger, withAccounts(resumed, { 0: plan.owner })],
      });
      ground.clock.wait(HOUR);
      await attempt({ 'after its end': [REFUSED.cancelled, await pullWith({})] });
      await expectPaid(0n);
    });

    it('closes no account of a payer, and gets no rent', async () => {
      const attempts: Attempts = {};
      const accounts: Address[] = [];
      for (const [name, one, of] of [
        ['sponsored', payer, plan],
        ['own', otherPayer, otherPlan],
      ] as const) {
        const authority = await authorityOf(one.payer, one.mint);
        const subscription = await subscriptionOf(of.plan, one.payer);
        accounts.push(authority, subscription);
        const { periodStartsAt } = (await readSubscription(ground, of.plan, one.payer))!;
        const terms = { payer: one.payer, owner: of.owner, plan: of.plan, periodStartsAt };
        const cancelledNow = unsigned(await cancelNow(terms), one.payer);
        const closed = unsigned(closeAuthorityAs(one.payer, authority, thief.address), one.payer);
        attempts[`${name}: the authority unsigned`] = [REFUSED.unsigned, closed];
        attempts[`${name}: cancelled unsigned`] = [
          REFUSED.unsigned,
          unsigned(await cancelSubscription(terms), one.payer),
        ];
        // v0.4.0 does not know it.
        attempts[`${name}: cancelled at once unsigned`] = [
          build === 'subscriptions-head.so' ? REFUSED.unsigned : REFUSED.unknown,
          cancelledNow,
        ];
        for (const [key, { address: signer }] of Object.entries({
          delegate: ground.delegate,
          owner: ground.owner,
        })) {
          const closings = {
            subscription: revokeAs(signer, subscription, [
              [of.plan, 0],
              [thief.address, 1],
            ]),
            'subscription as abandoned': await revokeAbandoned(signer, { ...one, plan: of.plan }),
            authority: closeAuthorityAs(signer, authority, thief.address),
            'authority and approval': await revokeAuthorityAs(signer, one, thief.address),
          };
          for (const [what, closing] of Object.entries(closings))
            attempts[`${name}: the ${what} by the ${key}`] = [REFUSED.stranger, closing];
        }
      }
      const read = () => Promise.all(accounts.map((address) => readRaw(ground, address)));
      const before = await read();
      await attempt(attempts);
      expect(await read()).toEqual(before);
      await expectPaid(0n);
    });

    it('gets no rent that a payer paid after a plan has ended either', async () => {
      const end = { ...otherPlan, status: 0, endsAt: now() + BigInt(HOUR), pullers: [] } as const;
      await attempt({ 'the plan is ended': [null, await updatePlan(end)] });
      ground.clock.wait(HOUR + 1);
      const subscription = await subscriptionOf(otherPlan.plan, otherPayer.payer);
      const closed = (...more: Address[]) =>
        revokeAs(otherPlan.owner, subscription, [
          [otherPlan.plan, 0],
          ...more.map((address) => [address, 1] as const),
        ]);
      await attempt({
        'closed by the owner': [REFUSED.stranger, closed()],
        'closed for the thief': [REFUSED.stranger, closed(thief.address)],
        'closed as abandoned': [
          REFUSED.stranger,
          await revokeAbandoned(otherPlan.owner, { ...otherPayer, plan: otherPlan.plan }),
        ],
        'the plan is deleted': [null, await deletePlan(otherPlan)],
        'closed with the plan gone': [REFUSED.stranger, closed(thief.address)],
      });
      expect(await readSubscription(ground, otherPlan.plan, otherPayer.payer)).not.toBeNull();
      await expectPaid(0n);
    });

    it('with three periods to pull as often as it wants, has moved one amount per period to each payee', async () => {
      for (let period = 1n; period <= 3n; period += 1n) {
        for (const puller of [plan.owner, ground.delegate.address, plan.owner])
          for (const [one, of] of [
            [payer, plan],
            [otherPayer, otherPlan],
          ] as const)
            for (const amountAtomic of [AMOUNT / 2n, AMOUNT, AMOUNT / 2n, 1n]) {
              const instruction = await pullOf(ground, one, of, { puller, amountAtomic });
              await run(ground, [instruction], [ground.owner, ground.delegate], thief);
            }
        await expectPaid(period * AMOUNT, period * AMOUNT);
        ground.clock.wait(HOUR);
      }
    });
  });
});
