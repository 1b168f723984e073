/** What a wallet proves itself for: to be paid there, or to see and end what it pays. */
export type ProofPurpose = 'payout' | 'payer';

/** The content of a challenge. Times in Unix seconds. */
export interface ChallengeTerms {
  purpose: ProofPurpose;
  /** The API's public origin. */
  publicUrl: string;
  address: string;
  /** Null for a payer, who is unknown until then. */
  merchantId: string | null;
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

function statementOf({ purpose, merchantId }: ChallengeTerms): string {
  return purpose === 'payout'
    ? `Make this wallet the payout wallet of merchant ${merchantId}. This moves no money.`
    : 'Show me what this wallet pays for, and let me end it. This moves no money.';
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
