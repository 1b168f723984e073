import type { CheckoutView } from './checkout-api.ts';

/** All that a person decides by. Most of it never changes; the sum to approve and whom it displaces do. */
const DECIDED_BY: readonly (keyof CheckoutView)[] = [
  'payer',
  'payee',
  'mint',
  'delegate',
  'amountPerPeriod',
  'periodSeconds',
  'maxPeriods',
  'trialSeconds',
  'sellMode',
  'merchantName',
  'symbol',
  'decimals',
  'genesisHash',
  'approveAmount',
  'approveParts',
  'replacesDelegate',
];

/** Whether a person who has seen the one view has seen the other. */
export function sameTerms(one: CheckoutView, other: CheckoutView): boolean {
  return DECIDED_BY.every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]));
}
