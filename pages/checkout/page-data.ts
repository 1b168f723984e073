import type { CheckoutPaymentLink, CheckoutProduct } from '@autopay/sdk';

/** A payment link or product, as anyone may see it. */
export type Offer = CheckoutPaymentLink | CheckoutProduct;

/** What the checkout's script begins with. */
export interface CheckoutPageData {
  /** What is for sale here; null where the address names a mandate. */
  offer: Offer | null;
  /** What the Wallet Standard calls the chain that is paid on, such as solana:mainnet; null where there is none, or it is not known yet. */
  chain: string | null;
  /** Who runs this service, as payers read it. */
  operator: string;
}
