import type { CheckoutView } from '../checkout-api.ts';
import type { CheckoutError } from '../errors.ts';
import { amountInWords, shortAddress } from './words.ts';

/** Of a CheckoutError. */
type Failure = Pick<CheckoutError, 'code'> & Partial<Pick<CheckoutError, 'message' | 'param' | 'status'>>;

/** RFC 6585, section 6: a network that wants a sign-in says so with this. */
const SIGN_IN = 511;

/** What went wrong and what to do about it, for the payer. */
export function problemInWords({ code, message, param, status }: Failure, view: CheckoutView | null): string {
  // Of terms that were read, and of no field: the service's own words for a payer, about their wallet or the seller's.
  if (view && code === 'parameter_invalid' && status === 400 && param === null) return message!;
  // A proxy in front of the service answers 502 to 504 with a page of its own.
  const known = status! >= 500 && status !== SIGN_IN ? 'internal_error' : code;
  return Object.hasOwn(PROBLEMS, known)
    ? PROBLEMS[known]!(view)
    : `Something went wrong, and it is not your fault. Try again in a minute; if it stays like this, tell ${merchantOf(view)}.`;
}

type Words = (view: CheckoutView | null) => string;

const merchantOf: Words = (view) => view?.merchantName ?? 'the merchant';

const invalidLink: Words = (view) =>
  `This payment request is not complete, or not valid any more. Ask ${merchantOf(view)} for a new one.`;

/** Messages of errors are for developers, but for the one above. */
const PROBLEMS: { readonly [code: string]: Words } = {
  user_rejected: () => 'You declined in your wallet. Nothing was paid. You can try again.',
  no_wallet: () => 'No wallet was found in this browser. Install one, or open this page in its app.',
  wrong_chain: () =>
    'This wallet is not on the network of this payment. Switch its network, or use another wallet.',
  wallet_unsupported: () => 'This wallet cannot sign such payments. Use another wallet.',
  wrong_payer: (view) =>
    `This must be paid from ${view ? shortAddress(view.payer) : 'another account'}. Switch to that account in your wallet, or use another wallet.`,
  insufficient_funds: (view) =>
    `This wallet holds too little. It needs ${view ? amountInWords(view.amountPerPeriod, view) : 'the amount'} and a little SOL for the network fee. Top it up and try again.`,
  blockhash_expired: () =>
    'What you signed did not reach the network in time, and no longer can. Nothing was paid. Try again.',
  transaction_mismatch: (view) =>
    `The transaction did not match what is shown here, so your wallet was not asked and nothing was signed. Look again; if this keeps happening, tell ${merchantOf(view)}.`,
  terms_changed: () => 'What you approve has changed since it was shown. Nothing was signed. Check it again.',
  signing_elsewhere: () => 'Another tab is already asking your wallet for this. Continue there.',
  charge_failed: (view) =>
    `You approved, but the first payment did not succeed. Make sure your wallet holds enough, and contact ${merchantOf(view)}.`,
  wallet_timeout: () =>
    'Your wallet did not respond. If you approved there, this page will notice. Otherwise try again.',
  wallet_error: () => 'Your wallet could not sign. Try again, or use another wallet.',
  mandate_not_pending: (view) => `This request has ended. Ask ${merchantOf(view)} for a new one.`,
  connection_failed: () => 'The payment service did not answer. Check your connection and try again.',
  unexpected_response: () =>
    'Something on this network answered in place of the payment service. If the network asks you to sign in, do that first. Then try again.',
  internal_error: () =>
    'The payment service has a problem at the moment. If you approved already, do not do it again: this page will notice. Try again in a minute.',
  rate_limit_exceeded: () => 'Too many attempts from here. Wait a minute, then try again.',
  invalid_client_secret: invalidLink,
  resource_missing: invalidLink,
  parameter_invalid: invalidLink,
  settlement_timeout: () => 'The payment is not confirmed yet. Do not pay again: look again in a moment.',
};
