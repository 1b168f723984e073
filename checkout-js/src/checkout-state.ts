import type { CheckoutView } from './checkout-api.ts';
import type { CheckoutError } from './errors.ts';
import type { Authorization } from './inspect-authorization.ts';
import type { Step } from './sign-authorization.ts';

/**
 * Where a checkout stands.
 * - `loading`: the terms are being read.
 * - `choose_wallet`: call connect. With `error` set, why the last choice failed, or that there is no wallet.
 * - `connecting`: the wallet asks the person to let this page see their account.
 * - `review`: show the terms, then call confirm.
 * - `signing`: the bytes are being checked, then the wallet asks for a signature.
 * - `submitted`: something was sent; the chain is being watched for the authorization and the first payment.
 * - `settled`: the first payment succeeded, or the trial began.
 * - `failed`: see `error`. confirm tries again where the terms are still pending.
 * - `expired`: the mandate expired before it was authorized.
 * - `outcome_unknown`: something was sent and the outcome is not known yet. Watching continues; never ask the
 *   payer to sign a second time.
 */
export type CheckoutStatus =
  | 'loading'
  | 'choose_wallet'
  | 'connecting'
  | 'review'
  | 'signing'
  | 'submitted'
  | 'settled'
  | 'failed'
  | 'expired'
  | 'outcome_unknown';

/**
 * A wallet to offer. `reason` says why it cannot pay: `wrong_chain`, it is for other networks; `cannot_sign`,
 * it cannot connect or cannot sign such transactions. `wrong_account` is only a warning: the wallet shows
 * this page accounts other than the payer's; it may be chosen once the person switches.
 */
export interface WalletChoice {
  /** To pass to connect. Stable for the lifetime of the page. */
  readonly id: string;
  readonly name: string;
  /** A data URI of an image, or empty. */
  readonly icon: string;
  /** Whether connect may be tried. */
  readonly eligible: boolean;
  readonly reason: null | 'wrong_chain' | 'cannot_sign' | 'wrong_account';
}

/** The connected wallet and the payer's account in it. */
export interface ConnectedWallet {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  /** base58; always the mandate's payer. */
  readonly address: string;
}

/** An immutable snapshot: the same object until something changes. */
export interface CheckoutState {
  readonly status: CheckoutStatus;
  /** The terms to show; null until they are read. */
  readonly view: CheckoutView | null;
  readonly wallets: readonly WalletChoice[];
  readonly wallet: ConnectedWallet | null;
  /** What the bytes sent to the wallet mean, as decoded; null until then. */
  readonly authorization: Authorization | null;
  /**
   * Which signature the wallet is asked for, counted from 1, and of how many; null until that is known. Two are needed where a payer opens their
   * account with the Subscriptions program in a transaction of its own, before they subscribe. While the first is `submitted`, the second
   * follows by itself once the first is on chain.
   */
  readonly step: Step | null;
  /** The last error; null if there was none. */
  readonly error: CheckoutError | null;
}
