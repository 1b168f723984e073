import type { Address } from '@solana/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Chain } from '../../server/chain/rpc.ts';
import { getMandate, type MandateRow, updateMandate } from '../../server/mandates/queries.ts';
import { nextStep } from '../../server/subscription-plans/ending.ts';
import { ensurePlan } from '../../server/subscription-plans/ensure-plan.ts';
import { findPlan, holdOpenPlan, sumPlanRent } from '../../server/subscription-plans/queries.ts';
import { claimEndingPlans } from '../../server/subscription-plans/retirement-queries.ts';
import { retirePlans } from '../../server/subscription-plans/retire-plans.ts';
import { RENT } from '../chain/subscriptions/support.ts';
import { chainOver, lyingNode } from '../chain/support.ts';
import { randomAddress } from '../support/deployment.ts';
import { eventually } from '../support/eventually.ts';
import { describeUnless } from '../support/requires.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../support/subscriptions-program.ts';
import {
  endMandate,
  planAt,
  type PlanField,
  planMandate,
  startPlanField,
  transactionsOf,
} from './support.ts';

const HOUR = 3_600;
const DAY = 86_400;

describe('the next step in ending a plan', () => {
  const plan = (endsAt: number, isActive = true) =>
    ({ endsAt: BigInt(endsAt), isActive, periodHours: 24n }) as never;

  it('follows from what is on chain', () => {
    expect(nextStep(null, 1_000)).toEqual({ kind: 'gone' });
    expect(nextStep(plan(0), 1_000)).toEqual({ kind: 'sunset', endsAt: 1_000 + DAY + 300 });
    // Far away, as of a mandate of years that nobody signed.
    expect(nextStep(plan(1_000 + 30 * DAY), 1_000)).toMatchObject({ kind: 'sunset' });
    expect(nextStep(plan(1_000 + 2 * DAY), 1_000)).toMatchObject({ kind: 'wait' });
    expect(nextStep(plan(1_000 + 30 * DAY, false), 1_000)).toMatchObject({ kind: 'wait' });
    expect(nextStep(plan(1_000), 1_005)).toMatchObject({ kind: 'wait' });
    expect(nextStep(plan(1_000), 1_006)).toMatchObject({ kind: 'delete' });
    expect(nextStep(plan(1_000, false), 1_006)).toMatchObject({ kind: 'delete' });
  });
});

