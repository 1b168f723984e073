import { PROOF_SECONDS } from '../../rules/lifetimes.ts';
import type { Address } from '@solana/kit';
import type { Db } from '../db/connect.ts';
import type { Deployment } from '../deployment.ts';
import { newSecret } from '../lib/ids.ts';
import { isWalletAddress, parseAddress } from '../lib/solana-address.ts';
import { findChallenge, insertChallenge, spendChallenge } from './queries.ts';
import { isSignedByWallet } from './signature.ts';
import {
  CHALLENGE_UNSIGNED,
  CHALLENGE_USED,
  challengeText,
  nonceIn,
  notSignable,
  type ProofPurpose,
  whyProofIsRejected,
} from '../../rules/challenge.ts';

/** Who is asked to prove what. */
export interface ProofSubject {
  purpose: ProofPurpose;
  address: string;
  /** The merchant that sets or changes its payout wallet; null for a payer. */
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
  {
    purpose,
    address,
    merchantId,
    newAddress,
    now,
  }: ProofSubject & { newAddress?: string | undefined; now: number },
): Promise<Challenge> {
  signableAddress(address);
  const terms = {
    purpose,
    address,
    merchantId,
    newAddress,
    nonce: newSecret(''),
    issuedAt: now,
    expiresAt: now + PROOF_SECONDS,
  };
  const message = challengeText({ ...terms, publicUrl: publicUrl() });
  await insertChallenge(db, { ...terms, message });
  return { address, message, issuedAt: terms.issuedAt, expiresAt: terms.expiresAt };
}

/** `address` if a wallet can sign for it. Throws parameter_invalid (`param`, by default `address`). */
export function signableAddress(address: string, param = 'address'): Address {
  const parsed = parseAddress(address);
  if (parsed !== null && isWalletAddress(parsed)) return parsed;
  throw notSignable(param);
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
  const issued = row === null ? null : { ...row, isUsed: row.usedAt !== null };
  const reason = whyProofIsRejected(issued, proof, now);
  // There is no reason, so there is a row.
  if (reason !== null || row === null) return refused(reason ?? CHALLENGE_USED);
  if (!(await isSignedByWallet(proof))) return refused(CHALLENGE_UNSIGNED);
  return (await spendChallenge(db, row.nonce, now)) ? { ok: true } : refused(CHALLENGE_USED);
}

function refused(reason: string): ProofOutcome {
  return { ok: false, reason };
}
