import type { Db, Tx } from '../db/connect.ts';
import type { AccountRow } from './account-queries.ts';

/** A person with how they sign in. Times are real time. */
export interface SigningAccount extends AccountRow {
  /** Since when the person has a passkey or an authenticator app; null: the password is enough. */
  secondFactorSince: number | null;
}

/** The account `id`; null if it is gone. */
export async function findAccount(db: Db, id: string): Promise<SigningAccount | null> {
  const [row] = await db<SigningAccount[]>`select ${columns(db)} from accounts where id = ${id}`;
  return row ?? null;
}

/** The same, locked: what a person signs in with is changed by one request at a time, and nobody signs in meanwhile. */
export async function lockForChange(tx: Tx, id: string): Promise<SigningAccount | null> {
  const [row] = await tx<SigningAccount[]>`
    select ${columns(tx)} from accounts where id = ${id} for no key update`;
  return row ?? null;
}

/**
 * The account if `passwordHash` is still that of its password (null: whatever it is). Until the transaction ends it stays so: a sign-in that
 * is under way while the password changes must not outlast the change, which ends all sessions.
 */
export async function lockForSignIn(
  tx: Tx,
  id: string,
  passwordHash: string | null,
): Promise<SigningAccount | null> {
  const [row] = await tx<SigningAccount[]>`
    select ${columns(tx)} from accounts
    where id = ${id} ${passwordHash === null ? tx`` : tx`and password_hash = ${passwordHash}`}
    for share`;
  return row ?? null;
}

export async function updatePassword(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx`update accounts set password_hash = ${passwordHash} where id = ${id}`;
}

/** Another person's address violates `accounts_email_key`. */
export async function updateEmail(tx: Tx, id: string, email: string): Promise<void> {
  await tx`update accounts set email = ${email} where id = ${id}`;
}

/** Null: the person has none any more. */
export async function updateSecondFactorSince(tx: Tx, id: string, since: number | null): Promise<void> {
  await tx`update accounts set second_factor_since = ${since} where id = ${id}`;
}

/** Whether a merchant requires a second factor of its team. */
export async function requiresSecondFactor(db: Db, merchantId: string): Promise<boolean> {
  const [row] = await db<{ required: boolean }[]>`
    select second_factor_required as required from merchants where id = ${merchantId}`;
  return row?.required ?? false;
}

export async function updateSecondFactorRequired(
  db: Db,
  merchantId: string,
  required: boolean,
): Promise<void> {
  await db`update merchants set second_factor_required = ${required} where id = ${merchantId}`;
}

function columns(db: Db) {
  return db`id, email, password_hash, created_at, second_factor_since`;
}
