import { ApiError } from '../../../rules/api-error.ts';
import { challengeText, nonceIn } from '../../../rules/challenge-text.ts';
import { fromBase64, utf8 } from './bytes.ts';
import { isSignedBy, isWalletAddress } from './ed25519.ts';
import { newSecret } from './ids.ts';
import type { ChallengeRow } from './rows.ts';
import type { World } from './world.ts';

/** 10 minutes for a person to find the wallet, read and sign. */
export const PROOF_SECONDS = 600;

/** Who is asked to prove what. */
export type ProofSubject = Pick<ChallengeRow, 'purpose' | 'merchantId' | 'address'>;

/**
 * Issues a text for a wallet to sign, in the layout of Sign-In With Solana. Throws parameter_invalid if the
 * address is not a wallet.
 */
export function issueChallenge(world: World, subject: ProofSubject): ChallengeRow {
  requireWallet(subject.address);
  const [id, issuedAt] = [newSecret(''), world.shownNow];
  const expiresAt = issuedAt + PROOF_SECONDS;
  const message = challengeText({ ...subject, publicUrl: world.baseUrl, nonce: id, issuedAt, expiresAt });
  return world.challenges.insert({ ...subject, id, message, issuedAt, expiresAt, used: false });
}

/** Throws parameter_invalid for an address that no wallet can sign for. */
export function requireWallet(address: string): void {
  if (isWalletAddress(address)) return;
  throw new ApiError('parameter_invalid', {
    param: 'address',
    message: 'No wallet can sign for this address. Send the address of a wallet that holds its own key.',
  });
}

/**
 * Consumes a challenge. Throws `code` unless the message is exactly the issued one, unused, in time and
 * signed by the wallet.
 */
export async function useChallenge(
  world: World,
  proof: ProofSubject & { message: string; signature: string },
  code: 'invalid_wallet_signature' | 'wallet_verification_failed',
): Promise<void> {
  const refuse = (message: string) => new ApiError(code, { message });
  const issued = world.challenges.find(nonceIn(proof.message) ?? '');
  const isIssued =
    issued?.message === proof.message &&
    issued.purpose === proof.purpose &&
    issued.address === proof.address &&
    issued.merchantId === proof.merchantId;
  if (!isIssued) {
    throw refuse(
      'The message is no challenge that was issued here for this wallet. Ask for a new one and sign it unchanged.',
    );
  }
  if (issued.expiresAt <= world.shownNow) throw refuse('The challenge has expired. Ask for a new one.');
  if (issued.used) throw refuse('The challenge was used already. Ask for a new one.');
  const signature = fromBase64(proof.signature);
  if (signature === null || !(await isSignedBy(proof.address, signature, utf8(proof.message)))) {
    throw refuse('The signature is not that of this wallet over the UTF-8 bytes of the message.');
  }
  issued.used = true;
}
