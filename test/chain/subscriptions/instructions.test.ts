import { type Address, generateKeyPairSigner, type Instruction, type KeyPairSigner } from '@solana/kit';
import { getApproveCheckedInstruction } from '@solana-program/token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorityOf, planOf, subscriptionOf } from '../../../server/chain/subscriptions/addresses.ts';
import {
  cancelSubscription,
  closeSubscription,
  createPlan,
  deletePlan,
  initAuthority,
  revokeAuthority,
  subscribe,
  sunsetPlan,
  UNKNOWN_INIT_ID,
} from '../../../server/chain/subscriptions/instructions.ts';
import { programAddressOf } from '../../../server/chain/token-program.ts';
import { describeUnless } from '../../support/requires.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../../support/subscriptions-program.ts';
import { fund, randomAddress } from '../support.ts';
import {
  makePlan,
  must,
  newPayer,
  open,
  type Payer,
  type PlanGround,
  pull,
  pullOf,
  readAuthority,
  readPlan,
  readRaw,
  readSubscription,
  REFUSED,
  RENT,
  run,
  startPlanGround,
  subscribedPayer,
  subscribeTo,
  tokenAt,
  tokensOf,
} from './support.ts';

const HOUR = 3_600;
const U64_MAX = 2n ** 64n - 1n;

let ground: PlanGround;
let rent: { rentPayer: Address };

const now = () => BigInt(ground.clock.seconds());
const lamportsOf = async (address: Address) => (await readRaw(ground, address))?.lamports ?? 0n;

/** What an address got in lamports while `act` ran; what the fee payer spends on signatures is not counted. */
async function gained(address: Address, act: () => Promise<unknown>): Promise<bigint> {
  const before = await lamportsOf(address);
  await act();
  return (await lamportsOf(address)) - before;
}

/** Whether the transaction that listed the reference is found by it. */
async function isFoundBy(reference: Address): Promise<boolean> {
  const found = await ground.net.call('getSignaturesForAddress', [reference, { commitment: 'confirmed' }]);
  return found.length === 1 && found[0].err === null;
}

/** A payer who never had SOL. */
async function newPayerWithoutSol(): Promise<Payer> {
  const wallet = await generateKeyPairSigner();
  const source = await fund(ground.net, ground.token.mint, wallet.address, 1_000_000_000n);
  return { wallet, payer: wallet.address, ...ground.token, source };
}

