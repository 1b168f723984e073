import type { CheckoutView } from '@autopay/checkout-js';
import { paying } from './paying.ts';

/** How far a payment has come, as far as the service knows: sent, then confirmed by the network, then the first payment settled. */
export function Progress({ view }: { view: CheckoutView }) {
  const steps = stepsOf(view);
  // Whoever watches has sent it; the network has confirmed it once the mandate runs.
  const now = view.status === 'pending' ? 1 : steps.length - 1;
  return (
    <ol class="progress" aria-label={paying.progress.label}>
      {steps.map((step, at) => (
        <li
          key={step}
          data-state={at < now ? 'done' : at === now ? 'now' : 'next'}
          aria-current={at === now ? 'step' : undefined}
        >
          {paying.progress[step]}
        </li>
      ))}
    </ol>
  );
}

/** What is bought outright is one transaction; a trial settles nothing today. */
function stepsOf({ sellMode, trialSeconds }: CheckoutView) {
  return sellMode === 'once' || trialSeconds > 0
    ? (['sent', 'confirmed'] as const)
    : (['sent', 'confirmed', 'settled'] as const);
}
