import { DAY_SECONDS, startOfDay } from '../metrics/window.ts';
import type { RiskReason, Verdict } from './collectability.ts';
import type { Horizon } from './dues.ts';

/** Charges of one token and day that have the same outlook. */
export interface DaySum {
  mint: string;
  /** The start of the UTC day. */
  day: number;
  /** Null: expected. */
  reason: RiskReason | null;
  count: number;
  /** Atomic units. */
  amount: bigint;
}

/** The sums of what was foreseen for one payer in one token. */
export function sumsOf(mint: string, verdicts: readonly Verdict[]): DaySum[] {
  return verdicts.flatMap(({ due, covered, reason }) => {
    const day = startOfDay(due.at);
    const sum = (count: number, why: RiskReason | null) =>
      count === 0 ? [] : [{ mint, day, reason: why, count, amount: BigInt(count) * due.amount }];
    return [...sum(covered, null), ...sum(due.count - covered, reason)];
  });
}

/** Adds sums to those known, by token, day and outlook. */
export class DaySums {
  readonly #known = new Map<string, DaySum>();

  /** Those that are not known yet become part of this. */
  add(sums: readonly DaySum[]): void {
    for (const sum of sums) {
      const key = `${sum.mint}/${sum.day}/${sum.reason}`;
      const known = this.#known.get(key);
      if (known === undefined) this.#known.set(key, sum);
      else Object.assign(known, { count: known.count + sum.count, amount: known.amount + sum.amount });
    }
  }

  list(): DaySum[] {
    return [...this.#known.values()];
  }
}

/** A charge that will not be collected unless its payer does something: the first of its mandate. */
export interface FirstAtRisk {
  mandateId: string;
  payer: string;
  mint: string;
  amount: bigint;
  dueAt: number;
  reason: RiskReason;
}

/** The first charge at risk of each mandate, in order of time. */
export function firstAtRisk(
  account: { payer: string; mint: string },
  verdicts: readonly Verdict[],
): FirstAtRisk[] {
  const seen = new Set<string>();
  return verdicts.flatMap(({ due, reason }) => {
    if (reason === null || seen.has(due.mandateId)) return [];
    seen.add(due.mandateId);
    return [{ ...account, mandateId: due.mandateId, amount: due.amount, dueAt: due.at, reason }];
  });
}

/** As many mandates at risk as a forecast names, the soonest. */
export const MOST_NAMED = 50;

/** The soonest of those at risk, as many as a forecast names. */
export function soonest(atRisk: readonly FirstAtRisk[]): FirstAtRisk[] {
  return atRisk
    .toSorted((a, b) => a.dueAt - b.dueAt || (a.mandateId < b.mandateId ? -1 : 1))
    .slice(0, MOST_NAMED);
}

/** What is to be expected. */
export interface Outlook {
  sums: readonly DaySum[];
  /** At least the soonest of those at risk. */
  atRisk: readonly FirstAtRisk[];
  /** How many there are. */
  mandatesAtRisk: number;
}

/** What a forecast says of a token. */
export interface ForecastToken {
  mint: string;
  symbol: string;
  decimals: number;
}

/** A forecast as the API shows it. `readAt` is when the oldest of the accounts it rests on was read, null if none was. */
export function presentForecast(
  { from, until }: Horizon,
  tokens: readonly ForecastToken[],
  { sums, atRisk, mandatesAtRisk }: Outlook,
  { livemode, readAt }: { livemode: boolean; readAt: number | null },
) {
  const byMint = Map.groupBy(sums, ({ mint }) => mint);
  return {
    object: 'forecast' as const,
    livemode,
    createdAt: from,
    from,
    to: until - 1,
    readAt,
    mandatesAtRisk,
    atRisk: soonest(atRisk).map(({ amount, ...rest }) => ({ ...rest, amount: amount.toString() })),
    tokens: tokens.map((token) => presentToken(token, byMint.get(token.mint) ?? [], { from, until })),
  };
}

function presentToken({ mint, symbol, decimals }: ForecastToken, sums: readonly DaySum[], horizon: Horizon) {
  const byDay = Map.groupBy(sums, ({ day }) => day);
  const byReason = Map.groupBy(
    sums.filter(({ reason }) => reason !== null),
    ({ reason }) => reason!,
  );
  return {
    mint,
    symbol,
    decimals,
    ...totals(sums),
    reasons: [...byReason].map(([code, of]) => ({ code, ...total(of) })),
    daily: daysIn(horizon).map((day) => ({
      date: new Date(day * 1000).toISOString().slice(0, 10),
      ...totals(byDay.get(day) ?? []),
    })),
  };
}

function totals(sums: readonly DaySum[]) {
  return {
    expected: total(sums.filter(({ reason }) => reason === null)),
    atRisk: total(sums.filter(({ reason }) => reason !== null)),
  };
}

function total(sums: readonly DaySum[]) {
  return {
    payments: sums.reduce((sum, { count }) => sum + count, 0),
    amount: sums.reduce((sum, { amount }) => sum + amount, 0n).toString(),
  };
}

/** The start of every UTC day that the horizon touches. */
function daysIn({ from, until }: Horizon): number[] {
  const first = startOfDay(from);
  return Array.from(
    { length: Math.ceil((until - first) / DAY_SECONDS) },
    (_, at) => first + at * DAY_SECONDS,
  );
}

/** The time from now on for so many days. */
export function horizonOf(now: number, days: number): Horizon {
  return { from: now, until: now + days * DAY_SECONDS };
}
