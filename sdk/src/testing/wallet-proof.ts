import { PROOF_SECONDS } from '../../../rules/lifetimes.ts';
import { ApiError } from '../../../rules/api-error.ts';
import {
  CHALLENGE_UNSIGNED,
  challengeText,
  nonceIn,
  notSignable,
  whyProofIsRejected,
} from '../../../rules/challenge.ts';
import { fromBase64, utf8 } from './bytes.ts';
import { isSignedBy, isWalletAddress } from './ed25519.ts';
import { newSecret } from './ids.ts';
import type { ChallengeRow } from './rows.ts';
import type { World } from './world.ts';

/** Who is asked to prove what. */
export type ProofSubject = Pick<ChallengeRow, 'purpose' | 'merchantId' | 'address'>;

/**
 * Issues a text for a wallet to sign, in the layout of Sign-In With Solana. Throws parameter_invalid if the
 * address is not a wallet.
 */
export function issueChallenge(
  world: World,
  { newAddress, ...subject }: ProofSubject & { newAddress?: string | undefined },
): ChallengeRow {
  requireWallet(subject.address);
  const [id, issuedAt] = [newSecret(''), world.shownNow];
  const expiresAt = issuedAt + PROOF_SECONDS;
  const terms = { ...subject, newAddress, nonce: id, issuedAt, expiresAt };
  const message = challengeText({ ...terms, publicUrl: world.baseUrl });
  return world.challenges.insert({ ...subject, id, message, issuedAt, expiresAt, used: false });
}

/** Throws parameter_invalid for an address that no wallet can sign for. */
export function requireWallet(address: string, param = 'address'): void {
  if (isWalletAddress(address)) return;
  throw notSignable(param);
}

/**
 * Consumes a challenge. Throws `code` unless the message is exactly the issued one, unused, in time and
 * signed by the wallet.
 */
export async function useChallenge(
  world: World,
  proof: ProofSubject & { message: string; signature: string },
  code: 'invalid_wallet_signature' | 'wallet_verification_failed',
  param?: string,
): Promise<void> {
  const refuse = (message: string) =>
    new ApiError(code, param === undefined ? { message } : { message, param });
  const issued = world.challenges.find(nonceIn(proof.message) ?? '');
  const reason = whyProofIsRejected(issued && { ...issued, isUsed: issued.used }, proof, world.shownNow);
  if (reason !== null) throw refuse(reason);
  const signature = fromBase64(proof.signature);
  if (signature === null || !(await isSignedBy(proof.address, signature, utf8(proof.message)))) {
    throw refuse(CHALLENGE_UNSIGNED);
  }
  issued!.used = true;
}
