import type { Db, Sql, Tx } from '../db/connect.ts';

/** A passkey: a row of `passkeys`. Times are real time. */
export interface PasskeyRow {
  id: string;
  accountId: string;
  /** Of WebAuthn, in base64url. */
  credentialId: string;
  /** COSE. */
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
  /** Since when it counts for what a stolen password must not do. */
  trustedFrom: number;
}

/** An authenticator app: a row of `authenticator_apps`. */
export interface AppRow {
  accountId: string;
  /** Encrypted. */
  secret: Uint8Array;
  /** The 30 seconds whose code was used last. */
  lastStep: number;
  createdAt: number;
  trustedFrom: number;
}

/** What a passkey or an app is to answer: a row of `factor_challenges`. */
export interface ChallengeRow {
  id: string;
  purpose: 'add_passkey' | 'use_passkey' | 'add_app';
  /** Null: the passkey says who signs in. */
  accountId: string | null;
  content: Uint8Array;
  createdAt: number;
  expiresAt: number;
}

const PASSKEY = ['id', 'accountId', 'credentialId', 'publicKey', 'counter', 'transports', 'name'] as const;

/** Returns false, and writes nothing, if the credential is somebody's already. */
export async function insertPasskey(tx: Tx, row: Omit<PasskeyRow, 'lastUsedAt'>): Promise<boolean> {
  const { count } = await tx`
    insert into passkeys ${tx(row, ...PASSKEY, 'createdAt', 'trustedFrom')} on conflict do nothing`;
  return count === 1;
}

/** A person's passkeys, oldest first. */
export function listPasskeys(db: Db, accountId: string): Promise<PasskeyRow[]> {
  return db<PasskeyRow[]>`
    select ${passkeyColumns(db)} from passkeys where account_id = ${accountId} order by created_at, id`;
}

/** The account whose passkey has this credential; null if nobody's does. */
export async function findHolder(db: Db, credentialId: string): Promise<string | null> {
  const [row] = await db<{ accountId: string }[]>`
    select account_id from passkeys where credential_id = ${credentialId}`;
  return row?.accountId ?? null;
}

/** The passkey with this credential, whoever's it is; locked, so that its counter only grows. */
export async function lockPasskey(tx: Tx, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await tx<PasskeyRow[]>`
    select ${passkeyColumns(tx)} from passkeys where credential_id = ${credentialId} for update`;
  return row ?? null;
}

export async function notePasskeyUse(
  tx: Tx,
  { id, counter, at }: { id: string; counter: number; at: number },
): Promise<void> {
  await tx`update passkeys set counter = ${counter}, last_used_at = ${at} where id = ${id}`;
}

/** Returns false if there is no such passkey of this person. */
export async function deletePasskey(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const { count } = await tx`delete from passkeys where account_id = ${accountId} and id = ${id}`;
  return count === 1;
}

/** Adds a person's app, or replaces the one there was. */
export async function upsertApp(tx: Tx, row: AppRow): Promise<void> {
  await tx`
    insert into authenticator_apps ${tx(row, 'accountId', 'secret', 'lastStep', 'createdAt', 'trustedFrom')}
    on conflict (account_id) do update set
      secret = excluded.secret, last_step = excluded.last_step, created_at = excluded.created_at,
      trusted_from = excluded.trusted_from`;
}

export async function findApp(db: Db, accountId: string): Promise<AppRow | null> {
  const [row] = await db<AppRow[]>`
    select account_id, secret, last_step, created_at, trusted_from from authenticator_apps
    where account_id = ${accountId}`;
  return row ?? null;
}

/** Uses the code of a step up, with those of steps before. Returns false if that step or a later one was used: of several at once one wins. */
export async function spendStep(tx: Tx, accountId: string, step: number): Promise<boolean> {
  const { count } = await tx`
    update authenticator_apps set last_step = ${step} where account_id = ${accountId} and last_step < ${step}`;
  return count === 1;
}

/** Returns false if the person has none. */
export async function deleteApp(tx: Tx, accountId: string): Promise<boolean> {
  const { count } = await tx`delete from authenticator_apps where account_id = ${accountId}`;
  return count === 1;
}

/** Replaces all recovery codes of a person. */
export async function replaceCodes(
  tx: Tx,
  { accountId, createdAt, trustedFrom }: { accountId: string; createdAt: number; trustedFrom: number },
  hashes: readonly Uint8Array[],
): Promise<void> {
  await tx`delete from recovery_codes where account_id = ${accountId}`;
  if (hashes.length === 0) return;
  const rows = hashes.map((codeHash) => ({ accountId, codeHash, createdAt, trustedFrom }));
  await tx`insert into recovery_codes ${tx(rows)}`;
}

export async function countCodes(db: Db, accountId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from recovery_codes where account_id = ${accountId} and used_at is null`;
  return row!.count;
}

/** Uses a recovery code up; null if it is none of this person's, or was used. */
export async function spendCode(
  tx: Tx,
  { accountId, codeHash, now }: { accountId: string; codeHash: Uint8Array; now: number },
): Promise<{ trustedFrom: number } | null> {
  const [row] = await tx<{ trustedFrom: number }[]>`
    update recovery_codes set used_at = ${now}
    where account_id = ${accountId} and code_hash = ${codeHash} and used_at is null
    returning trusted_from`;
  return row ?? null;
}

/**
 * Counts a code before it is looked at, so that guesses at the same time count too. Returns how many there were without a right one since
 * `windowSeconds` before `now`, or since the first of them.
 */
export async function countGuess(
  sql: Sql,
  accountId: string,
  { now, windowSeconds }: { now: number; windowSeconds: number },
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    insert into wrong_codes (account_id, count, since) values (${accountId}, 1, ${now})
    on conflict (account_id) do update set
      count = case when wrong_codes.since <= ${now - windowSeconds} then 1 else wrong_codes.count + 1 end,
      since = case when wrong_codes.since <= ${now - windowSeconds} then ${now} else wrong_codes.since end
    returning count`;
  return row!.count;
}

export async function forgetGuesses(tx: Db, accountId: string): Promise<void> {
  await tx`delete from wrong_codes where account_id = ${accountId}`;
}

export async function insertFactorChallenge(db: Db, row: ChallengeRow): Promise<void> {
  await db`insert into factor_challenges ${db(row)}`;
}

/** Takes a challenge, which is thereby used up: of several requests at once one gets it. Null for one that is unknown, expired or another's. */
export async function takeFactorChallenge(
  db: Db,
  { id, purpose, accountId }: Pick<ChallengeRow, 'id' | 'purpose' | 'accountId'>,
  now: number,
): Promise<ChallengeRow | null> {
  const [row] = await db<ChallengeRow[]>`
    delete from factor_challenges
    where id = ${id} and purpose = ${purpose} and account_id is not distinct from ${accountId}
      and expires_at > ${now}
    returning id, purpose, account_id, content, created_at, expires_at`;
  return row ?? null;
}

export async function deleteExpiredFactorChallenges(sql: Sql, now: number): Promise<void> {
  await sql`delete from factor_challenges where expires_at <= ${now}`;
}

/** Everything a person could prove. */
export async function deleteFactors(tx: Tx, accountId: string): Promise<void> {
  await tx`delete from passkeys where account_id = ${accountId}`;
  await tx`delete from authenticator_apps where account_id = ${accountId}`;
  await tx`delete from recovery_codes where account_id = ${accountId}`;
  await tx`delete from wrong_codes where account_id = ${accountId}`;
}

function passkeyColumns(db: Db) {
  return db`
    id, account_id, credential_id, public_key, counter, transports, name, created_at, last_used_at, trusted_from`;
}
