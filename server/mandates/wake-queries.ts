import { claimInTurns, type DueNow } from '../db/claim-in-turns.ts';
import type { Db } from '../db/connect.ts';
import { mandateColumns, type MandateRow } from './queries.ts';

/**
 * The amount to approve changes with the payer's other mandates, at most a few times an hour: older ones are
 * outdated.
 */
const ISSUED_AMOUNTS = 20;

/**
 * Records what the payer was asked to sign, an approval of `amountAtomic` or a payment (null), so that the
 * watch looks for it from `now` on, and `submit` recognizes it. A payer who asks for it wants to continue, so
 * an earlier suspicion of cancellation is cleared.
 */
export async function markInstructionIssued(
  sql: Db,
  id: string,
  { now, amountAtomic }: { now: number; amountAtomic: bigint | null },
): Promise<void> {
  await sql`
    update mandates set instruction_issued_at = coalesce(instruction_issued_at, ${now}), watch_at = coalesce(watch_at, ${now}),
      gone_seen_at = null,
      issued_amounts = case when ${amountAtomic}::numeric is null then issued_amounts else
        (array_prepend(${amountAtomic}::numeric, array_remove(issued_amounts, ${amountAtomic}::numeric)))[:${ISSUED_AMOUNTS}::int] end
    where id = ${id}`;
}

/** The amounts that the mandate's payer was asked to approve, atomic units. */
export async function listIssuedAmounts(sql: Db, id: string): Promise<bigint[]> {
  const rows = await sql<
    { amount: bigint }[]
  >`select unnest(issued_amounts) as amount from mandates where id = ${id}`;
  return rows.map(({ amount }) => amount);
}

/** Mandates whose expiry has come by real time `now`, earliest first. */
export function listMandatesToExpire(
  sql: Db,
  livemode: boolean,
  now: number,
  take: number,
): Promise<MandateRow[]> {
  return sql<MandateRow[]>`
    select ${mandateColumns(sql)} from mandates
    where livemode = ${livemode} and expire_wake_at <= ${now} order by expire_wake_at limit ${take}`;
}

/**
 * Claims up to `take` mandates whose payer's signature is to be looked for, until `until`. Each merchant's
 * first comes before any merchant's second.
 */
export function claimMandatesToWatch(sql: Db, livemode: boolean, due: DueNow): Promise<MandateRow[]> {
  return claimInTurns(
    sql,
    { table: 'mandates', at: 'watch_at', columns: mandateColumns(sql) },
    livemode,
    due,
  );
}

/**
 * Sets when a mandate is looked for on chain next, in real time; null for never. Internal: the version does
 * not change.
 */
export async function setWatchAt(sql: Db, id: string, watchAt: number | null): Promise<void> {
  await sql`update mandates set watch_at = ${watchAt} where id = ${id}`;
}

/** Postpones an expiry that cannot be decided now, in real time. */
export async function postponeExpiry(sql: Db, id: string, expireWakeAt: number): Promise<void> {
  await sql`update mandates set expire_wake_at = ${expireWakeAt} where id = ${id} and expire_wake_at is not null`;
}
