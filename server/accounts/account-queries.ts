import type { Db, Tx } from '../db/connect.ts';

/** A person who can sign in: a row of `accounts`. Times are real time. */
export interface AccountRow {
  id: string;
  /** In the form of `normalEmail`. */
  email: string;
  /** Null: the person signs in without a password. */
  passwordHash: string | null;
  createdAt: number;
}

/** Another person's e-mail address violates `accounts_email_key`. */
export async function insertAccount(tx: Tx, account: AccountRow): Promise<void> {
  await tx`insert into accounts ${tx(account, 'id', 'email', 'passwordHash', 'createdAt')}`;
}

/** The account with this e-mail address, in the form of `normalEmail`; null if there is none. */
export async function findAccountByEmail(db: Db, email: string): Promise<AccountRow | null> {
  const [row] = await db<AccountRow[]>`
    select id, email, password_hash, created_at from accounts where email = ${email}`;
  return row ?? null;
}

/**
 * Holds an account as it is: `use` while something is made that belongs to it, `end` while its last membership may end. Lock it before its
 * memberships, so that two requests cannot wait for each other. Returns false if it is gone.
 */
export async function lockAccount(tx: Tx, id: string, to: 'use' | 'end'): Promise<boolean> {
  const rows =
    await tx`select from accounts where id = ${id} ${to === 'use' ? tx`for key share` : tx`for update`}`;
  return rows.length > 0;
}

/** Deletes an account and all that belongs to it, its sessions first of all. */
export async function deleteAccount(tx: Tx, id: string): Promise<void> {
  await tx`delete from accounts where id = ${id}`;
}
