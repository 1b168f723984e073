import { claimInTurns, type DueNow } from '../db/claim-in-turns.ts';
import type { Db, Sql, Tx } from '../db/connect.ts';
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

/**
 * Claims up to `take` mandates whose plan is not on chain yet, until `until`. Each merchant's first comes
 * before any merchant's second.
 */
export function claimPlansToPublish(sql: Db, livemode: boolean, due: DueNow): Promise<MandateRow[]> {
  return claimInTurns(
    sql,
    { table: 'mandates', at: 'plan_publish_at', columns: mandateColumns(sql) },
    livemode,
    due,
  );
}

/** Schedules the publication of a mandate's revocation. Internal: the version does not change. */
export async function wakeRevokePublisher(tx: Tx, id: string): Promise<void> {
  await tx`update mandates set revoke_publish_at = 0 where id = ${id}`;
}

const DAY_SECONDS = 86_400;

/**
 * Claims up to `take` revoked mandates that are not published on chain yet, until `until`. At most `perDay`
 * of a merchant's are published or in progress within a day: claims wait for each other, so that none is
 * counted twice.
 */
export function claimRevokesToPublish(
  sql: Sql,
  livemode: boolean,
  { now, until, take, perDay }: { now: number; until: number; take: number; perDay: number },
): Promise<MandateRow[]> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`revokes/${livemode}`}, 0))`;
    const claimed = await tx<MandateRow[]>`
      with used as (
        select merchant_id, count(*) as used from mandates
        where livemode = ${livemode} and (revoke_published_at > ${now - DAY_SECONDS} or revoke_publish_at > ${now})
        group by merchant_id),
      waiting as (
        select id, merchant_id, row_number() over (partition by merchant_id order by revoke_publish_at, id) as turn
        from mandates where livemode = ${livemode} and revoke_publish_at <= ${now}),
      allowed as (
        select id from waiting left join used using (merchant_id)
        where turn + coalesce(used, 0) <= ${perDay} order by turn limit ${take}),
      due as (
        select id from mandates where id in (select id from allowed) and revoke_publish_at <= ${now} for update skip locked)
      update mandates set revoke_publish_at = ${until} where id in (select id from due) returning ${mandateColumns(tx)}`;
    return [...claimed];
  });
}

/** Records that these mandates' revocations are on chain, in real time. */
export async function recordRevokePublished(sql: Db, ids: readonly string[], now: number): Promise<void> {
  // Locked in id order, as everywhere: two batches cannot deadlock.
  await sql`
    with published as (
      select id from mandates where id = any(${ids as string[]}::text[]) and revoke_publish_at is not null order by id for update)
    update mandates set revoke_published_at = ${now}, revoke_publish_at = null where id in (select id from published)`;
}
