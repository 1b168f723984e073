import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChainUnavailableError } from '../../server/chain/rpc.ts';
import { runAtClockOf } from '../../server/chain/run-at-clock.ts';
import { readMoment } from '../../server/merchants/moment.ts';
import type { CrashPoint } from '../../server/lib/crash-points.ts';
import { passCrashPoint } from '../../server/lib/crash-points.ts';
import { getMandate, type MandateRow } from '../../server/mandates/queries.ts';
import { type EnsuredPlan, ensurePlan } from '../../server/subscription-plans/ensure-plan.ts';
import { newHolder, open, type PlanGround, RENT, subscribeTo } from '../chain/subscriptions/support.ts';
import { chainOver, fund, lyingNode } from '../chain/support.ts';
import { randomAddress } from '../support/deployment.ts';
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

describeUnless(missingBuilds(), 'the plan of a mandate', () => {
  describe.each(SUBSCRIPTIONS_BUILDS)('(%s)', (build) => {
    let field: PlanField;
    beforeAll(async () => {
      field = await startPlanField(build);
    });
    afterAll(() => field.stop());

    const ensure = (mandate: MandateRow) => ensurePlan(field.deployment, field.ground.chain, mandate);
    /** Ends the process, as far as the call knows, at `point`. */
    const crashAt = async (point: CrashPoint, mandate: MandateRow) => {
      field.deployment.crashPoint = async (name) => {
        if (name === point) throw new Error(`crashed at ${name}`);
      };
      await expect(ensure(mandate)).rejects.toThrow('crashed');
      field.deployment.crashPoint = passCrashPoint;
      return (await getMandate(field.deployment.db, mandate, mandate.id)).planAccount!;
    };

    it('is made as its row says, and pays nobody but the payee', async () => {
      const mandate = await planMandate(field, { amountPerPeriod: 12_500_000n, periodSeconds: 7_200 });
      const before = await field.ground.net.balance(field.ground.feePayer.address, 'confirmed');
      const ensured = await ensure(mandate);
      const { plan, row, lamports } = await planAt(field, ensured.row.address);
      expect(plan).toEqual(ensured.plan);
      expect(plan).toMatchObject({
        owner: field.ground.feePayer.address,
        mint: mandate.mint,
        amountAtomic: 12_500_000n,
        periodHours: 2n,
        endsAt: 0n,
        isActive: true,
        destinations: [mandate.payee],
        pullers: [mandate.delegate],
      });
      expect(row).toEqual(ensured.row);
      expect(row).toMatchObject({
        number: plan!.planId,
        status: 'open',
        rent: RENT.plan,
        poolIndex: 0,
        madeAt: Number(plan!.createdAt),
      });
      expect(lamports).toBe(RENT.plan);
      expect(row.number < 2n ** 63n).toBe(true);
      expect(ensured.mandate).toMatchObject({ planAccount: row.address, planOwner: row.owner });
      expect(ensured.mandate).toEqual(await getMandate(field.deployment.db, mandate, mandate.id));
      const paid = before - (await field.ground.net.balance(field.ground.feePayer.address, 'confirmed'));
      expect(paid).toBeGreaterThan(Number(RENT.plan));
      expect(paid).toBeLessThan(Number(RENT.plan) + 20_000);
      // Asked again, it is the same one, and nothing is sent.
      expect(await ensure(ensured.mandate)).toEqual(ensured);
      expect(await transactionsOf(field, row.address)).toBe(1);
    });

    it.each(['subscription_plan:committed', 'subscription_plan:sent'] as const)(
      'is found and made once after a crash at %s',
      async (point) => {
        const mandate = await planMandate(field);
        const address = await crashAt(point, mandate);
        expect((await planAt(field, address)).row).toMatchObject({ status: 'wanted', madeAt: null });
        const { row } = await ensure(mandate);
        expect(row).toMatchObject({ address, status: 'open', rent: RENT.plan });
        expect(await transactionsOf(field, address)).toBe(1);
      },
    );

    it('is one for two who ask at once, in one process and in two', async () => {
      const mandate = await planMandate(field);
      const other = { ...field.ground.chain };
      const asked = await Promise.all([
        ensure(mandate),
        ensure(mandate),
        ensurePlan(field.deployment, other, mandate),
      ]);
      expect(new Set(asked.map(({ row }) => row.address)).size).toBe(1);
      const { address } = asked[0].row;
      expect((await planAt(field, address)).lamports).toBe(RENT.plan);
      const held = await field.deployment.db`
        select address from subscription_plans where payee = ${mandate.payee} and status <> 'deleted'`;
      expect(held).toHaveLength(1);
    });

    it('is not made again where a node shows it late', async () => {
      const { row, mandate } = await ensure(await planMandate(field));
      let late = 3;
      const node = await lyingNode(field.ground.net.localnet.rpcUrl, {
        getMultipleAccounts: async (truth, [addresses]) => {
          const answer = await truth();
          return addresses.includes(row.address) && late-- > 0 ? { ...answer, value: [null] } : answer;
        },
      });
      const lagging = await chainOver(field.ground, [node.url]);
      expect((await ensurePlan(field.deployment, lagging, mandate)).row).toEqual(row);
      expect(late).toBeLessThan(0);
      expect(node.asked).not.toContain('sendTransaction');
      await node.stop();
    });

    it('is shared by payers, and each further mandate of one payer has the next of the pool', async () => {
      const [payee, payer] = [randomAddress(), randomAddress()];
      const indexOf = async (wanted: Partial<MandateRow>) => {
        const { row, mandate } = await ensure(await planMandate(field, { payee, ...wanted }));
        return { index: row.poolIndex, mandate, address: row.address };
      };
      const first = await indexOf({ payer });
      const second = await indexOf({ payer });
      const third = await indexOf({ payer });
      expect([first.index, second.index, third.index]).toEqual([0, 1, 2]);
      expect(await indexOf({})).toMatchObject({ index: 0, address: first.address });
      // One that has ended makes room.
      await endMandate(field, second.mandate);
      expect(await indexOf({ payer })).toMatchObject({ index: 1, address: second.address });
      // Other terms, another plan.
      expect((await indexOf({ payer, amountPerPeriod: 1n })).index).toBe(0);
      expect((await indexOf({ payer, periodSeconds: 7_200 })).index).toBe(0);
    });

    const passMerchant = (seconds: number) => field.deployment.db`
      update merchants set clock_offset_seconds = clock_offset_seconds + ${seconds} where id = ${field.tenant.merchantId}`;

    /** A payer with an open authority, and what they and a new payee agree. */
    const newSubscriber = async () => {
      const ground = field.ground as PlanGround;
      const token = ground.tokens[0]!;
      const [wallet, payee] = [await ground.net.wallet(), await newHolder(ground, token.mint)];
      const source = await fund(ground.net, token.mint, wallet.address, 1_000_000_000n);
      const payer = { wallet, payer: wallet.address, ...token, source };
      await open(ground, payer);
      const subscribe = async ({ plan, row }: EnsuredPlan) => {
        const { db, clock } = field.deployment;
        const { now, realNow } = await readMoment(db, field.tenant, clock);
        const merchantClock = { merchantId: row.merchantId, offsetSeconds: now - realNow };
        await runAtClockOf(ground.chain, merchantClock, [row.address]);
        const made = { ...plan, plan: row.address, planCreatedAt: plan.createdAt, payee: payee.address };
        expect((await subscribeTo(ground, payer, made)).failure).toBeNull();
      };
      return { terms: { payer: wallet.address, payee: payee.address }, subscribe };
    };

    it('is another one where the payer is subscribed to the first', async () => {
      const { terms, subscribe } = await newSubscriber();
      const first = await ensure(await planMandate(field, terms));
      await subscribe(first);
      // It may be the signature of this mandate, which is being looked for.
      expect((await ensure(first.mandate)).row.address).toBe(first.row.address);
      // Not for a mandate that comes later, though the first has ended.
      await endMandate(field, first.mandate);
      const later = await ensure(await planMandate(field, terms));
      expect(later.row).toMatchObject({ poolIndex: 1 });
      // Nor after ten minutes, in which it would have been found.
      await subscribe(later);
      await passMerchant(590);
      expect((await ensure(later.mandate)).row.poolIndex).toBe(1);
      await passMerchant(20);
      expect((await ensure(later.mandate)).row.poolIndex).toBe(2);
    });

    it('stays when the payer has just subscribed to it, though it would be renewed by now', async () => {
      const { terms, subscribe } = await newSubscriber();
      const first = await ensure(await planMandate(field, { ...terms, maxPeriods: 3 }));
      await passMerchant(1_700);
      await subscribe(first);
      await passMerchant(200);
      expect((await ensure(first.mandate)).row.address).toBe(first.row.address);
    });

    it('ends after the trial and all periods where the mandate does, and is renewed after half a period', async () => {
      const mandate = await planMandate(field, { maxPeriods: 6, trialSeconds: 5_000 });
      const first = await ensure(mandate);
      const life = 5_000 + 6 * 3_600;
      expect(first.row).toMatchObject({ poolIndex: null, endsAt: Number(first.plan.endsAt) });
      expect(Math.abs(Number(first.plan.endsAt - first.plan.createdAt) - life)).toBeLessThan(60);
      const other = await ensure(await planMandate(field, mandate));
      expect(other.row.address).not.toBe(first.row.address);
      await passMerchant(1_700);
      expect((await ensure(first.mandate)).row.address).toBe(first.row.address);
      await passMerchant(200);
      const renewed = await ensure(first.mandate);
      expect(renewed.row.address).not.toBe(first.row.address);
      expect(renewed.mandate.planAccount).toBe(renewed.row.address);
      // Made at the time of the merchant's clock.
      expect(Number(renewed.plan.createdAt - first.plan.createdAt)).toBeGreaterThanOrEqual(1_900);
      expect(Math.abs(Number(renewed.plan.endsAt - renewed.plan.createdAt) - life)).toBeLessThan(60);
    });

    it('has a period to go when it lands, also with a single one', async () => {
      const { plan } = await ensure(await planMandate(field, { maxPeriods: 1 }));
      expect(Number(plan.endsAt - plan.createdAt)).toBeGreaterThanOrEqual(3_600);
      expect(Number(plan.endsAt - plan.createdAt)).toBeLessThanOrEqual(3_900);
    });

    it('is not sent twice while nobody knows what became of the first transaction', async () => {
      const mandate = await planMandate(field);
      await field.ground.net.setFaults({ method: 'sendTransaction', kind: 'loseReply', times: 1 });
      const { row } = await ensure(mandate);
      expect(row.status).toBe('open');
      expect(await transactionsOf(field, row.address)).toBe(1);
      // Lost on the way: it is looked for, and sent when asked again.
      const lost = await planMandate(field);
      await field.ground.net.setFaults({ method: 'sendTransaction', kind: 'drop', times: 1 });
      await expect(ensure(lost)).rejects.toThrow(ChainUnavailableError);
      await field.ground.net.setFaults();
      expect((await ensure(lost)).row.status).toBe('open');
    });

    it('is refused to a mandate that does not wait for its payer', async () => {
      const mandate = await planMandate(field, { status: 'expired', endedAt: 1 });
      await expect(ensure(mandate)).rejects.toMatchObject({ code: 'mandate_not_pending' });
    });

    it('is not given out where it is not as recorded', async () => {
      const { row, mandate } = await ensure(await planMandate(field));
      await field.deployment
        .db`update subscription_plans set amount = amount + 1 where address = ${row.address}`;
      const before = await planMandate(field, {
        payee: mandate.payee,
        amountPerPeriod: mandate.amountPerPeriod + 1n,
      });
      await expect(ensure(before)).rejects.toMatchObject({ code: 'internal_error' });
      expect(field.lines.join('')).toContain('is not what was recorded');
      expect((await ensure(before)).row.address).not.toBe(row.address);
    });
  });
});