describeUnless(missingBuilds(), 'plans that no mandate needs', () => {
  describe.each(SUBSCRIPTIONS_BUILDS)('(%s)', (build) => {
    let field: PlanField;
    beforeAll(async () => {
      field = await startPlanField(build);
    });
    afterAll(() => field.stop());
    beforeEach(() => field.lines.splice(0));

    const ensure = (mandate: MandateRow) => ensurePlan(field.deployment, field.ground.chain, mandate);
    const retire = (chain: Chain = field.ground.chain) =>
      retirePlans({ ...field.deployment, chains: { test: chain, live: null } }, false);
    const statusOf = async (address: Address) => (await findPlan(field.deployment.db, address))!.status;
    const passReal = (seconds: number) => void (field.ahead.seconds += seconds);
    const passMerchant = (seconds: number) => field.deployment.db`
      update merchants set clock_offset_seconds = clock_offset_seconds + ${seconds} where id = ${field.tenant.merchantId}`;
    const balance = () => field.ground.net.balance(field.ground.feePayer.address, 'confirmed');

    /** Lets a plan go through all that ends it. */
    const unused = async (address: Address, seconds = DAY) => {
      await retire();
      passReal(seconds + 1);
      await retire();
      expect(await statusOf(address)).toBe('ending');
    };

    it('are told to end after a day, deleted after that end, and give their rent back', async () => {
      const { row, mandate } = await ensure(await planMandate(field));
      await retire();
      passReal(2 * DAY);
      await retire();
      // A mandate needs it.
      expect(await statusOf(row.address)).toBe('open');
      await endMandate(field, mandate);
      await retire();
      passReal(DAY - 10);
      await retire();
      expect(await statusOf(row.address)).toBe('open');
      passReal(20);
      const chainBefore = Number((await planAt(field, row.address)).plan!.createdAt);
      await retire();
      const ending = await planAt(field, row.address);
      expect(ending.row).toMatchObject({
        status: 'ending',
        endsAt: Number(ending.plan!.endsAt),
        rent: RENT.plan,
      });
      expect(ending.plan).toMatchObject({ isActive: false, pullers: [] });
      expect(Number(ending.plan!.endsAt) - chainBefore).toBeGreaterThanOrEqual(HOUR + 290);
      expect(Number(ending.plan!.endsAt) - chainBefore).toBeLessThan(HOUR + 400);
      passReal(61);
      await retire();
      expect(await statusOf(row.address)).toBe('ending');
      await passMerchant(HOUR + 400);
      passReal(61);
      const before = await balance();
      await retire();
      expect(await planAt(field, row.address)).toMatchObject({
        plan: null,
        lamports: 0n,
        row: { status: 'deleted', rent: 0n },
      });
      expect((await balance()) - before).toBeGreaterThan(Number(RENT.plan) - 20_000);
    });

    it('stay where a mandate needs them again in time, and never serve one once they are ending', async () => {
      const payee = randomAddress();
      const first = await ensure(await planMandate(field, { payee }));
      await endMandate(field, first.mandate);
      await retire();
      passReal(DAY - 10);
      const second = await ensure(await planMandate(field, { payee }));
      expect(second.row.address).toBe(first.row.address);
      await retire();
      passReal(DAY);
      await retire();
      expect(await statusOf(first.row.address)).toBe('open');
      await endMandate(field, second.mandate);
      await unused(first.row.address);
      const third = await ensure(await planMandate(field, { payee }));
      expect(third.row).toMatchObject({ poolIndex: 0, status: 'open' });
      expect(third.row.address).not.toBe(first.row.address);
    });

    it('are not ended where a mandate chooses them at that moment', async () => {
      const { db } = field.deployment;
      const payee = randomAddress();
      const { row, mandate } = await ensure(await planMandate(field, { payee }));
      const chooser = await planMandate(field, { payee });
      await endMandate(field, mandate);
      await retire();
      passReal(DAY + 1);
      let retiring: Promise<void> | undefined;
      await db.begin(async (tx) => {
        expect(await holdOpenPlan(tx, row.address)).toBe(true);
        retiring = retire();
        await eventually(async () => (await db`select 1 from pg_locks where not granted`).length > 0);
        await updateMandate(tx, chooser.id, { planAccount: row.address });
      });
      await retiring;
      expect(await statusOf(row.address)).toBe('open');
      expect((await planAt(field, row.address)).plan!.isActive).toBe(true);
    });

    it('that were their mandate’s own are told to end early where their end is far away', async () => {
      const { row, mandate, plan } = await ensure(await planMandate(field, { maxPeriods: 1_000 }));
      await endMandate(field, mandate);
      await unused(row.address, HOUR);
      const ending = await planAt(field, row.address);
      expect(ending.plan!.isActive).toBe(false);
      expect(ending.plan!.endsAt).toBeLessThan(plan.createdAt + 10_000n);
    });

    it('are ended by one of two processes that look at once', async () => {
      const { db, clock } = field.deployment;
      const { row, mandate } = await ensure(await planMandate(field));
      await endMandate(field, mandate);
      await db`update subscription_plans set status = 'ending' where address = ${row.address}`;
      const claim = async () => {
        const now = clock.seconds();
        const claimed = await claimEndingPlans(db, field.ground.chain, { now, until: now + 60, take: 20 });
        return claimed.filter(({ address }) => address === row.address).length;
      };
      expect((await Promise.all([claim(), claim()])).toSorted()).toEqual([0, 1]);
      expect(await claim()).toBe(0);
      await retire();
      expect((await planAt(field, row.address)).plan!.isActive).toBe(true);
      // The one that had it was killed.
      passReal(61);
      await retire();
      expect((await planAt(field, row.address)).plan!.isActive).toBe(false);
      // One made it, and one ended it.
      expect(await transactionsOf(field, row.address)).toBe(2);
    });

    it('are not ended while a mandate has them, even where one is not as recorded', async () => {
      const { db } = field.deployment;
      const { row, mandate } = await ensure(await planMandate(field));
      const { payee } = mandate;
      await db`update subscription_plans set amount = 7 where address = ${row.address}`;
      const other = await planMandate(field, { payee, amountPerPeriod: 7n });
      await expect(ensure(other)).rejects.toMatchObject({ code: 'internal_error' });
      await ensure(other);
      expect(await statusOf(row.address)).toBe('ending');
      await retire();
      expect((await planAt(field, row.address)).plan!.isActive).toBe(true);
      await endMandate(field, mandate);
      await retire();
      expect((await planAt(field, row.address)).plan!.isActive).toBe(false);
    });

    it.each(['sunset', 'deletion'])(
      'are found again after a crash in the midst of their %s',
      async (step) => {
        const { row, mandate } = await ensure(await planMandate(field));
        await endMandate(field, mandate);
        const nextCrash = async () => {
          // The process ends when the transaction was sent, and cannot record anything more.
          const { db } = field.deployment;
          const before = await db`select * from subscription_plans where address = ${row.address}`;
          await retire();
          await db`
          update subscription_plans set ${db(before[0] as never, 'status', 'endsAt', 'rent', 'lookAt')} where address = ${row.address}`;
        };
        await retire();
        passReal(DAY + 1);
        if (step === 'sunset') await nextCrash();
        await retire();
        expect((await planAt(field, row.address)).plan!.isActive).toBe(false);
        await passMerchant(HOUR + 400);
        passReal(61);
        if (step === 'deletion') {
          await nextCrash();
          expect(await statusOf(row.address)).toBe('ending');
        }
        await retire();
        expect((await planAt(field, row.address)).row).toMatchObject({ status: 'deleted', rent: 0n });
      },
    );

    it('that were never made are forgotten', async () => {
      field.deployment.crashPoint = async () => Promise.reject(new Error('crashed'));
      const mandate = await planMandate(field);
      await expect(ensure(mandate)).rejects.toThrow('crashed');
      field.deployment.crashPoint = async () => {};
      const address = (await getMandate(field.deployment.db, mandate, mandate.id)).planAccount!;
      await endMandate(field, mandate);
      await retire();
      passReal(DAY + 1);
      await retire();
      expect(await statusOf(address)).toBe('deleted');
    });

    it('stay, and are counted, where the chain refuses or their owner is not ours; the log says so once a day', async () => {
      const { row, mandate } = await ensure(await planMandate(field));
      await endMandate(field, mandate);
      await retire();
      passReal(DAY + 1);
      const stranger = { ...field.ground.chain.feePayer, address: randomAddress() };
      // As after both keys were replaced.
      const other = { ...field.ground.chain, feePayer: stranger, planOwner: stranger };
      await retire(other);
      passReal(HOUR);
      await retire(other);
      expect(field.lines.filter((line) => line.includes('stays: its owner'))).toHaveLength(1);
      passReal(DAY);
      await retire(other);
      expect(field.lines.filter((line) => line.includes('stays: its owner'))).toHaveLength(2);
      expect((await planAt(field, row.address)).row).toMatchObject({ status: 'ending', rent: RENT.plan });
      expect((await sumPlanRent(field.deployment.db, false)).held).toBeGreaterThanOrEqual(RENT.plan);
      passReal(DAY);
      const err = { InstructionError: [2, { Custom: 113 }] };
      const node = await lyingNode(field.ground.net.localnet.rpcUrl, {
        simulateTransaction: async (truth) => {
          const answer = await truth();
          return { ...answer, value: { ...answer.value, err } };
        },
      });
      const refusing = await chainOver(field.ground, [node.url]);
      await retire(refusing);
      passReal(HOUR);
      await retire(refusing);
      await node.stop();
      expect(field.lines.filter((line) => line.includes('refuses to end it'))).toHaveLength(1);
      expect((await planAt(field, row.address)).row).toMatchObject({ status: 'ending', rent: RENT.plan });
      passReal(DAY);
      await retire();
      expect((await planAt(field, row.address)).plan!.isActive).toBe(false);
    });
  });
});
