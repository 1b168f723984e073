import type { CheckoutView } from '../checkout-api.ts';

/** A heading and the text under it. */
export interface Line {
  term: string;
  text: string;
}

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

/**
 * The terms the payer is about to accept, in plain words: who may collect, how much, when, how much in total,
 * and how it ends.
 */
export function termsInWords(view: CheckoutView): Line[] {
  const { merchantName, payer } = view;
  const from = { term: 'From your wallet', text: shortAddress(payer) };
  if (view.sellMode === 'once') {
    const refund = `This is paid once, now. Nothing is collected later. For a refund, ask ${merchantName}.`;
    return [
      { term: 'You pay', text: `${priceInWords(view)}, once` },
      { term: 'To', text: merchantName },
      from,
      { term: 'Afterwards', text: refund },
    ];
  }
  return [
    { term: 'You pay', text: priceInWords(view) },
    { term: 'To', text: merchantName },
    from,
    { term: 'First payment', text: firstPayment(view) },
    { term: 'In all', text: totalInWords(view) },
    { term: 'You approve', text: approvalInWords(view) },
    {
      term: 'To cancel',
      text: `At any time: take the approval back in your wallet, or ask ${merchantName}. Nothing is collected after that.`,
    },
  ];
}

/** The addresses behind the terms, for payers who compare them in their wallet. */
export function addressesInWords(view: CheckoutView): Line[] {
  return [
    { term: 'Your wallet', text: view.payer },
    { term: 'Paid to', text: view.payee },
    { term: 'Token', text: view.mint },
    { term: 'Who may collect', text: view.delegate },
    { term: 'Reference of these terms', text: view.reference },
  ];
}

/** What the payer should know before agreeing, beside the terms. */
export function warningsOf(view: CheckoutView): string[] {
  const { livemode, replacesDelegate, symbol } = view;
  return [
    ...(livemode ? [] : ['Test mode: no real money moves.']),
    ...(replacesDelegate === null
      ? []
      : [
          `Your ${symbol} account currently approves another app (${shortAddress(replacesDelegate)}). An account can have only one approval, so this ends that one.`,
        ]),
  ];
}

function firstPayment({ trialSeconds }: CheckoutView): string {
  return trialSeconds > 0
    ? `After ${durationInWords(trialSeconds)} free of charge`
    : 'Now, as soon as you approve';
}

function totalInWords(view: CheckoutView): string {
  const { maxPeriods, amountPerPeriod } = view;
  if (maxPeriods === null) return 'Until you cancel';
  const sumAtomic = BigInt(amountPerPeriod) * BigInt(maxPeriods);
  return `At most ${amountInWords(sumAtomic.toString(), view)}, in ${plural(maxPeriods, 'payment')}`;
}

function approvalInWords(view: CheckoutView): string {
  const { approveAmount, approveParts, delegate, id, maxPeriods } = view;
  if (approveAmount === null) return 'Already approved';
  const sum = amountInWords(approveAmount, view);
  const otherAtomic = approveParts.reduce(
    (total, part) => (part.mandateId === id ? total : total + BigInt(part.amount)),
    0n,
  );
  const other =
    otherAtomic > 0n
      ? ` Of this, ${amountInWords(otherAtomic.toString(), view)} is for what you agreed to before.`
      : '';
  const renewed = maxPeriods === null ? ' When that is used up, you will be asked again.' : '';
  return `Autopay (${shortAddress(delegate)}) may collect up to ${sum}, and no more.${other}${renewed}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
