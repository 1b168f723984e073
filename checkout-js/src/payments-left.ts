import type { CheckoutView } from './checkout-api.ts';

/** With this many covered payments or fewer a payer is told, and can renew. Whoever looks once a period still has one payment's time to act. */
export const FEW_PAYMENTS = 2;

/** How many payments the approved budget still covers; null if there is an end, or nothing to cover. */
export function paymentsLeft(
  view: Pick<
    CheckoutView,
    | 'status'
    | 'maxPeriods'
    | 'authorizedUntil'
    | 'startAt'
    | 'trialEndsAt'
    | 'periodSeconds'
    | 'periodsCharged'
  >,
): number | null {
  const { status, maxPeriods, authorizedUntil, startAt, trialEndsAt, periodSeconds, periodsCharged } = view;
  if (status !== 'active' || maxPeriods !== null || authorizedUntil === null) return null;
  const covered = (authorizedUntil - (trialEndsAt ?? startAt)) / periodSeconds;
  return Math.max(0, covered - periodsCharged);
}
