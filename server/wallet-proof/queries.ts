import type { Db, Sql } from '../db/connect.ts';
import type { ProofPurpose } from '../../rules/challenge.ts';

/** A row of `wallet_challenges`. All times are real time. */
export interface ChallengeRow {
  nonce: string;
  purpose: ProofPurpose;
  merchantId: string | null;
  address: string;
  message: string;
  issuedAt: number;
  expiresAt: number;
  usedAt: number | null;
}

export async function insertChallenge(db: Db, row: Omit<ChallengeRow, 'usedAt'>): Promise<void> {
  await db`
    insert into wallet_challenges
      ${db(row, 'nonce', 'purpose', 'merchantId', 'address', 'message', 'issuedAt', 'expiresAt')}`;
}

/** The challenge with this nonce, whoever it was issued to; null if there is none. */
export async function findChallenge(db: Db, nonce: string): Promise<ChallengeRow | null> {
  const [row] = await db<ChallengeRow[]>`
    select nonce, purpose, merchant_id, address, message, issued_at, expires_at, used_at
    from wallet_challenges where nonce = ${nonce}`;
  return row ?? null;
}

/**
 * Consumes the challenge. Returns false if another request has, or it has expired: of several at once exactly
 * one gets true.
 */
export async function spendChallenge(db: Db, nonce: string, now: number): Promise<boolean> {
  const { count } = await db`
    update wallet_challenges set used_at = ${now}
    where nonce = ${nonce} and used_at is null and expires_at > ${now}`;
  return count === 1;
}

/**
 * Deletes expired challenges, used or not; returns how many. An unknown challenge gets the same error as an
 * expired one.
 */
export async function deleteExpiredChallenges(sql: Sql, now: number): Promise<number> {
  const { count } = await sql`delete from wallet_challenges where expires_at <= ${now}`;
  return count;
}