describeUnless(missingBuilds(), "the Subscriptions program's instructions", () => {
  describe.each(
    SUBSCRIPTIONS_BUILDS.flatMap((build) => [
      { build, tokenProgram: 'token' as const },
      { build, tokenProgram: 'token-2022' as const },
    ]),
  )('$build with $tokenProgram', ({ build, tokenProgram }) => {
    const opensInOneStep = build === 'subscriptions-head.so';
    beforeAll(async () => {
      ground = await startPlanGround(build, { tokenProgram });
      rent = { rentPayer: ground.feePayer.address };
    });
    afterAll(() => ground.stop());

    describe('createPlan', () => {
      it('makes a plan whose owner pays the rent, and which pays the payee alone', async () => {
        const planId = 2n ** 63n - 1n;
        const terms = {
          ...ground.token,
          owner: ground.owner.address,
          planId,
          amountAtomic: 7n,
          periodHours: 8_760n,
        };
        const endsAt = now() + BigInt(8_760 * HOUR);
        const instruction = await createPlan({
          ...terms,
          endsAt,
          payee: ground.payee.address,
          puller: ground.delegate.address,
        });
        let bytes = 0;
        const owned = await gained(ground.owner.address, async () => {
          bytes = (await must(ground, [instruction], [], ground.owner)).bytes;
        });
        expect(bytes).toBe(762);
        expect(owned).toBe(-RENT.plan - 5_000n);
        const { tokenProgram: _, ...fixed } = terms;
        expect(await readPlan(ground, (await planOf(terms.owner, planId)).address)).toEqual({
          ...fixed,
          isActive: true,
          createdAt: now(),
          endsAt,
          destinations: [ground.payee.address],
          pullers: [ground.delegate.address],
          details: new Uint8Array(128),
        });
      });

      it('is refused for an end that is less than one period ahead, and a second time under one number', async () => {
        const plan = await makePlan(ground, { endsAt: now() + BigInt(HOUR) });
        const more = {
          ...ground.token,
          ...plan,
          endsAt: now() + BigInt(HOUR) - 1n,
          puller: ground.delegate.address,
        };
        const tooSoon = await createPlan({ ...more, planId: plan.planId + 1_000n });
        expect((await run(ground, [tooSoon], [ground.owner])).failure).toBe(REFUSED.endTooSoon);
        const again = await createPlan({ ...more, endsAt: 0n });
        expect((await run(ground, [again], [ground.owner])).failure).not.toBeNull();
        expect((await readPlan(ground, plan.plan))!.endsAt).toBe(plan.endsAt);
      });
    });

    describe('initAuthority', () => {
      it('makes the authority the delegate for u64 max, with references, for a payer without SOL', async () => {
        const payer = await newPayerWithoutSol();
        const references = [await randomAddress(), await randomAddress()];
        const opened = [await initAuthority(payer, { ...rent, references })];
        expect(await gained(payer.payer, () => must(ground, opened, [payer.wallet]))).toBe(0n);
        const authority = await authorityOf(payer.payer, payer.mint);
        expect(await readAuthority(ground, payer)).toMatchObject({
          payer: payer.payer,
          mint: payer.mint,
          ...rent,
        });
        expect(await lamportsOf(authority)).toBe(RENT.authority);
        const account = await tokenAt(ground, payer.source);
        expect(account).toMatchObject({ delegate: authority, delegatedAmountAtomic: U64_MAX });
        expect([await isFoundBy(references[0]!), await isFoundBy(references[1]!)]).toEqual([true, true]);
      });

      it('takes the place of another delegate, and keeps the authority that is there', async () => {
        const payer = await newPayer(ground);
        await open(ground, payer);
        const before = await readAuthority(ground, payer);
        await approveSomebody(payer);
        const spent = await gained(ground.feePayer.address, () => open(ground, payer));
        expect(spent).toBe(-10_000n);
        expect(await readAuthority(ground, payer)).toEqual(before);
        expect((await tokenAt(ground, payer.source)).delegate).toBe(
          await authorityOf(payer.payer, payer.mint),
        );
      });
    });

    describe('subscribe', () => {
      it('starts the first period this second, at the terms of the plan, and is found by its reference', async () => {
        const plan = await makePlan(ground);
        ground.clock.wait(77);
        const payer = await newPayer(ground);
        await open(ground, payer);
        const { initId } = (await readAuthority(ground, payer))!;
        const reference = await randomAddress();
        const terms = { ...plan, payer: payer.payer, initId };
        const instruction = await subscribe(terms, { ...rent, references: [reference] });
        expect(instruction.accounts!.at(-1)!.address).toBe(reference);
        await must(ground, [instruction], [payer.wallet]);
        expect(await isFoundBy(reference)).toBe(true);
        expect(await lamportsOf(await subscriptionOf(plan.plan, payer.payer))).toBe(RENT.subscription);
        expect(await readSubscription(ground, plan.plan, payer.payer)).toEqual({
          payer: payer.payer,
          plan: plan.plan,
          ...rent,
          initId,
          amountAtomic: plan.amountAtomic,
          periodHours: plan.periodHours,
          planCreatedAt: now() - 77n,
          pulledAtomic: 0n,
          periodStartsAt: now(),
          expiresAt: 0n,
        });
      });

      it(`${opensInOneStep ? 'works' : 'does not work yet'} in the transaction that opens the authority`, async () => {
        const plan = await makePlan(ground);
        const payer = await newPayerWithoutSol();
        const terms = { ...plan, payer: payer.payer, initId: UNKNOWN_INIT_ID };
        const both = [await initAuthority(payer, rent), await subscribe(terms, rent)];
        const ran = await run(ground, both, [payer.wallet]);
        expect(ran.failure).toBe(opensInOneStep ? null : REFUSED.stale);
        expect((await readSubscription(ground, plan.plan, payer.payer)) !== null).toBe(opensInOneStep);
        expect(await lamportsOf(payer.payer)).toBe(0n);
        if (!opensInOneStep) return;
        expect(await pull(ground, payer, plan)).toBeNull();
      });

      it('is refused for other terms than those of the plan, and for another authority', async () => {
        const plan = await makePlan(ground);
        const payer = await newPayer(ground);
        await open(ground, payer);
        const { initId } = (await readAuthority(ground, payer))!;
        const others = [
          { amountAtomic: plan.amountAtomic - 1n },
          { periodHours: 2n },
          { planCreatedAt: plan.planCreatedAt - 1n },
          { initId: initId - 1n },
          { planId: plan.planId + 1_000n },
        ];
        for (const other of others) {
          const instruction = await subscribe({ ...plan, payer: payer.payer, initId, ...other }, rent);
          expect((await run(ground, [instruction], [payer.wallet])).failure).not.toBeNull();
        }
        expect(await readSubscription(ground, plan.plan, payer.payer)).toBeNull();
        expect((await subscribeTo(ground, payer, plan)).failure).toBeNull();
      });

      it('is refused a second time on one plan, and works on another', async () => {
        const [plan, other] = [await makePlan(ground), await makePlan(ground)];
        const payer = await subscribedPayer(ground, plan);
        expect((await subscribeTo(ground, payer, plan)).failure).toBe(REFUSED.subscribedAlready);
        expect((await subscribeTo(ground, payer, other)).failure).toBeNull();
        expect([await pull(ground, payer, plan), await pull(ground, payer, other)]).toEqual([null, null]);
      });
    });

    describe('transferOfSubscription', () => {
      it('moves what the period allows to the payee, once, with references', async () => {
        const plan = await makePlan(ground);
        const payer = await subscribedPayer(ground, plan);
        const before = await tokensOf(ground, ground.payee.account);
        const reference = await randomAddress();
        expect(await pull(ground, payer, plan, { references: [reference] })).toBeNull();
        expect(await isFoundBy(reference)).toBe(true);
        expect(await pull(ground, payer, plan, { amountAtomic: 1n })).toBe(REFUSED.overAllowance);
        expect((await tokensOf(ground, ground.payee.account)) - before).toBe(plan.amountAtomic);
        expect(await readSubscription(ground, plan.plan, payer.payer)).toMatchObject({
          pulledAtomic: plan.amountAtomic,
        });
        ground.clock.wait(HOUR);
        expect(await pull(ground, payer, plan)).toBeNull();
        expect((await tokensOf(ground, ground.payee.account)) - before).toBe(2n * plan.amountAtomic);
        expect((await tokenAt(ground, payer.source)).delegatedAmountAtomic).toBe(
          U64_MAX - 2n * plan.amountAtomic,
        );
      });

      it('is allowed to the plan’s puller and owner, in parts, and to nobody else', async () => {
        const plan = await makePlan(ground);
        const payer = await subscribedPayer(ground, plan);
        const part = async (by: KeyPairSigner, amountAtomic: bigint) => {
          const instruction = await pullOf(ground, payer, plan, { puller: by.address, amountAtomic });
          return (await run(ground, [instruction], [by])).failure;
        };
        expect(await part(payer.wallet, 1n)).toBe(REFUSED.stranger);
        expect(await part(ground.feePayer, 1n)).toBe(REFUSED.stranger);
        expect(await part(ground.owner, 4_000_000n)).toBeNull();
        expect(await part(ground.delegate, 6_000_001n)).toBe(REFUSED.overAllowance);
        expect(await part(ground.delegate, 0n)).toBe(REFUSED.zeroAmount);
        expect(await part(ground.delegate, 6_000_000n)).toBeNull();
      });
    });

    describe('cancelSubscription', () => {
      it('ends it with its period, which can still be pulled until then', async () => {
        const plan = await makePlan(ground);
        const payer = await subscribedPayer(ground, plan);
        const startedAt = now();
        ground.clock.wait(HOUR + 600);
        const cancelled = [await cancelSubscription({ payer: payer.payer, plan: plan.plan })];
        expect(await must(ground, cancelled, [payer.wallet])).toMatchObject({ bytes: 369 });
        const { expiresAt } = (await readSubscription(ground, plan.plan, payer.payer))!;
        expect(expiresAt).toBe(startedAt + BigInt(2 * HOUR));
        expect(await pull(ground, payer, plan)).toBeNull();
        ground.clock.wait(HOUR - 600);
        expect(await pull(ground, payer, plan)).toBe(REFUSED.cancelled);
      });

      it('is the payer’s alone', async () => {
        const plan = await makePlan(ground);
        const payer = await subscribedPayer(ground, plan);
        const other = await subscribedPayer(ground, plan);
        const theirs = await cancelSubscription({ payer: payer.payer, plan: plan.plan });
        const accounts = theirs.accounts!.with(0, { ...theirs.accounts![0]!, address: other.payer });
        expect((await run(ground, [{ ...theirs, accounts }], [other.wallet])).failure).not.toBeNull();
        expect((await readSubscription(ground, plan.plan, payer.payer))!.expiresAt).toBe(0n);
      });
    });

    describe('closeSubscription', () => {
      it('closes it once it was cancelled and has expired, and returns the rent to whoever paid it', async () => {
        const plan = await makePlan(ground);
        const payer = await subscribedPayer(ground, plan);
        const reference = await randomAddress();
        const closed = (references: Address[] = []) =>
          closeSubscription({ payer: payer.payer, plan: plan.plan, ...rent, references });
        expect((await run(ground, [await closed()], [payer.wallet])).failure).toBe(REFUSED.notYetExpired);
        await must(
          ground,
          [await cancelSubscription({ payer: payer.payer, plan: plan.plan })],
          [payer.wallet],
        );
        expect((await run(ground, [await closed()], [payer.wallet])).failure).not.toBeNull();
        ground.clock.wait(HOUR);
        let bytes = 0;
        const returned = await gained(ground.feePayer.address, async () => {
          bytes = (await must(ground, [await closed([reference])], [payer.wallet])).bytes;
        });
        expect(bytes).toBe(369);
        expect(returned).toBe(RENT.subscription - 10_000n);
        expect(await readSubscription(ground, plan.plan, payer.payer)).toBeNull();
        expect(await isFoundBy(reference)).toBe(true);
      });
    });

    describe('revokeAuthority', () => {
      it('stops every subscription of the payer in this token, and returns the rent to whoever paid it', async () => {
        const [plan, other] = [await makePlan(ground), await makePlan(ground)];
        const payer = await subscribedPayer(ground, plan);
        await subscribeTo(ground, payer, other);
        const reference = await randomAddress();
        const revoked = [await revokeAuthority(payer, { ...rent, references: [reference] })];
        const returned = await gained(ground.feePayer.address, () => must(ground, revoked, [payer.wallet]));
        expect(returned).toBe(RENT.authority - 10_000n);
        expect(await readAuthority(ground, payer)).toBeNull();
        expect((await tokenAt(ground, payer.source)).delegate).toBeNull();
        expect(await isFoundBy(reference)).toBe(true);
        for (const one of [plan, other]) expect(await pull(ground, payer, one)).not.toBeNull();
        expect(await tokensOf(ground, payer.source)).toBe(1_000_000_000n);
      });
    });

    describe('sunsetPlan and deletePlan', () => {
      it('leave the plan to its owner until it ends, and then return its rent', async () => {
        const plan = await makePlan(ground);
        const payer = await subscribedPayer(ground, plan);
        const endsAt = now() + BigInt(HOUR);
        const ended = (at: bigint) => sunsetPlan({ ...plan, endsAt: at });
        const deleted = [await deletePlan(plan)];
        const byOwner = async () => [await pullOf(ground, payer, plan, { puller: ground.owner.address })];
        expect((await run(ground, deleted, [ground.owner])).failure).toBe(REFUSED.endless);
        expect((await run(ground, [await ended(endsAt - 1n)], [ground.owner])).failure).toBe(
          REFUSED.endTooSoon,
        );
        await must(ground, [await ended(endsAt)], [ground.owner]);
        expect(await readPlan(ground, plan.plan)).toMatchObject({ isActive: false, endsAt, pullers: [] });
        expect(await pull(ground, payer, plan)).toBe(REFUSED.stranger);
        expect((await run(ground, await byOwner(), [ground.owner])).failure).toBeNull();
        expect((await run(ground, deleted, [ground.owner])).failure).toBe(REFUSED.endless);
        ground.clock.wait(HOUR + 1);
        expect((await run(ground, await byOwner(), [ground.owner])).failure).toBe(REFUSED.planEnded);
        const returned = await gained(ground.owner.address, () => must(ground, deleted, [ground.owner]));
        expect(returned).toBe(RENT.plan);
        expect(await readPlan(ground, plan.plan)).toBeNull();
      });

      it('are the owner’s alone', async () => {
        const plan = await makePlan(ground, { endsAt: now() + BigInt(HOUR) });
        const [ended, deleted] = [await sunsetPlan({ ...plan, endsAt: plan.endsAt }), await deletePlan(plan)];
        ground.clock.wait(HOUR + 1);
        for (const instruction of [ended, deleted]) {
          const accounts = instruction.accounts!.with(0, {
            ...instruction.accounts![0]!,
            address: ground.delegate.address,
          });
          expect(
            (await run(ground, [{ ...instruction, accounts }], [ground.delegate])).failure,
          ).not.toBeNull();
        }
        expect(await readPlan(ground, plan.plan)).not.toBeNull();
      });
    });

    it('fit into a transaction, whose limit is 1,232 bytes', async () => {
      const reference = await randomAddress();
      const bytesFor = async (owner: KeyPairSigner) => {
        const plan = await makePlan({ ...ground, owner });
        const payer = await subscribedPayer(ground, plan);
        const first = await newPayerWithoutSol();
        const opened = await initAuthority(first, rent);
        const terms = { ...plan, payer: first.payer, initId: UNKNOWN_INIT_ID };
        const subscribed = await subscribe(terms, { ...rent, references: [reference] });
        const everything = [...computeBudget(), opened, subscribed, memo('m'.repeat(400))];
        const pulled = await pullOf(ground, payer, plan, { references: [reference], amountAtomic: 1n });
        const bytes = async (instructions: Instruction[], ...signers: KeyPairSigner[]) =>
          (await run(ground, instructions, signers)).bytes;
        return {
          opened: await bytes([opened, await subscribe(terms, rent)], first.wallet),
          openedWithAll: await bytes(everything, first.wallet),
          pulled: await bytes([pulled], ground.delegate),
        };
      };
      expect(await bytesFor(ground.feePayer)).toEqual({ opened: 617, openedWithAll: 1_138, pulled: 639 });
      // A key of its own for the owner of plans is one more address.
      expect(await bytesFor(ground.owner)).toEqual({ opened: 649, openedWithAll: 1_170, pulled: 639 });
    });
  });
});

async function approveSomebody({ wallet, source, mint, tokenProgram }: Payer): Promise<void> {
  const delegate = await randomAddress();
  const approval = getApproveCheckedInstruction(
    { source, mint, delegate, owner: wallet, amount: 5n, decimals: 6 },
    { programAddress: programAddressOf(tokenProgram) },
  );
  await must(ground, [approval], [wallet]);
  expect((await tokenAt(ground, source)).delegate).toBe(delegate);
}

/** A limit of units and a price, as wallets put them first. */
function computeBudget(): Instruction[] {
  const programAddress = 'ComputeBudget111111111111111111111111111111' as Address;
  return [
    { programAddress, data: Uint8Array.of(2, 0x40, 0x0d, 3, 0) },
    { programAddress, data: Uint8Array.of(3, 0xe8, 3, 0, 0, 0, 0, 0, 0) },
  ];
}

function memo(text: string): Instruction {
  return {
    programAddress: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address,
    data: new TextEncoder().encode(text),
  };
}
