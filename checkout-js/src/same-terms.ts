import type { CheckoutView } from './checkout-api.ts';

/**
 * Everything a person decides by. Most of it never changes; the amount to approve and the delegate it
 * replaces do.
 */
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
  'scheme',
  'merchantName',
  'symbol',
  'decimals',
  'genesisHash',
  'approveAmount',
  'approveParts',
  'replacesDelegate',
];

/** Whether both views show a person the same terms. */
export function sameTerms(one: CheckoutView, other: CheckoutView): boolean {
  return DECIDED_BY.every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]));
}
