import type { Address } from '@solana/kit';
import type { Db } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { ApiError } from '../errors/api-error.ts';
import { newSecret } from '../lib/ids.ts';
import { isWalletAddress, parseAddress } from '../lib/solana-address.ts';
import { type ChallengeRow, findChallenge, insertChallenge, spendChallenge } from './queries.ts';
import { isSignedByWallet } from './signature.ts';
import { challengeText, nonceIn, type ProofPurpose } from '../../rules/challenge-text.ts';

/** 10 minutes for a person to find the wallet, read and sign. */
const VALID_SECONDS = 600;

/** Who is asked to prove what. */
export interface ProofSubject {
  purpose: ProofPurpose;
  address: string;
  /** The merchant that sets a payout wallet; null for a payer. */
  merchantId: string | null;
}

/** A text for a wallet to sign. Times in Unix seconds, real time. */
export interface Challenge {
  address: string;
  message: string;
  issuedAt: number;
  expiresAt: number;
}

/** Whether a proof is valid; `reason` is shown to the person who signed. */
export type ProofOutcome = { ok: true } | { ok: false; reason: string };

/** Issues a text for the wallet to sign. Throws parameter_invalid (param `address`) for an address that no wallet can sign for. */
export async function issueChallenge(
  { db, publicUrl }: Pick<Deployment, 'db' | 'publicUrl'>,
  { purpose, address, merchantId, now }: ProofSubject & { now: number },
): Promise<Challenge> {
  signableAddress(address);
  const terms = {
    purpose,
    address,
    merchantId,
    nonce: newSecret(''),
    issuedAt: now,
    expiresAt: now + VALID_SECONDS,
  };
  const message = challengeText({ ...terms, publicUrl: publicUrl() });
  await insertChallenge(db, { ...terms, message });
  return { address, message, issuedAt: terms.issuedAt, expiresAt: terms.expiresAt };
}

/** `address` if a wallet can sign for it. Throws parameter_invalid (param `address`). */
export function signableAddress(address: string): Address {
  const parsed = parseAddress(address);
  if (parsed !== null && isWalletAddress(parsed)) return parsed;
  throw new ApiError('parameter_invalid', {
    param: 'address',
    message: 'No wallet can sign for this address. Send the address of a wallet that holds its own key.',
  });
}

/**
 * Consumes a challenge if its text is exactly the issued one, was issued to this subject, is neither used nor
 * expired, and was signed by the wallet. Only success consumes it: a client may correct a mistake, and a
 * signature cannot be guessed. Call it in the transaction of what the proof allows, so that both happen
 * together or not at all. `signature` is base64, `now` Unix seconds in real time.
 */
export async function useChallenge(
  db: Db,
  proof: ProofSubject & { message: string; signature: string },
  now: number,
): Promise<ProofOutcome> {
  const nonce = nonceIn(proof.message);
  const row = nonce === null ? null : await findChallenge(db, nonce);
  if (row === null || !isIssuedTo(row, proof)) {
    return refused(
      'The message is no challenge that was issued here for this wallet. Ask for a new one and sign it unchanged.',
    );
  }
  if (row.expiresAt <= now) return refused('The challenge has expired. Ask for a new one.');
  if (row.usedAt !== null) return refused(USED);
  if (!(await isSignedByWallet(proof))) {
    return refused('The signature is not that of this wallet over the UTF-8 bytes of the message.');
  }
  return (await spendChallenge(db, row.nonce, now)) ? { ok: true } : refused(USED);
}

const USED = 'The challenge was used already. Ask for a new one.';

function isIssuedTo(row: ChallengeRow, proof: ProofSubject & { message: string }): boolean {
  return (
    row.message === proof.message &&
    row.purpose === proof.purpose &&
    row.address === proof.address &&
    row.merchantId === proof.merchantId
  );
}

function refused(reason: string): ProofOutcome {
  return { ok: false, reason };
}
