import type { Db, Sql, Tx } from '../db/connect.ts';

/** A change of e-mail address that waits for its links: a row of `email_changes`. Times are real time. */
export interface EmailChangeRow {
  accountId: string;
  /** The new one, in the form of `normalEmail`. */
  email: string;
  oldConfirmedAt: number | null;
  newConfirmedAt: number | null;
  createdAt: number;
  expiresAt: number;
}

/** Starts a change; one that was under way is void. */
export async function upsertEmailChange(
  tx: Tx,
  row: Omit<EmailChangeRow, 'oldConfirmedAt' | 'newConfirmedAt'> & {
    oldTokenHash: Uint8Array;
    newTokenHash: Uint8Array;
  },
): Promise<void> {
  await tx`delete from email_changes where account_id = ${row.accountId}`;
  await tx`insert into email_changes ${tx(row)}`;
}

/** The account whose change a token belongs to; null for none. */
export async function findChanging(db: Db, tokenHash: Uint8Array): Promise<string | null> {
  const [row] = await db<{ accountId: string }[]>`
    select account_id from email_changes where old_token_hash = ${tokenHash} or new_token_hash = ${tokenHash}`;
  return row?.accountId ?? null;
}

/** Marks the link with this token as opened, and returns the change; null if there is none. */
export async function confirmEither(
  tx: Tx,
  tokenHash: Uint8Array,
  now: number,
): Promise<EmailChangeRow | null> {
  const [row] = await tx<EmailChangeRow[]>`
    update email_changes set
      old_confirmed_at = case when old_token_hash = ${tokenHash} then ${now} else old_confirmed_at end,
      new_confirmed_at = case when new_token_hash = ${tokenHash} then ${now} else new_confirmed_at end
    where (old_token_hash = ${tokenHash} or new_token_hash = ${tokenHash}) and expires_at > ${now}
    returning account_id, email, old_confirmed_at, new_confirmed_at, created_at, expires_at`;
  return row ?? null;
}

export async function deleteEmailChange(tx: Tx, accountId: string): Promise<void> {
  await tx`delete from email_changes where account_id = ${accountId}`;
}

/** The address that waits for its links; null for none. */
export async function findPendingEmail(db: Db, accountId: string, now: number): Promise<string | null> {
  const [row] = await db<{ email: string }[]>`
    select email from email_changes where account_id = ${accountId} and expires_at > ${now}`;
  return row?.email ?? null;
}

export async function deleteExpiredEmailChanges(sql: Sql, now: number): Promise<void> {
  await sql`delete from email_changes where expires_at <= ${now}`;
}
