import { CheckoutError } from '@autopay/checkout-js';
import { isAutopayError } from '@autopay/sdk/core';
import { common } from '../words/here.ts';
import { refusalInWords } from '../words/refusal.ts';
import { words } from './words.ts';

/** Something differs from what was shown: nothing was signed, and the display is updated. */
export class ShownChangedError extends Error {}

/** Whether the service no longer knows the session. */
export function endsSession(error: unknown): boolean {
  return isAutopayError(error) && error.status === 401;
}

/** Whether the same request may succeed later: no response, too many requests, or a fault of the service. */
export function isAway(error: unknown): boolean {
  return isAutopayError(error) && (error.status === null || error.status === 429 || error.status >= 500);
}

/** What went wrong and what to do about it, for the payer. */
export function problemOf(error: unknown): string {
  if (error instanceof ShownChangedError) return words.shownChanged;
  if (error instanceof CheckoutError) return inWallet(error);
  if (!isAutopayError(error)) return common.pageFailed;
  if (error.status === null) return words.noAnswer;
  const refusal = refusalInWords(error);
  // What the payer can put right needs no support.
  const isClear = CLEAR.has(error.code) || error.requestId === null;
  return isClear ? refusal : common.withRequest(refusal, error.requestId!);
}

const CLEAR: ReadonlySet<string> = new Set([
  'invalid_wallet_signature',
  'transaction_not_issued',
  'verification_failed',
]);

function inWallet({ code }: CheckoutError): string {
  const problems: { readonly [code: string]: string } = words.inWallet;
  return Object.hasOwn(problems, code) ? problems[code]! : words.inWallet.wallet_error;
}
