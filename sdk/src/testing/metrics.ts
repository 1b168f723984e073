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
  return {
    window,
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

/** The operation on metrics. */
export const metricsHandlers = {
  getMetrics: (world, call) => {
    const tenant = tenantOf(call);
    const { livemode } = tenant;
    const now = merchantNow(world, tenant);
    const window = chooseWindow(call.query, now);
    const current = activityOf(world, tenant, window);
    const previous = activityOf(world, tenant, windowBefore(window));
    const mints = [current, previous].flatMap((each) => [...each.settled, ...each.subscriptions]);
    const facts = tokenFacts(
      world,
      tenant,
      mints.map(({ mint }) => mint),
    );
    const tokens = new Map(facts.map((each) => [each.mint, each]));
    const decimals = totalDecimals(world, livemode);
    return {
      status: 200,
      body: presentMetrics({ livemode, now, decimals, tokens, current, previous }),
    };
  },
} satisfies Pick<Handlers, 'getMetrics'>;
