import type { CheckoutState } from '../checkout-state.ts';
import { priceInWords } from './words.ts';

/** The button's text: its progress, or while there is something to pay `label`, by default the price. */
export function buttonLabel(state: CheckoutState | null, label: string): string {
  const { status, view } = state ?? {};
  if (status === 'submitted' || status === 'outcome_unknown') return 'Payment is being settled…';
  if (status === 'settled') return view?.sellMode === 'once' ? 'Paid ✓' : 'Active ✓';
  if (status === 'expired') return 'This request has ended';
  if (label !== '') return label;
  if (!view) return 'Pay with your wallet';
  return view.sellMode === 'once' ? `Pay ${priceInWords(view)}` : `Subscribe: ${priceInWords(view)}`;
}
