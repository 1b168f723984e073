import type { CheckoutView } from './checkout-api.ts';

const STRINGS =
  'id payer payee mint amountPerPeriod status sellMode reference delegate merchantName symbol tokenProgram genesisHash';
const INTEGERS = 'periodSeconds trialSeconds version decimals';

/** Whether a response is a view as the contract defines it, so that no field is silently undefined. */
export function isView(value: { readonly [field: string]: unknown }): boolean {
  const view = value as unknown as CheckoutView;
  return (
    view.object === 'checkout_mandate' &&
    STRINGS.split(' ').every((field) => typeof value[field] === 'string') &&
    INTEGERS.split(' ').every((field) => isCount(value[field])) &&
    (view.maxPeriods === null || isCount(view.maxPeriods)) &&
    (view.approveAmount === null || typeof view.approveAmount === 'string') &&
    Array.isArray(view.approveParts) &&
    view.approveParts.every((part) => typeof part?.amount === 'string') &&
    (view.firstCharge === null || typeof view.firstCharge?.status === 'string')
  );
}

/** Whether it is a whole number, 0 or more. */
export function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
