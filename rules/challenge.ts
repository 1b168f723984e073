import { ApiError } from './api-error.ts';

/** What a wallet proves itself for: to be paid there, to be paid elsewhere from now on, or to see and end what it pays. */
export type ProofPurpose = 'payout' | 'payout_change' | 'payer';

/** The content of a challenge. Times in Unix seconds. */
export interface ChallengeTerms {
  purpose: ProofPurpose;
  /** The API's public origin. */
  publicUrl: string;
  address: string;
  /** Null for a payer, who is unknown until then. */
  merchantId: string | null;
  /** With `payout_change`: the wallet that follows this one. */
  newAddress?: string | undefined;
  nonce: string;
  issuedAt: number;
  expiresAt: number;
}

/**
 * The text that a wallet signs, in the layout of Sign-In With Solana, so that wallets show the domain,
 * compare it with the page they are on, and warn if it differs. It contains no words of a merchant's: a name
 * could contain lines that look like ours.
 */
export function challengeText(terms: ChallengeTerms): string {
  return [
    `${new URL(terms.publicUrl).host} wants you to sign in with your Solana account:`,
    terms.address,
    '',
    statementOf(terms),
    '',
    `URI: ${terms.publicUrl}`,
    'Version: 1',
    `Nonce: ${terms.nonce}`,
    `Issued At: ${isoTime(terms.issuedAt)}`,
    `Expiration Time: ${isoTime(terms.expiresAt)}`,
  ].join('\n');
}

/**
 * The nonce in one of our texts, or null. It only finds the challenge; the whole text must match the issued
 * one.
 */
export function nonceIn(message: string): string | null {
  return /^Nonce: ([1-9A-HJ-NP-Za-km-z]{20,90})$/m.exec(message)?.[1] ?? null;
}

/** Who proves what, with which text. */
export interface ProofClaim {
  purpose: ProofPurpose;
  address: string;
  merchantId: string | null;
  message: string;
}

/** The challenge that was issued with the nonce of a proof. */
export interface IssuedChallenge extends ProofClaim {
  expiresAt: number;
  isUsed: boolean;
}

export const CHALLENGE_USED = 'The challenge was used already. Ask for a new one.';
export const CHALLENGE_UNSIGNED =
  'The signature is not that of this wallet over the UTF-8 bytes of the message.';

/**
 * Why a proof is rejected before its signature is checked; null if it is not. The text must be exactly the
 * issued one, issued to this subject, neither expired nor used. Shown to the person who signed.
 */
export function whyProofIsRejected(
  issued: IssuedChallenge | null,
  claim: ProofClaim,
  now: number,
): string | null {
  const isIssuedTo =
    issued?.message === claim.message &&
    issued.purpose === claim.purpose &&
    issued.address === claim.address &&
    issued.merchantId === claim.merchantId;
  if (!isIssuedTo) {
    return 'The message is no challenge that was issued here for this wallet. Ask for a new one and sign it unchanged.';
  }
  if (issued.expiresAt <= now) return 'The challenge has expired. Ask for a new one.';
  return issued.isUsed ? CHALLENGE_USED : null;
}

/** The error for an address that no wallet can sign for. */
export function notSignable(param = 'address'): ApiError {
  return new ApiError('parameter_invalid', {
    param,
    message: 'No wallet can sign for this address. Send the address of a wallet that holds its own key.',
  });
}

function statementOf({
  purpose,
  merchantId,
  newAddress,
}: Pick<ChallengeTerms, 'purpose' | 'merchantId' | 'newAddress'>): string {
  switch (purpose) {
    case 'payout':
      return `Make this wallet the payout wallet of merchant ${merchantId}. This moves no money.`;
    case 'payout_change':
      return `Pay merchant ${merchantId} to ${newAddress} instead of this wallet from now on. This moves no money.`;
    case 'payer':
      return 'Show me what this wallet pays for, and let me end it. This moves no money.';
  }
}

/** Whether a challenge that was issued asks the old payout wallet to agree to this very successor. */
export function agreesTo(message: string, merchantId: string, newAddress: string): boolean {
  return message.split('\n')[3] === statementOf({ purpose: 'payout_change', merchantId, newAddress });
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
