/** What one merchant may create, in each mode. */
export interface Quotas {
  /** Per UTC day. Mandates that payers start from links and products, and refunds, are counted separately. */
  mandatesPerDay: number;
  pendingMandates: number;
  /** Plans published before the payer has signed, per UTC day. */
  plansPerDay: number;
  /** Plans of the Subscriptions program that are made, per UTC day. */
  subscriptionPlansPerDay: number;
  /** The most lamports that all plans of a mode may hold as rent, whoever's they are. */
  planRentLamports: bigint;
  /** Rent that the service pays for payers who subscribe to plans. */
  sponsoredRent: SponsoredRentQuotas;
  /** Links, products and API keys, each. */
  objects: number;
  /**
   * Per UTC day: links, products, API keys, webhook endpoints, token requests, test tokens and test events,
   * each.
   */
  objectsPerDay: number;
  /** Of test tokens shared by all, in whole tokens. */
  testTokensPerGift: number;
  /** The same, per UTC day. */
  testTokensPerDay: number;
}

/** Lamports, in each mode. */
export interface SponsoredRentQuotas {
  /** Within 24 hours for one payer's wallet, for payers of one merchant, and for all. */
  payerPerDay: bigint;
  merchantPerDay: bigint;
  perDay: bigint;
  /** At a time, in all accounts that have not been closed. */
  held: bigint;
}
