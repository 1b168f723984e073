import type { Db, Sql, Tx } from '../db/connect.ts';
import type { Tenant } from './tenant.ts';

/** A merchant's move to another deployment, in one mode. */
export interface Departure {
  /** Real time. */
  departedAt: number;
  /** Where it went, an https address; null if nobody said. */
  movedTo: string | null;
}

/** Null for a merchant that is here. */
export async function findDeparture(sql: Db, { merchantId, livemode }: Tenant): Promise<Departure | null> {
  const [row] = await sql<Departure[]>`
    select departed_at, moved_to from departures where merchant_id = ${merchantId} and livemode = ${livemode}`;
  return row ?? null;
}

/** Which of these merchants have departed in a mode. */
export async function listDeparted(
  sql: Db,
  livemode: boolean,
  merchantIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ merchantId: string }[]>`
    select merchant_id from departures where livemode = ${livemode} and merchant_id = any(${merchantIds as string[]}::text[])`;
  return new Set(rows.map(({ merchantId }) => merchantId));
}

/** Later than any charge is due. */
const NEVER = 9_007_199_254_740_000;

/**
 * From the commit of this on, nothing new is signed for the merchant in this mode. Its charges stay as they are, and no worker takes them up. The second
 * time it only changes where the merchant went.
 */
export async function insertDeparture(
  tx: Tx,
  { merchantId, livemode }: Tenant,
  { departedAt, movedTo }: Departure,
): Promise<void> {
  await tx`
    insert into departures (merchant_id, livemode, departed_at, moved_to, from_slot)
    values (${merchantId}, ${livemode}, ${departedAt}, ${movedTo}, (select seen_slot from chains where livemode = ${livemode}))
    on conflict (merchant_id, livemode) do update set moved_to = coalesce(excluded.moved_to, departures.moved_to)`;
  await tx`
    update charges set wake_at = ${NEVER}, announce_at = null
    where merchant_id = ${merchantId} and livemode = ${livemode} and status in ('scheduled', 'retrying')`;
}

/**
 * The merchant is here again, and its charges are due when they were. Returns a slot before anything that another deployment can have signed meanwhile;
 * null if it had not departed.
 */
export async function deleteDeparture(
  tx: Tx,
  { merchantId, livemode }: Tenant,
): Promise<{ fromSlot: number | null } | null> {
  const [deleted] = await tx<{ fromSlot: number | null }[]>`
    delete from departures where merchant_id = ${merchantId} and livemode = ${livemode} returning from_slot`;
  if (deleted === undefined) return null;
  await tx`
    update charges c set wake_at = c.next_attempt_at - case when c.livemode then 0 else m.clock_offset_seconds end
    from merchants m
    where m.id = c.merchant_id and c.merchant_id = ${merchantId} and c.livemode = ${livemode} and c.wake_at = ${NEVER}`;
  return deleted;
}

/**
 * Puts away a departed merchant's charges that came up since: those that workers had claimed before, were refused to sign, and whose leases ended by real
 * time `now`; and those of payers whose signatures landed late.
 */
export async function putAwayCharges(sql: Sql, { merchantId, livemode }: Tenant, now: number): Promise<void> {
  await sql`
    update charges set
      status = case when status <> 'processing' then status when failure_code is null then 'scheduled' else 'retrying' end,
      next_attempt_at = coalesce(next_attempt_at, due_at), wake_at = ${NEVER}, lease_token = null, announce_at = null, version = version + 1
    where merchant_id = ${merchantId} and livemode = ${livemode} and (
      (status in ('scheduled', 'retrying') and wake_at < ${NEVER})
      or (status = 'processing' and lease_token is not null and wake_at <= ${now}))`;
}

/** What may still come of what was signed or issued for a merchant before it departed. */
export interface Unsettled {
  /** Signed, and not known to have landed or expired. */
  attempts: number;
  /** Held by a worker at this moment. */
  charges: number;
  /** Transactions that payers were given less than three minutes ago: they can land for about ninety seconds. */
  issued: number;
}

const ISSUED_SECONDS = 180;

export async function countUnsettled(
  sql: Sql,
  { merchantId, livemode }: Tenant,
  now: number,
): Promise<Unsettled> {
  const own = sql`merchant_id = ${merchantId} and livemode = ${livemode}`;
  const [row] = await sql<[Unsettled]>`
    select
      (select count(*)::int from attempts where ${own} and state = 'signed') as attempts,
      (select count(*)::int from charges where ${own} and status = 'processing') as charges,
      (select count(*)::int from mandates where ${own} and status = 'pending' and instruction_issued_at > ${now - ISSUED_SECONDS}) +
      (select count(*)::int from top_ups where ${own} and applied_at is null and issued_at > ${now - ISSUED_SECONDS}) as issued`;
  return row;
}
