import { monthlyAmount } from './monthly.ts';
import {
  type AtRisk,
  atRiskOf,
  renewalsOf,
  type RenewalSum,
  totalAtRisk,
  totalRenewals,
} from './renewals.ts';
import { stableTotal, type TokenFacts } from './stable-total.ts';
import { daysOf, type Window } from './window.ts';

/** What settled of one mint on one UTC day, as far as the span covers it. */
export interface Settled {
  /** The start of the day. */
  day: number;
  mint: string;
  payments: number;
  grossAtomic: bigint;
  refundsAtomic: bigint;
}

/** Subscriptions of one mint and one period in a window. */
export interface SubscriptionGroup {
  mint: string;
  periodSeconds: number;
  /** Active at the window's end. */
  active: number;
  /** What they pay in one period, in atomic units. */
  amountAtomic: bigint;
  /** Activated in the window. */
  started: number;
  /** Whether one was active at any moment of the window. */
  seen: boolean;
}

/** What happened in a window, by mint: different tokens are never added up here. */
export interface Activity {
  window: Window;
  settled: readonly Settled[];
  subscriptions: readonly SubscriptionGroup[];
  /** Payments that had failed and succeeded in the window. */
  recovered: readonly RenewalSum[];
  /** Payments that had failed and were given up in the window. */
  lost: readonly RenewalSum[];
}

/** What settled of one token, in its own atomic units. */
interface Sums {
  payments: number;
  grossAtomic: bigint;
  refundsAtomic: bigint;
}

/** One token in one window. */
interface TokenActivity extends Sums, TokenFacts {
  monthlyAtomic: bigint;
  /** Whether it had a payment, a refund or an active subscription. */
  seen: boolean;
}

/** The data behind the response. */
export interface MetricsSource {
  livemode: boolean;
  now: number;
  /** Decimals of the totals. */
  decimals: number;
  /** Every mint in either window, in display order. */
  tokens: ReadonlyMap<string, TokenFacts>;
  current: Activity;
  previous: Activity;
  /** Now, whatever the window. */
  atRisk: readonly AtRisk[];
}

/**
 * Metrics as the API shows them. Counts include all tokens. Total amounts include only stable tokens, each
 * figure summed exactly and rounded towards zero once; monthly value is rounded per token first, so that the
 * totals are the sums of `byMint`.
 */
export function presentMetrics(source: MetricsSource) {
  const { livemode, now, decimals, tokens, current, previous, atRisk } = source;
  const byToken = activityByToken(current, tokens);
  const isConcerned = (mint: string) => [...current.lost, ...atRisk].some((part) => part.mint === mint);
  return {
    object: 'metrics' as const,
    livemode,
    createdAt: now,
    decimals,
    ...totalsOf(current, byToken, tokens, decimals),
    atRisk: totalAtRisk(atRisk, tokens, decimals),
    previous: totalsOf(previous, activityByToken(previous, tokens), tokens, decimals),
    daily: dailyOf(current, tokens, decimals),
    byMint: byToken
      .filter(({ seen, mint }) => seen || isConcerned(mint))
      .map((token) => ({
        mint: token.mint,
        symbol: token.symbol,
        decimals: token.decimals,
        class: token.class,
        grossVolume: token.grossAtomic.toString(),
        payments: token.payments,
        refunds: token.refundsAtomic.toString(),
        netVolume: (token.grossAtomic - token.refundsAtomic).toString(),
        mrr: token.monthlyAtomic.toString(),
        recovered: renewalsOf(current.recovered, token.mint),
        lost: renewalsOf(current.lost, token.mint),
        atRisk: atRiskOf(atRisk, token.mint),
      })),
  };
}

function activityByToken(
  { settled, subscriptions }: Activity,
  tokens: ReadonlyMap<string, TokenFacts>,
): TokenActivity[] {
  const settledByMint = groupBy(settled, ({ mint }) => mint);
  const groupsByMint = groupBy(subscriptions, ({ mint }) => mint);
  return [...tokens.values()].map((token) => {
    const own = settledByMint.get(token.mint) ?? [];
    const groups = groupsByMint.get(token.mint) ?? [];
    const active = groups.filter((group) => group.active > 0);
    return {
      ...token,
      ...sumOf(own),
      monthlyAtomic: monthlyAmount(active),
      seen: own.length > 0 || groups.some(({ seen }) => seen),
    };
  });
}

function totalsOf(
  { window, subscriptions, recovered, lost }: Activity,
  byToken: readonly TokenActivity[],
  tokens: ReadonlyMap<string, TokenFacts>,
  decimals: number,
) {
  const monthly = byToken.map((token) => ({ ...token, amountAtomic: token.monthlyAtomic }));
  return {
    // Times before 1970 do not exist, so a window that would begin earlier begins there.
    from: Math.max(0, window.from),
    to: Math.max(0, window.to),
    ...volumeOf(byToken, decimals),
    mrr: stableTotal(monthly, decimals).toString(),
    activeSubscriptions: subscriptions.reduce((sum, { active }) => sum + active, 0),
    newSubscriptions: subscriptions.reduce((sum, { started }) => sum + started, 0),
    recovered: totalRenewals(recovered, tokens, decimals),
    lost: totalRenewals(lost, tokens, decimals),
  };
}

function dailyOf({ window, settled }: Activity, tokens: ReadonlyMap<string, TokenFacts>, decimals: number) {
  const byDay = groupBy(settled, ({ day }) => day);
  return daysOf(window).map((day) => ({
    date: new Date(day * 1000).toISOString().slice(0, 10),
    ...volumeOf(
      (byDay.get(day) ?? []).map((part) => ({ ...part, ...tokens.get(part.mint)! })),
      decimals,
    ),
  }));
}

/** Volume of several tokens together. */
function volumeOf(parts: readonly (Sums & TokenFacts)[], decimals: number) {
  const total = (amountOf: (part: Sums) => bigint) =>
    stableTotal(
      parts.map((part) => ({ ...part, amountAtomic: amountOf(part) })),
      decimals,
    ).toString();
  return {
    grossVolume: total(({ grossAtomic }) => grossAtomic),
    payments: parts.reduce((sum, { payments }) => sum + payments, 0),
    refunds: total(({ refundsAtomic }) => refundsAtomic),
    netVolume: total(({ grossAtomic, refundsAtomic }) => grossAtomic - refundsAtomic),
  };
}

function sumOf(settled: readonly Settled[]): Sums {
  const sums = { payments: 0, grossAtomic: 0n, refundsAtomic: 0n };
  for (const { payments, grossAtomic, refundsAtomic } of settled) {
    sums.payments += payments;
    sums.grossAtomic += grossAtomic;
    sums.refundsAtomic += refundsAtomic;
  }
  return sums;
}

/** Map.groupBy, which Node 20 lacks. */
function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}
