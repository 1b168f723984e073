/** The terms described to a wallet. */
export interface DescribedTerms {
  merchantName: string;
  symbol: string;
  decimals: number;
  amountPerPeriod: string;
  periodSeconds: number;
  maxPeriods: number | null;
  trialSeconds: number;
  sellMode: string;
}

/** The text a wallet shows before it signs a mandate: the terms in one or two sentences. */
export function describeMandate(terms: DescribedTerms): string {
  const { merchantName, symbol, maxPeriods, trialSeconds, periodSeconds } = terms;
  const price = `${inUnits(terms.amountPerPeriod, terms.decimals)} ${symbol}`;
  if (terms.sellMode === 'once') return `Pay ${price} to ${merchantName}.`;
  const times = maxPeriods === null ? '' : `, at most ${maxPeriods} times`;
  const start = trialSeconds === 0 ? '' : `, for the first time in ${lengthOf(trialSeconds)}`;
  return `Let ${merchantName} take ${price} every ${lengthOf(periodSeconds)}${times}${start}. You can cancel at any time.`;
}

/** `12.5` for '12500000' with 6 decimals. */
function inUnits(atomic: string, decimals: number): string {
  const digits = atomic.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = /^\d*[1-9]/.exec(digits.slice(digits.length - decimals))?.[0] ?? '';
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

const UNITS = [
  { seconds: 86_400, name: 'day' },
  { seconds: 3_600, name: 'hour' },
  { seconds: 60, name: 'minute' },
  { seconds: 1, name: 'second' },
] as const;

/** A duration in the largest unit that expresses it exactly. */
function lengthOf(seconds: number): string {
  const unit = UNITS.find((each) => seconds % each.seconds === 0)!;
  const count = seconds / unit.seconds;
  return count === 1 ? `1 ${unit.name}` : `${count} ${unit.name}s`;
}
