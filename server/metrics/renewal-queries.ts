import type { AtRisk, RenewalSum } from '../../rules/metrics/renewals.ts';
import type { Db } from '../db/connect.ts';
import type { Tenant } from '../merchants/tenant.ts';
import type { Window } from '../../rules/metrics/window.ts';

/** Seven days: as far ahead as payments are looked through for approvals that do not cover them. */
const AHEAD_SECONDS = 604_800;

interface InWindow extends RenewalSum {
  isCurrent: boolean;
}

function byWindow(rows: readonly InWindow[]) {
  const of = (isCurrent: boolean) => rows.filter((row) => row.isCurrent === isCurrent);
  return { current: of(true), previous: of(false) };
}

/** Payments of subscriptions that failed at least once and succeeded in the end, by when they did. The windows adjoin. */
export async function listRecovered(
  sql: Db,
  { merchantId, livemode }: Tenant,
  { current, previous }: { current: Window; previous: Window },
) {
  const rows = await sql<InWindow[]>`
    select c.settled_at >= ${current.from} as is_current, m.mint, count(*)::integer as payments, sum(c.amount) as amount_atomic
    from charges c
    join mandates m on m.id = c.mandate_id and m.merchant_id = ${merchantId} and m.livemode = ${livemode}
    where c.merchant_id = ${merchantId} and c.livemode = ${livemode} and c.status = 'succeeded' and c.attempts > 1
      and c.settled_at >= ${previous.from} and c.settled_at <= ${current.to} and m.sell_mode = 'subscription'
    group by 1, 2`;
  return byWindow(rows);
}

/**
 * Payments of subscriptions that failed and will not be collected, by when their subscription ended, which is when they were lost. One that
 * was given up unattempted, since the payer had cancelled on chain, is no lost payment.
 */
export async function listLost(
  sql: Db,
  { merchantId, livemode }: Tenant,
  { current, previous }: { current: Window; previous: Window },
) {
  const rows = await sql<InWindow[]>`
    select m.ended_at >= ${current.from} as is_current, m.mint, count(*)::integer as payments, sum(c.amount) as amount_atomic
    from mandates m
    join charges c on c.mandate_id = m.id and c.merchant_id = ${merchantId} and c.livemode = ${livemode}
    where m.merchant_id = ${merchantId} and m.livemode = ${livemode} and m.sell_mode = 'subscription' and m.activated_at is not null
      and m.ended_at >= ${previous.from} and m.ended_at <= ${current.to}
      and c.failure_code is not null and c.attempts > 0 and c.status <> 'processing'
    group by 1, 2`;
  return byWindow(rows);
}

/**
 * Payments of active subscriptions that are at risk now, by mint: those that failed and are tried again, and those that fall due within
 * seven days though the database knows that they are not covered.
 */
export function listAtRisk(sql: Db, { merchantId, livemode }: Tenant, realNow: number): Promise<AtRisk[]> {
  const ofTenant = sql`c.merchant_id = ${merchantId} and c.livemode = ${livemode}`;
  const isRenewing = sql`
    m.id = c.mandate_id and m.merchant_id = ${merchantId} and m.livemode = ${livemode}
    and m.status = 'active' and m.sell_mode = 'subscription'`;
  return sql<AtRisk[]>`
    select mint, (count(*) filter (where failed))::integer as failed, (count(*) filter (where not failed))::integer as uncovered,
      sum(amount) as amount_atomic
    from (
      select m.mint, c.amount, true as failed
      from charges c join mandates m on ${isRenewing}
      where ${ofTenant} and c.status in ('retrying', 'processing') and c.failure_code is not null
      union all
      select m.mint, c.amount, false
      from charges c join mandates m on ${isRenewing}
      where ${ofTenant} and c.status = 'scheduled' and c.wake_at <= ${realNow + AHEAD_SECONDS}
        and ((m.scheme = 'approval' and m.budget - m.pulled < c.amount) or (m.periods_charged = 0 and not m.funds_sufficient))) open
    group by mint`;
}
