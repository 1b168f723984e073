import { stableTotal, type TokenFacts } from './stable-total.ts';

/** Payments of one mint. */
export interface RenewalSum {
  mint: string;
  payments: number;
  /** Atomic units. */
  amountAtomic: bigint;
}

/** Payments of one mint that are at risk. */
export interface AtRisk {
  mint: string;
  /** Failed at least once, and tried again. */
  failed: number;
  /** Due soon, and not covered by what the payer approved or held. */
  uncovered: number;
  /** Atomic units, of both. */
  amountAtomic: bigint;
}

/** All tokens together; the amount of the stable ones alone, as every total. */
export function totalRenewals(
  sums: readonly RenewalSum[],
  tokens: ReadonlyMap<string, TokenFacts>,
  decimals: number,
) {
  return {
    payments: sums.reduce((sum, { payments }) => sum + payments, 0),
    amount: totalOf(sums, tokens, decimals),
  };
}

export function totalAtRisk(
  parts: readonly AtRisk[],
  tokens: ReadonlyMap<string, TokenFacts>,
  decimals: number,
) {
  const failed = parts.reduce((sum, part) => sum + part.failed, 0);
  const uncovered = parts.reduce((sum, part) => sum + part.uncovered, 0);
  return { payments: failed + uncovered, amount: totalOf(parts, tokens, decimals), failed, uncovered };
}

/** Those of one mint, exactly. */
export function renewalsOf(sums: readonly RenewalSum[], mint: string) {
  const own = sums.filter((sum) => sum.mint === mint);
  return {
    payments: own.reduce((sum, { payments }) => sum + payments, 0),
    amount: own.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n).toString(),
  };
}

export function atRiskOf(parts: readonly AtRisk[], mint: string) {
  return renewalsOf(
    parts.map(({ failed, uncovered, ...part }) => ({ ...part, payments: failed + uncovered })),
    mint,
  );
}

function totalOf(
  parts: readonly { mint: string; amountAtomic: bigint }[],
  tokens: ReadonlyMap<string, TokenFacts>,
  decimals: number,
): string {
  const amounts = parts.map(({ mint, amountAtomic }) => ({ ...tokens.get(mint)!, amountAtomic }));
  return stableTotal(amounts, decimals).toString();
}
