import { remainingBudget } from '../../../rules/mandates/approval.ts';
import { DEFAULT_MONTHS, monthBounds } from '../../../rules/metrics/months.ts';
import type { AtRisk } from '../../../rules/metrics/renewals.ts';
import { presentRetention } from '../../../rules/metrics/retention.ts';
import {
  type Activity,
  presentMetrics,
  type Settled,
  type SubscriptionGroup,
} from '../../../rules/metrics/present.ts';
import { chooseWindow, startOfDay, type Window, windowBefore } from '../../../rules/metrics/window.ts';
import type { Handlers } from './operation.ts';
import type { ChargeRow, MandateRow, RefundRow, Tenant } from './rows.ts';
import { tokenFacts, totalDecimals } from './totals.ts';
import { isOf, merchantNow, tenantOf, type World } from './world.ts';

/** What happened in a window; each payment, refund and subscription is a row of its own. */
function activityOf(world: World, tenant: Tenant, window: Window): Activity {
  const isMine = isOf(tenant);
  const isIn = (row: ChargeRow | RefundRow) =>
    isMine(row) && row.status === 'succeeded' && row.settledAt! >= window.from && row.settledAt! <= window.to;
  const settled = (row: ChargeRow | RefundRow, sums: Omit<Settled, 'day' | 'mint'>) => ({
    day: startOfDay(row.settledAt!),
    mint: world.mandates.get(row.mandateId).mint,
    ...sums,
  });
  const renewals = (rows: readonly ChargeRow[]) =>
    rows
      .filter((row) => world.mandates.get(row.mandateId).sellMode === 'subscription')
      .map(({ mandateId, amount }) => ({
        mint: world.mandates.get(mandateId).mint,
        payments: 1,
        amountAtomic: amount,
      }));
  const endedIn = ({ endedAt }: MandateRow) =>
    endedAt !== null && endedAt >= window.from && endedAt <= window.to;
  return {
    window,
    recovered: renewals(world.charges.filter((row) => isIn(row) && row.attempts > 1)),
    lost: renewals(
      world.charges.filter(
        (row) =>
          isMine(row) &&
          row.failureCode !== null &&
          row.attempts > 0 &&
          row.status !== 'processing' &&
          endedIn(world.mandates.get(row.mandateId)),
      ),
    ),
    settled: [
      ...world.charges
        .filter(isIn)
        .map((row) => settled(row, { payments: 1, grossAtomic: row.amount, refundsAtomic: 0n })),
      ...world.refunds
        .filter(isIn)
        .map((row) => settled(row, { payments: 0, grossAtomic: 0n, refundsAtomic: row.amount })),
    ],
    subscriptions: world.mandates
      .filter((row) => isMine(row) && row.sellMode === 'subscription' && row.activatedAt !== null)
      .map((row) => groupOf(row, window)),
  };
}

function groupOf(
  { mint, periodSeconds, amountPerPeriod, activatedAt, endedAt }: MandateRow,
  { from, to }: Window,
): SubscriptionGroup {
  const lastsBeyond = (at: number) => endedAt === null || endedAt > at;
  const isActive = activatedAt! <= to && lastsBeyond(to);
  return {
    mint,
    periodSeconds,
    active: isActive ? 1 : 0,
    amountAtomic: isActive ? amountPerPeriod : 0n,
    started: activatedAt! >= from && activatedAt! <= to ? 1 : 0,
    seen: activatedAt! <= to && lastsBeyond(Math.max(from, activatedAt!)),
  };
}

/** Seven days: as far ahead as payments are looked through for approvals that do not cover them. */
const AHEAD_SECONDS = 604_800;

/** What is at risk now; each payment is a row of its own. */
function atRiskOf(world: World, tenant: Tenant): AtRisk[] {
  const soon = merchantNow(world, tenant) + AHEAD_SECONDS;
  return [...world.openCharges].filter(isOf(tenant)).flatMap(({ mandateId, amount, ...charge }) => {
    const mandate = world.mandates.get(mandateId);
    if (mandate.status !== 'active' || mandate.sellMode !== 'subscription') return [];
    const hasFailed = charge.failureCode !== null;
    const isCovered =
      (mandate.scheme !== 'approval' || remainingBudget(mandate) >= amount) &&
      (mandate.periodsCharged > 0 || mandate.fundsSufficient);
    if (!hasFailed && (isCovered || charge.nextAttemptAt! > soon)) return [];
    const [failed, uncovered] = hasFailed ? [1, 0] : [0, 1];
    return [{ mint: mandate.mint, failed, uncovered, amountAtomic: amount }];
  });
}

/** What became of the tenant's subscriptions and trials; each is a row of its own. */
function retentionOf(world: World, tenant: Tenant, now: number, months: number) {
  const bounds = monthBounds(now, months);
  const monthOf = (at: number) => bounds.findLastIndex((start) => start <= at);
  const sold = world.mandates.filter(
    (row) => isOf(tenant)(row) && row.sellMode === 'subscription' && row.activatedAt !== null,
  );
  const lives = sold
    .filter(({ endedAt }) => endedAt === null || endedAt >= bounds[0]!)
    .map(({ activatedAt, endedAt, endedBy }) => ({
      started: monthOf(activatedAt!),
      ended: endedAt === null ? null : monthOf(endedAt),
      endedBy,
      count: 1,
    }));
  const trials = sold
    .filter(({ trialSeconds }) => trialSeconds > 0)
    .map((row) => ({ ...row, at: Math.min(row.anchorAt!, row.endedAt ?? Infinity) }))
    .filter(({ at }) => at >= bounds[0]! && at <= now);
  const trialsOf = (month: number) => {
    const own = trials.filter(({ at }) => monthOf(at) === month);
    const converted = own.filter(({ periodsCharged }) => periodsCharged > 0).length;
    const open = own.filter((row) => row.periodsCharged === 0 && row.endedAt === null).length;
    return { month, ended: own.length, converted, open };
  };
  return { bounds, lives, trials: Array.from({ length: months }, (_, month) => trialsOf(month)) };
}

/** The operations on metrics. */
export const metricsHandlers = {
  getMetrics: (world, call) => {
    const tenant = tenantOf(call);
    const { livemode } = tenant;
    const now = merchantNow(world, tenant);
    const window = chooseWindow(call.query, now);
    const current = activityOf(world, tenant, window);
    const previous = activityOf(world, tenant, windowBefore(window));
    const atRisk = atRiskOf(world, tenant);
    const parts = [current, previous].flatMap((each) => [
      ...each.settled,
      ...each.subscriptions,
      ...each.lost,
    ]);
    const mints = [...parts, ...atRisk];
    const facts = tokenFacts(
      world,
      tenant,
      mints.map(({ mint }) => mint),
    );
    const tokens = new Map(facts.map((each) => [each.mint, each]));
    const decimals = totalDecimals(world, livemode);
    return {
      status: 200,
      body: presentMetrics({ livemode, now, decimals, tokens, current, previous, atRisk }),
    };
  },
  getRetention: (world, call) => {
    const tenant = tenantOf(call);
    const now = merchantNow(world, tenant);
    const { livemode } = tenant;
    const source = retentionOf(world, tenant, now, call.query.months ?? DEFAULT_MONTHS);
    return { status: 200, body: presentRetention({ livemode, now, ...source }) };
  },
} satisfies Pick<Handlers, 'getMetrics' | 'getRetention'>;
