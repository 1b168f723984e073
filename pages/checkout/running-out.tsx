import type { CheckoutView } from '@autopay/checkout-js';
import { FEW_PAYMENTS } from '../running-out.ts';
import { common } from '../words/here.ts';

/** A notice that the approval of a subscription without an end runs out, with a link to renew it. */
export function RunningOut({ view }: { view: CheckoutView }) {
  const left = paymentsLeft(view);
  if (left === null || left > FEW_PAYMENTS) return null;
  return (
    <>
      <p class="message" data-tone="warn">
        {left === 0 ? common.runOut : common.runningOut(left)}
      </p>
      <a class="button button--wide" href={`/wallet#${view.id}/top-up`}>
        {common.topUp}
      </a>
    </>
  );
}

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
