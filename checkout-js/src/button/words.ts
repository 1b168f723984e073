import type { CheckoutView } from '../checkout-api.ts';
import type { CheckoutState } from '../checkout-state.ts';

/**
 * `12.50 USDC` for 12500000 with 6 decimals: keeps every digit, and shows at least two after the point if the
 * token has them.
 */
export function amountInWords(
  amountAtomic: string,
  { decimals, symbol }: Pick<CheckoutView, 'decimals' | 'symbol'>,
): string {
  const digits = amountAtomic.padStart(decimals + 1, '0');
  const whole = inThousands(digits.slice(0, digits.length - decimals));
  const fraction = /^\d*[1-9]/.exec(digits.slice(digits.length - decimals))?.[0] ?? '';
  const shown = fraction.padEnd(Math.min(2, decimals), '0');
  return `${whole}${shown && `.${shown}`} ${symbol}`;
}

/** `1,234,567`. By hand: the first `toLocaleString` makes a browser load its locales, which blocks a phone noticeably. */
function inThousands(digits: string): string {
  let shown = digits;
  for (let at = digits.length - 3; at > 0; at -= 3) shown = `${shown.slice(0, at)},${shown.slice(at)}`;
  return shown;
}

const UNITS: readonly [string, number][] = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

/**
 * `30 days`, `1 week`, `36 hours`: the largest unit that divides evenly; weeks only up to eight. Never
 * months, whose lengths differ.
 */
export function durationInWords(seconds: number): string {
  const [unit, size] = UNITS.find(
    ([name, size]) => seconds % size === 0 && !(name === 'week' && seconds > 8 * size),
  )!;
  return plural(seconds / size, unit);
}

/** `every 30 days`, `every week`. */
export function periodInWords(seconds: number): string {
  return `every ${durationInWords(seconds).replace(/^1 /, '')}`;
}

/** The first and last characters of an address, by which people recognize it. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 4)}…${address.slice(-4)}`;
}

/** What a mandate costs, in a few words: `12.50 USDC every 30 days`. */
export function priceInWords(view: CheckoutView): string {
  const price = amountInWords(view.amountPerPeriod, view);
  return view.sellMode === 'once' ? price : `${price} ${periodInWords(view.periodSeconds)}`;
}

/** Which of several signatures the wallet is asked for, after its name; empty where there is one. */
export function stepInWords({ step }: Pick<CheckoutState, 'step'>): string {
  return step && step.of > 1 ? ` (signature ${step.number} of ${step.of})` : '';
}

/** What happens while a signature is on its way that another one follows; empty for the last one. */
export function followsInWords({ step }: Pick<CheckoutState, 'step'>): string {
  return step && step.number < step.of
    ? 'Your wallet opens again once the first signature is confirmed.'
    : '';
}

/** `1 payment`, `12 payments`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
