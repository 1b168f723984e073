import type { CheckoutView } from '../checkout-api.ts';
import { FEW_PAYMENTS, paymentsLeft } from '../payments-left.ts';
import { element } from './element.ts';
import { missingInWords } from './funds.ts';
import { addressesInWords, type Line, termsInWords, warningsOf } from './terms.ts';
import { plural, shortAddress } from './words.ts';

// What the open dialog tells at length. The button loads it when it is pressed, not with the page.

/** What to know before agreeing, and the terms. */
export function termsOf(view: CheckoutView): Node[] {
  return [...warningsOf(view).map(warning), definitions(termsInWords(view))];
}

/** All that is agreed to, and what the wallet lacks for it; `isShort` if it lacks something. */
export function reviewOf(view: CheckoutView): { body: Node[]; isShort: boolean } {
  const missing = missingInWords(view);
  const isShort = missing.length > 0;
  const lacks = `Your wallet ${shortAddress(view.payer)} cannot pay this yet. ${missing.join(' ')} Send it there, then look again.`;
  const addresses = element(
    'details',
    {},
    element('summary', { 'data-key': 'addresses' }, 'Addresses'),
    definitions(addressesInWords(view)),
  );
  return { body: [...(isShort ? [warning(lacks)] : []), ...termsOf(view), addresses], isShort };
}

/** That the approval of a subscription without an end runs out, and what that means. */
export function runsLow(view: CheckoutView): Node[] {
  const left = paymentsLeft(view);
  if (left === null || left > FEW_PAYMENTS) return [];
  const covered = left === 0 ? 'no more payment' : `only ${plural(left, 'more payment')}`;
  return [
    warning(
      `What you approved covers ${covered}. Then this subscription ends. To keep it, top up: nothing is paid now.`,
    ),
  ];
}

function warning(text: string): Node {
  return element('p', { class: 'warning', part: 'warning' }, text);
}

function definitions(lines: Line[]): Node {
  const rows = lines.flatMap(({ term, text }) => [element('dt', {}, term), element('dd', {}, text)]);
  return element('dl', { part: 'terms' }, ...rows);
}
