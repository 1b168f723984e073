import type { Db, Sql, Tx } from '../db/connect.ts';
import type { ProvenFactor } from './second-factor.ts';

/** A row of `sessions` without its token, of which only the hash is stored. Times are real time. */
export interface SessionRow extends ProvenFactor {
  id: string;
  /** The person who is signed in. */
  accountId: string;
  /** The merchant the person is at. */
  merchantId: string;
  createdAt: number;
  expiresAt: number;
  /** What the browser said of itself at sign-in, and where it signed in from. Null: from before that was kept. */
  userAgent: string | null;
  address: string | null;
  /** Signed in with the password alone by a person with a second factor. */
  secondFactorDue: boolean;
}

export async function insertSession(db: Db, session: SessionRow & { tokenHash: Uint8Array }): Promise<void> {
  await db`insert into sessions ${db(session)}`;
}

/** A person's session; null if it has ended. */
export async function findSession(
  db: Db,
  { accountId, id }: Pick<SessionRow, 'accountId' | 'id'>,
): Promise<SessionRow | null> {
  const [row] = await db<SessionRow[]>`
    select ${sessionColumns(db)} from sessions where account_id = ${accountId} and id = ${id}`;
  return row ?? null;
}

/** All of a person's sessions that have not expired, newest first. */
export function listSessions(db: Db, accountId: string, now: number): Promise<SessionRow[]> {
  return db<SessionRow[]>`
    select ${sessionColumns(db)} from sessions
    where account_id = ${accountId} and expires_at > ${now}
    order by created_at desc, id desc`;
}

/** Ends a person's session and returns it; null if it had already ended. */
export async function deleteSession(
  db: Db,
  { accountId, id }: Pick<SessionRow, 'accountId' | 'id'>,
): Promise<SessionRow | null> {
  const [row] = await db<SessionRow[]>`
    delete from sessions where account_id = ${accountId} and id = ${id}
    returning ${sessionColumns(db)}`;
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

/** Ends all of a person's sessions but `kept`, and returns how many. */
export async function deleteSessions(db: Db, accountId: string, kept: string | null): Promise<number> {
  const { count } = await db`
    delete from sessions where account_id = ${accountId} and id is distinct from ${kept}`;
  return count;
}

/** A second factor was proven in the session, which opens it. Returns it; null if it has ended. */
export async function markProven(
  db: Db,
  { accountId, id }: Pick<SessionRow, 'accountId' | 'id'>,
  { at, trusted }: { at: number; trusted: boolean },
): Promise<SessionRow | null> {
  const [row] = await db<SessionRow[]>`
    update sessions set second_factor_due = false, second_factor_at = ${at}, second_factor_trusted = ${trusted}
    where account_id = ${accountId} and id = ${id}
    returning ${sessionColumns(db)}`;
  return row ?? null;
}

/** The person now has a second factor: sessions other than `proven` wait until it is proven there. */
export async function makeOthersProve(db: Db, accountId: string, proven: string): Promise<void> {
  await db`update sessions set second_factor_due = true where account_id = ${accountId} and id <> ${proven}`;
}

/** The person has no second factor any more, so that none can be proven. */
export async function forgetProofs(db: Db, accountId: string): Promise<void> {
  await db`
    update sessions set second_factor_due = false, second_factor_at = null, second_factor_trusted = false
    where account_id = ${accountId}`;
}

/** Deletes expired sessions and returns how many. */
export async function deleteExpiredSessions(sql: Sql, now: number): Promise<number> {
  const { count } = await sql`delete from sessions where expires_at <= ${now}`;
  return count;
}

function sessionColumns(db: Db) {
  return db`
    id, account_id, merchant_id, created_at, expires_at, user_agent, address, second_factor_due, second_factor_at, second_factor_trusted`;
}
