import type { Settled, SubscriptionGroup } from '../../rules/metrics/present.ts';
import type { Db } from '../db/connect.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { DAY_SECONDS, type Span, type Window } from '../../rules/metrics/window.ts';

/** Until when `settled_hours` is complete; 0 if nothing has been summed yet. */
export async function findClosedBefore(sql: Db, { merchantId, livemode }: Tenant): Promise<number> {
  const [row] = await sql<{ closedBefore: number }[]>`
    select closed_before from settled_progress where merchant_id = ${merchantId} and livemode = ${livemode}`;
  return row?.closedBefore ?? 0;
}

/** What settled in a span of closed hours, from their sums. */
export function listClosedSettled(sql: Db, { merchantId, livemode }: Tenant, span: Span): Promise<Settled[]> {
  return sql<Settled[]>`
    select hour - hour % ${DAY_SECONDS} as day, mint, sum(payments)::bigint as payments, sum(gross) as gross_atomic,
      sum(refunds) as refunds_atomic
    from settled_hours
    where merchant_id = ${merchantId} and livemode = ${livemode} and hour >= ${span.start} and hour < ${span.end}
    group by 1, 2`;
}

/**
 * What settled in a span, counted row by row. Usually few rows, so each looks its mint up: a join would read
 * every mandate.
 */
export function listOpenSettled(sql: Db, { merchantId, livemode }: Tenant, span: Span): Promise<Settled[]> {
  const rowsOf = (table: 'charges' | 'refunds') => sql`
    select s.settled_at - s.settled_at % ${DAY_SECONDS} as day, s.amount,
      (select m.mint from mandates m
       where m.id = s.mandate_id and m.merchant_id = ${merchantId} and m.livemode = ${livemode}) as mint
    from ${sql(table)} s
    where s.merchant_id = ${merchantId} and s.livemode = ${livemode} and s.status = 'succeeded'
      and s.settled_at >= ${span.start} and s.settled_at < ${span.end}`;
  return sql<Settled[]>`
    select day, mint, count(*) as payments, sum(amount) as gross_atomic, 0::numeric as refunds_atomic
    from (${rowsOf('charges')}) paid group by day, mint
    union all
    select day, mint, 0, 0, sum(amount) from (${rowsOf('refunds')}) paid_back group by day, mint`;
}

/**
 * The subscriptions of two windows, read in one pass over those that had not ended before both. One that ends
 * at a moment is no longer active at it. Includes groups that are in neither window.
 */
export async function listSubscriptionGroups(
  sql: Db,
  { merchantId, livemode }: Tenant,
  { current, previous }: { current: Window; previous: Window },
): Promise<{ current: SubscriptionGroup[]; previous: SubscriptionGroup[] }> {
  const figuresOf = ({ from, to }: Window) => {
    const activeAtEnd = sql`activated_at <= ${to} and (ended_at is null or ended_at > ${to})`;
    return sql`
      array[
        count(*) filter (where ${activeAtEnd}),
        coalesce(sum(amount_per_period) filter (where ${activeAtEnd}), 0),
        count(*) filter (where activated_at between ${from} and ${to}),
        count(*) filter (
          where activated_at <= ${to} and (ended_at is null or ended_at > greatest(${from}, activated_at)))
      ]::numeric[]`;
  };
  const columns = sql`mint, period_seconds, amount_per_period, activated_at, ended_at`;
  const isSold = sql`
    merchant_id = ${merchantId} and livemode = ${livemode} and sell_mode = 'subscription' and activated_at <= ${current.to}`;
  // Two scans of one index: with `or` it would not be used.
  const rows = await sql<{ mint: string; periodSeconds: number; current: string[]; previous: string[] }[]>`
    select mint, period_seconds, ${figuresOf(current)}::text[] as current, ${figuresOf(previous)}::text[] as previous
    from (
      select ${columns} from mandates where ${isSold} and ended_at is null
      union all
      select ${columns} from mandates where ${isSold} and ended_at >= ${previous.from}) sold
    group by mint, period_seconds`;
  const groupsOf = (window: 'current' | 'previous') =>
    rows.map(({ mint, periodSeconds, [window]: [active, amount, started, seen] }) => ({
      mint,
      periodSeconds,
      active: Number(active),
      amountAtomic: BigInt(amount!),
      started: Number(started),
      seen: seen !== '0',
    }));
  return { current: groupsOf('current'), previous: groupsOf('previous') };
}
