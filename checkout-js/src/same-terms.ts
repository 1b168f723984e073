import type { CheckoutView } from './checkout-api.ts';

/**
 * Everything a person decides by. Most of it never changes; the amount to approve, the scheme and the delegate
 * it replaces do.
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

/**
 * Whether the terms are now those that a person was shown. That no delegate would be replaced any more takes nothing from what they agreed to, and
 * is so after the first of two signatures.
 */
export function sameTerms(shown: CheckoutView, now: CheckoutView): boolean {
  return DECIDED_BY.every(
    (field) =>
      JSON.stringify(shown[field]) === JSON.stringify(now[field]) ||
      (field === 'replacesDelegate' && now.replacesDelegate === null),
  );
}
