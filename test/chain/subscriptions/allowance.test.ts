import { getApproveInstruction, getRevokeInstruction } from '@solana-program/token';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorityOf } from '../../../server/chain/subscriptions/addresses.ts';
import {
  cancelSubscription,
  closeSubscription,
  revokeAuthority,
} from '../../../server/chain/subscriptions/instructions.ts';
import { describeUnless } from '../../support/requires.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../../support/subscriptions-program.ts';
import { randomAddress } from '../support.ts';
import { closeAuthorityAs, resume } from './raw-instructions.ts';
import {
  type MadePlan,
  makePlan,
  must,
  newHolder,
  newPayer,
  open,
  type Payer,
  type PlanGround,
  pull,
  readSubscription,
  REFUSED,
  startPlanGround,
  subscribedPayer,
  subscribeTo,
  tokenAt,
  tokensOf,
} from './support.ts';

const HOUR = 3_600;
const FUNDS = 1_000_000_000n;

let ground: PlanGround;
let plan: MadePlan;
let payer: Payer;

const now = () => BigInt(ground.clock.seconds());
const byPayer = (...instructions: Parameters<typeof must>[1]) => must(ground, instructions, [payer.wallet]);
const cancelled = async () => cancelSubscription({ payer: payer.payer, plan: plan.plan });
const closed = async () =>
  closeSubscription({ payer: payer.payer, plan: plan.plan, rentPayer: ground.feePayer.address });
const spent = async () => FUNDS - (await tokensOf(ground, payer.source));

/** Waits until an hour's period that began at `startedAt` has begun `count` times again, and so many seconds of it have passed. */
function waitUntil(startedAt: bigint, count: number, seconds = 0): void {
  ground.clock.wait(Number(startedAt + BigInt(count * HOUR + seconds) - now()));
}

