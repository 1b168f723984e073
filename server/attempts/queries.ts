import type { Address, Signature } from '@solana/kit';
import type { Db, Tx } from '../db/connect.ts';
import { inPage, type PageQuery } from '../db/page.ts';
import { isId } from '../lib/ids.ts';
import type { Tenant } from '../merchants/tenant.ts';

export type AttemptState = 'signed' | 'landed' | 'failed' | 'expired' | 'duplicate';

/** A row of `attempts`: one transfer in a transaction that this deployment may have sent. Several may share that. */
export interface AttemptRow {
  id: string;
  merchantId: string;
  livemode: boolean;
  mandateId: string;
  chargeId: string | null;
  refundId: string | null;
  reference: Address;
  amount: bigint;
  signature: Signature;
  wire: Uint8Array;
  lastValidBlockHeight: number;
  blockHeightAtSigning: number;
  slotAtSigning: number;
  state: AttemptState;
  error: string | null;
  signedAt: number;
  checkAt: number | null;
  resolvedAt: number | null;
  /** Real time until which recording its outcome waits after a failure; null if it never failed. */
  backoffUntil: number | null;
}

function columns(sql: Db) {
  return sql`
    id, merchant_id, livemode, mandate_id, charge_id, refund_id, reference, amount, signature, wire, last_valid_block_height,
    block_height_at_signing, slot_at_signing, state, error, signed_at, check_at, resolved_at, backoff_until`;
}

export async function insertAttempts(tx: Tx, rows: readonly AttemptRow[]): Promise<void> {
  if (rows.length > 0) await tx`insert into attempts ${tx(rows as unknown as Record<string, string>[])}`;
}

/** The attempt, locked until `tx` ends. Lock its mandate first, and its charge or refund. */
export async function lockAttempt(tx: Tx, id: string): Promise<AttemptRow> {
  const [row] = await tx<AttemptRow[]>`select ${columns(tx)} from attempts where id = ${id} for update`;
  if (row === undefined) throw new Error(`Bug: attempt ${id} is not there to lock.`);
  return row;
}

/** Locks several attempts in the order of their ids. Lock their mandates first, and their charges. */
export function lockAttempts(tx: Tx, ids: readonly string[]): Promise<AttemptRow[]> {
  return tx<
    AttemptRow[]
  >`select ${columns(tx)} from attempts where id = any(${ids as string[]}::text[]) order by id for update`;
}

/** Attempts by id, ordered by id. */
export function listAttempts(sql: Db, ids: readonly string[]): Promise<AttemptRow[]> {
  return sql<
    AttemptRow[]
  >`select ${columns(sql)} from attempts where id = any(${ids as string[]}::text[]) order by id`;
}

/**
 * Claims up to `take` attempts that are due for a check at real time `now`, reserved for this caller until
 * `until`. Signed ones first: nothing waits for an expired one.
 */
export function claimAttemptsToCheck(
  sql: Db,
  livemode: boolean,
  { now, until, take }: { now: number; until: number; take: number },
): Promise<AttemptRow[]> {
  return sql<AttemptRow[]>`
    with due as (
      select id from attempts where livemode = ${livemode} and check_at <= ${now}
      order by (state = 'signed') desc, check_at limit ${take} for update skip locked)
    update attempts set check_at = ${until} where id in (select id from due) returning ${columns(sql)}`;
}

/** Sets the outcome of a locked attempt. `checkAt` null: it is never checked again. */
export async function resolveAttempt(
  tx: Tx,
  id: string,
  to: { state: AttemptState; error?: string | null; resolvedAt: number; checkAt: number | null },
): Promise<void> {
  await tx`
    update attempts set state = ${to.state}, error = ${to.error ?? null}, resolved_at = ${to.resolvedAt}, check_at = ${to.checkAt}
    where id = ${id}`;
}

/** Records that locked attempts landed. */
export async function setLanded(tx: Tx, ids: readonly string[], resolvedAt: number): Promise<void> {
  await tx`
    update attempts set state = 'landed', error = null, resolved_at = ${resolvedAt}, check_at = null
    where id = any(${ids as string[]}::text[])`;
}

/** Sets when unresolved attempts are checked next, in real time. */
export async function postponeCheck(sql: Db, ids: readonly string[], checkAt: number): Promise<void> {
  // Locked in id order: two processes checking the same attempts cannot deadlock.
  await sql`
    with unknown as (
      select id from attempts
      where id = any(${ids as string[]}::text[]) and state in ('signed', 'expired') and check_at is not null
      order by id for update)
    update attempts set check_at = ${checkAt} where id in (select id from unknown)`;
}

/**
 * After a failure of ours: the attempt is skipped for 2 s, doubling to 5 minutes with each further failure.
 */
export async function backOff(sql: Db, id: string, now: number): Promise<void> {
  await sql`
    update attempts
    set setbacks = setbacks + 1,
      backoff_until = ${now} + least(2 ^ least(setbacks + 1, 10), 300)::bigint,
      check_at = case when check_at is null then null else ${now} + least(2 ^ least(setbacks + 1, 10), 300)::bigint end
    where id = ${id}`;
}

