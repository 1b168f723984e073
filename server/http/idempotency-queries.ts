import { IDEMPOTENCY_SECONDS } from '../../rules/lifetimes.ts';
import type { Db, Sql, Statement } from '../db/connect.ts';
import { unflushed } from '../db/unflushed.ts';

/** The scope of a key: a merchant's, in one mode. */
export interface KeyScope {
  merchantId: string;
  livemode: boolean;
  key: string;
}

/**
 * A key that this request holds. `claimedAt` tells its holders apart: whoever takes the key over writes a
 * later one.
 */
export interface HeldKey extends KeyScope {
  claimedAt: number;
}

/** A row of `idempotency_keys`. */
export interface IdempotencyRow {
  requestHash: Buffer;
  state: 'claimed' | 'done';
  status: number | null;
  body: Buffer | null;
}

/**
 * Claims the key if it is new, if its 72 hours are over, or if it belongs to the same request and its last
 * holder's lease has expired. Otherwise null. `created_at` is when its current holder claimed it. The commit
 * does not wait for the disk: whatever the request does to the database is written after the claim, and it
 * does nothing outside before it has written there what it is about to do.
 */
export async function claimKey(
  sql: Sql,
  { merchantId, livemode, key }: KeyScope,
  { requestHash, now, leaseUntil }: { requestHash: Uint8Array; now: number; leaseUntil: number },
): Promise<{ claimedAt: number; resourceId: string | null } | null> {
  const isOver = sql`(held.created_at <= ${now - IDEMPOTENCY_SECONDS} and held.lease_until <= ${now})`;
  const [row] = await sql<{ claimedAt: number; resourceId: string | null }[]>`
    insert into idempotency_keys as held
      (merchant_id, livemode, key, request_hash, state, lease_until, created_at)
    select ${merchantId}, ${livemode}, ${key}, ${requestHash}::bytea, 'claimed', ${leaseUntil}::bigint, ${now}::bigint
    from ${unflushed(sql)}
    on conflict (merchant_id, livemode, key) do update set
      request_hash = excluded.request_hash,
      state = 'claimed',
      status = null,
      body = null,
      resource_id = case when ${isOver} then null else held.resource_id end,
      lease_until = excluded.lease_until,
      created_at = greatest(excluded.created_at, held.created_at + 1)
    where ${isOver}
      or (held.state = 'claimed' and held.lease_until <= ${now} and held.request_hash = excluded.request_hash)
    returning created_at as claimed_at, resource_id`;
  return row ?? null;
}

/**
 * Claims keys of one tenant that nobody has used, with one statement, and returns those; `claimKey` decides about the others. Unlike that
 * it waits for no request that holds a key. Its commit does not wait for the disk either.
 */
export async function claimNewKeys(
  sql: Sql,
  { merchantId, livemode }: Pick<KeyScope, 'merchantId' | 'livemode'>,
  asked: readonly { key: string; requestHash: Buffer }[],
  { now, leaseUntil }: { now: number; leaseUntil: number },
): Promise<Set<string>> {
  const claimed = await sql<{ key: string }[]>`
    insert into idempotency_keys (merchant_id, livemode, key, request_hash, state, lease_until, created_at)
    select ${merchantId}, ${livemode}, asked.key, decode(asked.hash, 'hex'), 'claimed', ${leaseUntil}::bigint, ${now}::bigint
    from unnest(
      ${asked.map(({ key }) => key)}::text[],
      ${asked.map(({ requestHash }) => requestHash.toString('hex'))}::text[]
    ) as asked (key, hash), ${unflushed(sql)}
    order by asked.key
    on conflict (merchant_id, livemode, key) do nothing
    returning key`;
  return new Set(claimed.map(({ key }) => key));
}

/** What is stored under the key; null if it was deleted meanwhile. */
export async function findKey(
  sql: Sql,
  { merchantId, livemode, key }: KeyScope,
): Promise<IdempotencyRow | null> {
  const [row] = await sql<IdempotencyRow[]>`
    select request_hash, state, status, body
    from idempotency_keys
    where merchant_id = ${merchantId} and livemode = ${livemode} and key = ${key}`;
  return row ?? null;
}

/**
 * Stores what a holder learned. Returns false, and stores nothing, if it no longer holds the key: completed,
 * or taken over.
 */
export async function updateHeldKey(db: Db, held: HeldKey, change: HeldKeyChange): Promise<boolean> {
  const { count } = await heldKeyUpdate(db, held, change);
  return count === 1;
}

/** What a holder learned. */
type HeldKeyChange =
  | { leaseUntil: number }
  | { resourceId: string }
  | { state: 'done'; status: number; body: Uint8Array };

/** The statement of `updateHeldKey`, also for a `with` list. It returns a row where the request holds the key. */
export function heldKeyUpdate(
  db: Db,
  { merchantId, livemode, key, claimedAt }: HeldKey,
  change: HeldKeyChange,
  condition: Statement = db`true`,
) {
  return db`
    update idempotency_keys set ${db(change)}
    where merchant_id = ${merchantId} and livemode = ${livemode} and key = ${key}
      and state = 'claimed' and created_at = ${claimedAt} and ${condition}
    returning 1`;
}

/** Deletes the keys whose 72 hours are over; returns how many. */
export async function deleteOldKeys(sql: Sql, now: number): Promise<number> {
  const { count } = await sql`
    delete from idempotency_keys
    where created_at <= ${now - IDEMPOTENCY_SECONDS} and lease_until <= ${now}`;
  return count;
}