describeUnless(missingBuilds(), 'what a subscription allows the service', () => {
  describe.each(SUBSCRIPTIONS_BUILDS)('%s', (build) => {
    beforeAll(async () => {
      ground = await startPlanGround(build);
    });
    afterAll(() => ground.stop());
    beforeEach(async () => {
      plan = await makePlan(ground);
      payer = await subscribedPayer(ground, plan);
    });

    it('is a new allowance when the payer subscribes again: one mandate, one subscription', async () => {
      expect(await pull(ground, payer, plan)).toBeNull();
      await byPayer(await cancelled());
      ground.clock.wait(HOUR);
      await byPayer(await closed());
      expect((await subscribeTo(ground, payer, plan)).failure).toBeNull();
      expect(await readSubscription(ground, plan.plan, payer.payer)).toMatchObject({
        pulledAtomic: 0n,
        periodStartsAt: now(),
        expiresAt: 0n,
      });
      expect([await pull(ground, payer, plan), await pull(ground, payer, plan)]).toEqual([
        null,
        REFUSED.overAllowance,
      ]);
      expect(await spent()).toBe(2n * plan.amountAtomic);
    });

    it('is not doubled by subscribing twice: one plan has one subscription of a payer', async () => {
      expect((await subscribeTo(ground, payer, plan)).failure).toBe(REFUSED.subscribedAlready);
      await byPayer(await cancelled());
      expect((await subscribeTo(ground, payer, plan)).failure).toBe(REFUSED.subscribedAlready);
      expect([await pull(ground, payer, plan), await pull(ground, payer, plan)]).toEqual([
        null,
        REFUSED.overAllowance,
      ]);
    });

    it('is restored when a revoked payer opens the authority for any other service, so an ended mandate must never pull', async () => {
      const approval = { source: payer.source, owner: payer.wallet };
      await byPayer(getRevokeInstruction(approval));
      expect(await pull(ground, payer, plan)).toBe(REFUSED.tokenOwner);
      // The other service's plan, in the same token.
      const elsewhere = await newHolder(ground, payer.mint);
      const other = await makePlan(
        { ...ground, owner: await ground.net.wallet() },
        { payee: elsewhere.address },
      );
      await open(ground, payer);
      expect((await subscribeTo(ground, payer, other)).failure).toBeNull();
      expect(await pull(ground, payer, plan)).toBeNull();
      // It pays for a service that the payer thought they had left.
      expect(await tokensOf(ground, elsewhere.account)).toBe(0n);
      expect(await spent()).toBe(plan.amountAtomic);
    });

    it('is restored when a payer whose approval was displaced opens the authority again', async () => {
      const approval = {
        source: payer.source,
        delegate: await randomAddress(),
        owner: payer.wallet,
        amount: 1n,
      };
      await byPayer(getApproveInstruction(approval));
      expect(await pull(ground, payer, plan)).toBe(REFUSED.tokenOwner);
      await open(ground, payer);
      expect(await pull(ground, payer, plan)).toBeNull();
    });

    it('is restored when the payer takes their cancellation back, so an ended mandate must never pull', async () => {
      await byPayer(await cancelled());
      const { expiresAt } = (await readSubscription(ground, plan.plan, payer.payer))!;
      await byPayer(await resume({ ...payer, plan: plan.plan, expiresAt }));
      ground.clock.wait(HOUR);
      expect(await pull(ground, payer, plan)).toBeNull();
    });

    it('is gone for good once the authority was closed, and opened again in a later slot', async () => {
      await byPayer(await revokeAuthority(payer, { rentPayer: ground.feePayer.address }));
      expect(await pull(ground, payer, plan)).not.toBeNull();
      await open(ground, payer);
      expect((await tokenAt(ground, payer.source)).delegate).toBe(await authorityOf(payer.payer, payer.mint));
      expect(await pull(ground, payer, plan)).toBe(REFUSED.stale);
      await byPayer(
        closeAuthorityAs(payer.payer, await authorityOf(payer.payer, payer.mint), ground.feePayer.address),
      );
      expect(await pull(ground, payer, plan)).not.toBeNull();
      expect(await spent()).toBe(0n);
    });

    it.each([
      { periods: 1, waited: 0 },
      { periods: 3, waited: 0 },
      { periods: 3, waited: HOUR / 2 - 1 },
      { periods: 3, waited: HOUR - 1 },
    ])(
      'is $periods pulls where the plan ends so many periods after it was made, and the payer came $waited s later',
      async ({ periods, waited }) => {
        const finite = await makePlan(ground, { endsAt: now() + BigInt(periods * HOUR) });
        ground.clock.wait(waited);
        const last = await subscribedPayer(ground, finite);
        const startedAt = now();
        const results: unknown[] = [];
        for (let period = 0; period <= periods; period += 1) {
          waitUntil(startedAt, period);
          results.push((await pull(ground, last, finite)) === null);
        }
        expect(results).toEqual([...Array.from({ length: periods }, () => true), false]);
      },
    );

    it('is taken to the last second of a plan, and by nobody after it', async () => {
      const finite = await makePlan(ground, { endsAt: now() + BigInt(2 * HOUR) });
      const one = await subscribedPayer(ground, finite);
      const other = await subscribedPayer(ground, finite);
      waitUntil(finite.planCreatedAt, 2, -1);
      expect(await pull(ground, one, finite)).toBeNull();
      waitUntil(finite.planCreatedAt, 2, 1);
      expect(await pull(ground, one, finite)).toBe(REFUSED.planEnded);
      expect(await pull(ground, other, finite)).toBe(REFUSED.planEnded);
      const late = await newPayer(ground);
      await open(ground, late);
      expect((await subscribeTo(ground, late, finite)).failure).toBe(REFUSED.planEnded);
    });

    it('is one pull fewer for a payer who subscribes a whole period late, so their plan is made again before that', async () => {
      const finite = await makePlan(ground, { endsAt: now() + BigInt(3 * HOUR) });
      ground.clock.wait(HOUR);
      const late = await subscribedPayer(ground, finite);
      const startedAt = now();
      const results: unknown[] = [];
      for (let period = 0; period < 3; period += 1) {
        waitUntil(startedAt, period, 1);
        results.push(await pull(ground, late, finite));
      }
      expect(results).toEqual([null, null, REFUSED.planEnded]);
    });

    it('keeps to the second of subscribing, however late or seldom it is pulled', async () => {
      const startedAt = now();
      for (const [period, seconds] of [
        [0, 1_799],
        [1, HOUR - 1],
        [2, 0],
        [7, 1_800],
        [8, 0],
      ] as const) {
        waitUntil(startedAt, period, seconds);
        expect([period, await pull(ground, payer, plan)]).toEqual([period, null]);
        expect([period, await pull(ground, payer, plan)]).toEqual([period, REFUSED.overAllowance]);
        const { periodStartsAt } = (await readSubscription(ground, plan.plan, payer.payer))!;
        expect(periodStartsAt).toBe(startedAt + BigInt(period * HOUR));
      }
      expect(await spent()).toBe(5n * plan.amountAtomic);
    });
  });
});
