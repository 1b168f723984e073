import { type CheckoutAccess, type CheckoutView, getView } from './checkout-api.ts';
import { DEFAULT_WALLET_TIMEOUT_MS, expectArgument } from './checkout-options.ts';
import { CheckoutError } from './errors.ts';
import { endedError } from './outcome.ts';
import type { Sent } from './sign-authorization.ts';
import { pollUntil } from './wait-for-settlement.ts';
import type { Signer } from './wallet.ts';

/**
 * How long to look for a transaction that was just sent before returning a view that is still pending.
 * Confirmation takes 1 to 2 s, rarely 10.
 */
const CONFIRMATION_MS = 15_000;

/** A mandate to authorize, and the wallet to ask. */
export interface AuthorizeOptions extends CheckoutAccess {
  signer: Signer;
  /**
   * The view that the person saw; the bytes must match it exactly, or nothing is signed. Default: read now.
   */
  view?: CheckoutView;
  /** Milliseconds for the person to respond in the wallet. Default 180,000. */
  walletTimeoutMs?: number;
}

/**
 * Asks the payer's wallet for the authorization and returns the view in the state reached. That state may
 * still be pending: call waitForSettlement next. Checks before signing that the bytes mean the terms shown.
 * Returns a mandate that is already active or completed unchanged, so a double click does no harm. Throws
 * CheckoutError.
 */
export async function authorize(options: AuthorizeOptions): Promise<CheckoutView> {
  const { walletTimeoutMs = DEFAULT_WALLET_TIMEOUT_MS } = options;
  expectArgument(typeof options.signer?.address === 'string', 'signer', 'a signer with its address');
  const view = options.view ?? (await getView(options));
  if (options.signer.address !== view.payer) {
    throw new CheckoutError('wrong_payer', `This must be paid from ${view.payer}. Connect that wallet.`);
  }
  if (view.status !== 'pending') return unlessEnded(view);
  const { signAuthorization } = await import('./checkout-flow.ts');
  try {
    return unlessEnded(
      await reached(options, await signAuthorization({ ...options, view, walletTimeoutMs })),
    );
  } catch (error) {
    if (error instanceof CheckoutError && error.code === 'mandate_not_pending')
      return unlessEnded(await getView(options));
    throw error;
  }
}

/**
 * Returns the view once the authorization was seen on chain, or a view that is still pending when time ran
 * out.
 */
async function reached(options: AuthorizeOptions, { view, signature, error }: Sent): Promise<CheckoutView> {
  if (view && view.status !== 'pending') return view;
  const search = signature === null ? options : { ...options, signature };
  const looking = pollUntil(search, ({ status }) => status !== 'pending', CONFIRMATION_MS);
  if (!error) return (await looking) ?? getView(options);
  const found = await looking.catch(() => null);
  // It may or may not have been broadcast, and the chain does not show it either.
  if (!found || found.status === 'pending') throw error;
  return found;
}

function unlessEnded(view: CheckoutView): CheckoutView {
  if (view.status === 'expired' || view.status === 'revoked') throw endedError(view);
  return view;
}
