import type { CheckoutView } from '@autopay/checkout-js';
import { FEW_PAYMENTS, paymentsLeft } from '@autopay/checkout-js/words';
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
        {common.renew}
      </a>
    </>
  );
}
