/** What one merchant may make, in each mode. */
export interface Quotas {
  /** A UTC day. Those that payers start from links and products are counted apart. */
  mandatesPerDay: number;
  pendingMandates: number;
  /** Plans that are published before the payer has signed, a UTC day. */
  plansPerDay: number;
  /** Links, products and API keys, each. */
  objects: number;
  /** A UTC day: of links, products, API keys, webhook endpoints, token requests, test tokens and test events, each. */
  objectsPerDay: number;
  /** Of the test tokens that all share, in whole tokens. */
  testTokensPerGift: number;
  /** The same, a UTC day. */
  testTokensPerDay: number;
}