/** Those of `ids` that are still signed and unresolved. */
export async function listUnresolved(sql: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from attempts where id = any(${ids as string[]}::text[]) and state = 'signed'`;
  return rows.map((row) => row.id);
}

/**
 * 90 s, in which 150 blocks pass as a rule. Where a cluster stood still bytes stay valid for longer, and a pull through a subscription would take
 * what the period allows in which it lands: not the one it was signed for.
 */
const RESENT_SECONDS = 90;

/**
 * Those of `ids` whose bytes may be sent again at real time `now`: for every attempt in them, nothing else has settled its charge or refund, and
 * a charge's mandate is still active; through a subscription only for 90 s.
 */
export function listSendable(sql: Db, ids: readonly string[], now: number): Promise<AttemptRow[]> {
  return sql<AttemptRow[]>`
    select ${columns(sql)} from attempts a
    where id = any(${ids as string[]}::text[]) and not exists (
      select 1 from attempts one
      left join charges c on c.id = one.charge_id
      left join mandates m on m.id = c.mandate_id
      left join refunds r on r.id = one.refund_id
      where one.signature = a.signature and not (
        one.state = 'signed'
        and coalesce(
          c.status = 'processing' and m.status = 'active' and (m.scheme <> 'plan' or one.signed_at > ${now - RESENT_SECONDS}),
          r.status = 'pending')))
    order by id`;
}

/** The bytes of each transaction that these attempts are in, once. */
export function wiresOf(attempts: readonly AttemptRow[]): Uint8Array[] {
  return [...new Map(attempts.map(({ signature, wire }) => [signature, wire])).values()];
}

/** Whether the charge or refund has an attempt that may still land. */
export async function hasSignedAttempt(
  sql: Db,
  target: { chargeId: string } | { refundId: string },
): Promise<boolean> {
  const rows = await sql`
    select 1 from attempts where state = 'signed'
      and ${'chargeId' in target ? sql`charge_id = ${target.chargeId}` : sql`refund_id = ${target.refundId}`}`;
  return rows.length > 0;
}

/** Whether a transfer of any of the mandate's charges is signed and unresolved. */
export async function hasChargeInFlight(sql: Db, mandateId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from attempts where mandate_id = ${mandateId} and charge_id is not null and state = 'signed' limit 1`;
  return rows.length > 0;
}

/**
 * How many signatures of each charge or refund expired without landing, by id; those without any are not in
 * the map.
 */
export async function countExpired(
  sql: Db,
  kind: 'charge' | 'refund',
  ids: readonly string[],
): Promise<Map<string, number>> {
  const column = sql(`${kind}_id`);
  const rows = await sql<{ id: string; expired: number }[]>`
    select ${column} as id, count(*)::int as expired from attempts
    where ${column} = any(${ids as string[]}::text[]) and state = 'expired' group by ${column}`;
  return new Map(rows.map(({ id, expired }) => [id, expired]));
}

/** Real time of the next check of an unresolved attempt; null if none is in flight. */
export async function findNextCheck(sql: Db, livemode: boolean): Promise<number | null> {
  const [row] = await sql<{ at: number | null }[]>`
    select min(check_at) as at from attempts where livemode = ${livemode} and state = 'signed'`;
  return row?.at ?? null;
}

/** Whether `id` is an attempt at this charge of the tenant's. */
export async function chargeAttemptExists(
  sql: Db,
  { merchantId, livemode }: Tenant,
  chargeId: string,
  id: string,
): Promise<boolean> {
  if (!isId('attempt', id)) return false;
  const rows = await sql`
    select 1 from attempts
    where id = ${id} and charge_id = ${chargeId} and merchant_id = ${merchantId} and livemode = ${livemode}`;
  return rows.length > 0;
}

/** The attempts at a charge of the tenant's, newest first. */
export function listChargeAttempts(
  sql: Db,
  { merchantId, livemode }: Tenant,
  chargeId: string,
  page: PageQuery,
): Promise<AttemptRow[]> {
  return sql<AttemptRow[]>`
    select ${columns(sql)} from attempts
    where charge_id = ${chargeId} and merchant_id = ${merchantId} and livemode = ${livemode}
      ${inPage(sql, 'id', page)}`;
}

/**
 * An attempt lands or expires within about 3 minutes. One that is unresolved after an hour lacks a proof,
 * such as a node's history.
 */
export const UNPROVEN_SECONDS = 3_600;

/**
 * How many attempts signed before `signedBefore` (real time) are still unresolved, although each must have
 * landed, failed or expired by then.
 */
export async function countUnproven(sql: Db, livemode: boolean, signedBefore: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*) as count from attempts
    where livemode = ${livemode} and state = 'signed' and check_at is not null and signed_at < ${signedBefore}`;
  return row.count;
}
