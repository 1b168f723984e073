import type { Db, Tx } from '../db/connect.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { HOUR_SECONDS, type Span } from '../../rules/metrics/window.ts';

/** A tenant with settlements in hours that can be closed: those before `horizon`, in the merchant's time. */
export interface Unclosed extends Tenant {
  horizon: number;
}

/**
 * Tenants with settlements older than `marginSeconds` and the current hour that are not in `settled_hours`
 * yet.
 */
export function listUnclosed(
  db: Db,
  livemode: boolean,
  { realNow, marginSeconds }: { realNow: number; marginSeconds: number },
): Promise<Unclosed[]> {
  const clock = livemode ? db`${realNow}::bigint` : db`${realNow}::bigint + o.clock_offset_seconds`;
  const isOpen = db`
    merchant_id = o.id and livemode = ${livemode} and status = 'succeeded'
    and settled_at >= coalesce(p.closed_before, 0) and settled_at < h.horizon`;
  return db<Unclosed[]>`
    select o.id as merchant_id, ${livemode}::boolean as livemode, h.horizon
    from merchants o
    cross join lateral (
      select (${clock} - ${marginSeconds}) / ${HOUR_SECONDS} * ${HOUR_SECONDS} as horizon) h
    left join settled_progress p on p.merchant_id = o.id and p.livemode = ${livemode}
    where exists (select 1 from charges where ${isOpen}) or exists (select 1 from refunds where ${isOpen})
    order by o.id`;
}

/**
 * A new transaction id: all ids given out before are smaller. (A snapshot's xmax does not do: it only exceeds
 * those that ended.)
 */
export async function takeTransactionId(db: Db): Promise<bigint> {
  const [row] = await db<{ id: bigint }[]>`select pg_current_xact_id()::text::numeric as id`;
  return row!.id;
}

/** Whether every transaction with a smaller id has ended. */
export async function haveEnded(db: Db, id: bigint): Promise<boolean> {
  const [row] = await db<{ oldest: bigint }[]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::numeric as oldest`;
  return row!.oldest >= id;
}

/** Until when hours are closed, locked against other closers; null while another one holds it. */
export async function lockProgress(tx: Tx, { merchantId, livemode }: Tenant): Promise<number | null> {
  await tx`
    insert into settled_progress (merchant_id, livemode, closed_before) values (${merchantId}, ${livemode}, 0)
    on conflict do nothing`;
  const [row] = await tx<{ closedBefore: number }[]>`
    select closed_before from settled_progress
    where merchant_id = ${merchantId} and livemode = ${livemode} for update skip locked`;
  return row?.closedBefore ?? null;
}

/** When something first settled in a span, or null. */
export async function findFirstSettlement(
  tx: Tx,
  { merchantId, livemode }: Tenant,
  { start, end }: Span,
): Promise<number | null> {
  const inSpan = tx`
    merchant_id = ${merchantId} and livemode = ${livemode} and status = 'succeeded'
    and settled_at >= ${start} and settled_at < ${end}`;
  const [row] = await tx<{ at: number | null }[]>`
    select least((select min(settled_at) from charges where ${inSpan}), (select min(settled_at) from refunds where ${inSpan})) as at`;
  return row!.at;
}

/** Sums the hours of a span that has no sums yet, and records that they are closed. */
export async function insertClosedHours(tx: Tx, { merchantId, livemode }: Tenant, span: Span): Promise<void> {
  await tx`
    insert into settled_hours (merchant_id, livemode, hour, mint, payments, gross, refunds)
    select ${merchantId}, ${livemode}, s.settled_at / ${HOUR_SECONDS} * ${HOUR_SECONDS} as hour, m.mint,
      count(*) filter (where not s.is_refund), coalesce(sum(s.amount) filter (where not s.is_refund), 0),
      coalesce(sum(s.amount) filter (where s.is_refund), 0)
    from (
      select mandate_id, settled_at, amount, false as is_refund from charges
      where merchant_id = ${merchantId} and livemode = ${livemode} and status = 'succeeded'
        and settled_at >= ${span.start} and settled_at < ${span.end}
      union all
      select mandate_id, settled_at, amount, true from refunds
      where merchant_id = ${merchantId} and livemode = ${livemode} and status = 'succeeded'
        and settled_at >= ${span.start} and settled_at < ${span.end}
    ) s
    join mandates m on m.id = s.mandate_id and m.merchant_id = ${merchantId} and m.livemode = ${livemode}
    group by 3, 4`;
  await tx`
    update settled_progress set closed_before = ${span.end}
    where merchant_id = ${merchantId} and livemode = ${livemode}`;
}
