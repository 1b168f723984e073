import type { Checkout, CheckoutView } from '@autopay/checkout-js';
import type { Started } from './started.ts';

/** Pays with the wallet on a phone. */
export function SolanaPayPanel(_props: {
  start?: (payer: string) => Promise<Started>;
  onStart?: (started: Started) => void;
  mandate?: CheckoutView;
  checkout?: Checkout;
}) {
  return null;
}
