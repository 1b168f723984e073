import type { Db, Sql, Tx } from '../db/connect.ts';

/** A link that sets a new password: a row of `password_resets`. Times are real time. */
export interface ResetRow {
  tokenHash: Uint8Array;
  accountId: string;
  createdAt: number;
  expiresAt: number;
}

/** Somebody asked for a link for this address: a row of `password_reset_requests`. */
export interface ResetRequest {
  email: string;
  publicUrl: string;
  createdAt: number;
}

export async function insertReset(tx: Tx, reset: ResetRow): Promise<void> {
  await tx`insert into password_resets ${tx(reset, 'tokenHash', 'accountId', 'createdAt', 'expiresAt')}`;
}

/** How many links were made for an account since `since`. */
export async function countResets(db: Db, accountId: string, since: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from password_resets where account_id = ${accountId} and created_at > ${since}`;
  return row!.count;
}

/** The account that a link is for, which is neither used nor expired; null if there is none. */
export async function findReset(db: Db, tokenHash: Uint8Array, now: number): Promise<string | null> {
  const [row] = await db<{ accountId: string }[]>`
    select account_id from password_resets
    where token_hash = ${tokenHash} and used_at is null and expires_at > ${now}`;
  return row?.accountId ?? null;
}

/** Uses a link up, with every other one of its account. Returns false if another request has. */
export async function spendReset(
  tx: Tx,
  { accountId, tokenHash, now }: { accountId: string; tokenHash: Uint8Array; now: number },
): Promise<boolean> {
  const spent = await tx<{ isThis: boolean }[]>`
    update password_resets set used_at = ${now}
    where account_id = ${accountId} and used_at is null and expires_at > ${now}
    returning token_hash = ${tokenHash} as is_this`;
  return spent.some(({ isThis }) => isThis);
}

export async function insertResetRequest(tx: Tx, request: ResetRequest): Promise<void> {
  await tx`insert into password_reset_requests ${tx(request, 'email', 'publicUrl', 'createdAt')}`;
}

/** Takes up to `limit` requests off the table, the oldest first. Several processes get different ones. */
export function takeResetRequests(tx: Tx, limit: number): Promise<ResetRequest[]> {
  return tx<ResetRequest[]>`
    delete from password_reset_requests where id in (
      select id from password_reset_requests order by id limit ${limit} for update skip locked
    ) returning email, public_url, created_at`;
}

/** Links are kept for a day, to count by. */
export async function deleteOldResets(sql: Sql, now: number): Promise<void> {
  await sql`delete from password_resets where expires_at <= ${now - 86_400}`;
}

/** Links of an account that are not used yet lead nowhere from now on. */
export async function voidResets(tx: Tx, accountId: string): Promise<void> {
  await tx`update password_resets set used_at = created_at where account_id = ${accountId} and used_at is null`;
}
