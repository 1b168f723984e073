import { CheckoutError } from '@autopay/checkout-js';
import { isAutopayError } from '@autopay/sdk/core';

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
  if (error instanceof ShownChangedError)
    return 'What you would approve has changed since it was shown. Nothing was signed. Read it again.';
  if (error instanceof CheckoutError) return (IN_WALLET[error.code] ?? IN_WALLET['wallet_error'])!;
  if (!isAutopayError(error)) return 'Something went wrong on this page. Reload it.';
  if (error.status === null) return 'The service did not answer. Check your connection and try again.';
  if (error.code === 'invalid_wallet_signature')
    return 'The wallet’s signature does not fit, or it took longer than 10 minutes. Try again.';
  if (error.code === 'transaction_not_issued')
    return 'What you signed is out of date: it took too long, or something else changed in between. It has no effect. Try again.';
  // Written for the payer, who can put it right: there is nothing to ask support about.
  if (error.code === 'verification_failed') return error.message;
  return error.requestId ? `${error.message} (request ${error.requestId})` : error.message;
}

const IN_WALLET: { readonly [code: string]: string } = {
  user_rejected: 'You declined in your wallet. Nothing was signed. You can try again.',
  wallet_timeout: 'Your wallet did not answer. If you signed there, it is noticed here. Otherwise try again.',
  wallet_error: 'Your wallet could not sign. Try again, or use another wallet.',
  blockhash_expired: 'Signing took too long, so nothing was sent. Try again.',
  wrong_payer:
    'That wallet does not show the account that you signed in with. Switch to it there, and try again.',
  transaction_mismatch:
    'The transaction did not match what is shown here, so your wallet was not asked and nothing was signed. Look again; if this keeps happening, tell whoever runs this service.',
};
