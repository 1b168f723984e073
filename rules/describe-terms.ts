import type { Terms } from './mandates/terms.ts';
import { formatUnits } from './money.ts';

/** The terms of a mandate, with what a wallet needs to show them. */
export interface DescribedTerms extends Terms {
  /** As others are shown it. */
  merchantName: string;
  symbol: string;
  decimals: number;
}

/** The text that a wallet shows before it signs a mandate: the terms in one or two sentences. */
export function describeTerms(terms: DescribedTerms): string {
  const { merchantName, symbol, maxPeriods, trialSeconds, periodSeconds } = terms;
  const price = `${formatUnits(terms.amountPerPeriod, terms.decimals)} ${symbol}`;
  if (terms.sellMode === 'once') return `Pay ${price} to ${merchantName}.`;
  const times = maxPeriods === null ? '' : `, at most ${maxPeriods} times`;
  const start = trialSeconds === 0 ? '' : `, for the first time in ${lengthOf(trialSeconds)}`;
  return `Let ${merchantName} take ${price} every ${lengthOf(periodSeconds)}${times}${start}. You can cancel at any time.`;
}

const UNITS = [
  { seconds: 86_400, name: 'day' },
  { seconds: 3_600, name: 'hour' },
  { seconds: 60, name: 'minute' },
  { seconds: 1, name: 'second' },
] as const;

/** A duration in the largest unit that expresses it exactly, such as `30 days` or `1 hour`. */
function lengthOf(seconds: number): string {
  const unit = UNITS.find((each) => seconds % each.seconds === 0)!;
  const count = seconds / unit.seconds;
  return count === 1 ? `1 ${unit.name}` : `${count} ${unit.name}s`;
}
