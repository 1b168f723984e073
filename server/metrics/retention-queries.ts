import type { Lives, Trials } from '../../rules/metrics/retention.ts';
import type { Db } from '../db/connect.ts';
import type { Tenant } from '../merchants/tenant.ts';

/** The first seconds of months, and what lies between them; numbers below are of these months. */
interface Months {
  /** The first second of each month and of the one after the last, ascending. */
  bounds: readonly number[];
  now: number;
}

/** The number of the month of a time; -1 before the first, null for no time. */
function monthOf(sql: Db, time: 'activated_at' | 'ended_at' | 'trial_end', { bounds }: Months) {
  return sql`width_bucket(${sql(time)}, ${bounds.slice(0, -1)}::bigint[]) - 1`;
}

/** Subscriptions that had not ended before the first month, read in one pass over an index that holds all that is asked. */
export function listLives(sql: Db, { merchantId, livemode }: Tenant, months: Months): Promise<Lives[]> {
  const columns = sql`activated_at, ended_at, ended_by`;
  const isSold = sql`
    merchant_id = ${merchantId} and livemode = ${livemode} and sell_mode = 'subscription' and activated_at <= ${months.now}`;
  // Two scans of one index: with `or` it would not be used.
  return sql<Lives[]>`
    select ${monthOf(sql, 'activated_at', months)} as started, ${monthOf(sql, 'ended_at', months)} as ended, ended_by, count(*)::integer as count
    from (
      select ${columns} from mandates where ${isSold} and ended_at is null
      union all
      select ${columns} from mandates where ${isSold} and ended_at >= ${months.bounds[0]!}) sold
    group by 1, 2, 3`;
}

/** Trials that ended in these months, up to now: when their first payment fell due, or with the subscription if that was earlier. */
export function listTrials(sql: Db, { merchantId, livemode }: Tenant, months: Months): Promise<Trials[]> {
  return sql<Trials[]>`
    select ${monthOf(sql, 'trial_end', months)} as month, count(*)::integer as ended,
      (count(*) filter (where periods_charged > 0))::integer as converted,
      (count(*) filter (where periods_charged = 0 and ended_at is null))::integer as open
    from (
      select least(anchor_at, ended_at) as trial_end, periods_charged, ended_at from mandates
      where merchant_id = ${merchantId} and livemode = ${livemode} and trial_seconds > 0 and activated_at is not null
        and least(anchor_at, ended_at) >= ${months.bounds[0]!} and least(anchor_at, ended_at) <= ${months.now}) trials
    group by 1`;
}
