/** Subscriptions of one mint and one period, combined. */
export interface Recurring {
  /** Atomic units that they pay in one period, in total. */
  amountAtomic: bigint;
  periodSeconds: number;
}

interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/** 30 days. */
const MONTH_SECONDS = 2_592_000n;

/**
 * The value of one mint's subscriptions per 30 days, in atomic units: the exact sum of amount * 2592000 /
 * periodSeconds, rounded down once. Halving the list keeps the numbers small: 50,000 different periods take
 * about 100 ms, the usual handful no time.
 */
export function monthlyAmount(recurring: readonly Recurring[]): bigint {
  const { numerator, denominator } = sum(recurring);
  return numerator / denominator;
}

function sum(recurring: readonly Recurring[]): Fraction {
  if (recurring.length === 0) return { numerator: 0n, denominator: 1n };
  if (recurring.length === 1) {
    const { amountAtomic, periodSeconds } = recurring[0]!;
    return { numerator: amountAtomic * MONTH_SECONDS, denominator: BigInt(periodSeconds) };
  }
  const middle = recurring.length >> 1;
  const [a, b] = [sum(recurring.slice(0, middle)), sum(recurring.slice(middle))];
  if (a.denominator === b.denominator) {
    return { numerator: a.numerator + b.numerator, denominator: a.denominator };
  }
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}
