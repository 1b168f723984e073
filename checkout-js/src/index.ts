/** The package's public names; everything else may change without notice. */
export { authorize, type AuthorizeOptions } from './authorize.ts';
export { type CheckoutAccess, type CheckoutView, getView, refresh } from './checkout-api.ts';
export type { CheckoutOptions } from './checkout-options.ts';
export type { CheckoutState, CheckoutStatus, ConnectedWallet, WalletChoice } from './checkout-state.ts';
export { type Checkout, createCheckout } from './create-checkout.ts';
export type { CheckoutInstruction } from './issue-and-submit.ts';
export { CheckoutError, type CheckoutErrorCode } from './errors.ts';
export type { Authorization } from './inspect-authorization.ts';
export type { MarkerStorage } from './sent-marker.ts';
export type { StandardAccount, StandardWallet } from './standard-wallet.ts';
export { type SettlementOptions, waitForSettlement } from './wait-for-settlement.ts';
export { solanaPayLink } from './solana-pay-link.ts';
export type { Signer } from './wallet.ts';
export { watchMandate, type Watching } from './watch-mandate.ts';
