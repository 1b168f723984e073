import type { Db, Sql, Tx } from '../db/connect.ts';

/** A row of `sessions` without its token, of which only the hash is stored. Times are real time. */
export interface SessionRow {
  id: string;
  /** The person who is signed in. */
  accountId: string;
  /** The merchant the person is at. */
  merchantId: string;
  createdAt: number;
  expiresAt: number;
}

export async function insertSession(db: Db, session: SessionRow & { tokenHash: Uint8Array }): Promise<void> {
  await db`
    insert into sessions ${db(session, 'id', 'accountId', 'merchantId', 'tokenHash', 'createdAt', 'expiresAt')}`;
}

/** A person's session; null if it has ended. */
export async function findSession(
  db: Db,
  { accountId, id }: Pick<SessionRow, 'accountId' | 'id'>,
): Promise<SessionRow | null> {
  const [row] = await db<SessionRow[]>`
    select id, account_id, merchant_id, created_at, expires_at from sessions
    where account_id = ${accountId} and id = ${id}`;
  return row ?? null;
}

/** Ends a person's session and returns it; null if it had already ended. */
export async function deleteSession(
  db: Db,
  { accountId, id }: Pick<SessionRow, 'accountId' | 'id'>,
): Promise<SessionRow | null> {
  const [row] = await db<SessionRow[]>`
    delete from sessions where account_id = ${accountId} and id = ${id}
    returning id, account_id, merchant_id, created_at, expires_at`;
  return row ?? null;
}

/** Moves a person's session to another of their merchants. */
export async function moveSession(
  tx: Tx,
  { accountId, id, merchantId }: Pick<SessionRow, 'accountId' | 'id' | 'merchantId'>,
): Promise<void> {
  await tx`update sessions set merchant_id = ${merchantId} where account_id = ${accountId} and id = ${id}`;
}

/** Moves all of a person's sessions that are at one merchant to another. */
export async function moveSessionsFrom(
  tx: Tx,
  { accountId, from, to }: { accountId: string; from: string; to: string },
): Promise<void> {
  await tx`update sessions set merchant_id = ${to} where account_id = ${accountId} and merchant_id = ${from}`;
}

/** Deletes expired sessions and returns how many. */
export async function deleteExpiredSessions(sql: Sql, now: number): Promise<number> {
  const { count } = await sql`delete from sessions where expires_at <= ${now}`;
  return count;
}
