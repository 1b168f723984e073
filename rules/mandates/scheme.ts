/**
 * What stands behind a subscription on chain. `approval`: the payer approves the service's key for a sum, and the service keeps to amount and
 * period. `plan`: the payer subscribes to a plan of the Subscriptions program, which enforces amount, period and payee.
 */
export type Scheme = 'approval' | 'plan';
