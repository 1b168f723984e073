/** What formatting an amount needs to know of its mint. */
export interface TokenFacts {
  mint: string;
  symbol: string;
  decimals: number;
  class: 'stable' | 'other';
}

/** An amount of one token in its own atomic units; a balance may be negative. */
export interface TokenAmount extends Pick<TokenFacts, 'decimals' | 'class'> {
  amountAtomic: bigint;
}

/** Used until a floor token is set: the decimals of common stable tokens. */
export const DEFAULT_DECIMALS = 6;

/** The sum of the stable tokens, 1:1, in `decimals`, rounded towards zero once. */
export function stableTotal(amounts: Iterable<TokenAmount>, decimals: number): bigint {
  let total = 0n;
  for (const { class: kind, amountAtomic, decimals: own } of amounts) {
    if (kind === 'stable') total += amountAtomic * 10n ** BigInt(FINEST_DECIMALS - own);
  }
  return total / 10n ** BigInt(FINEST_DECIMALS - decimals);
}

/** The most decimals the registry accepts: sums are exact in these. */
const FINEST_DECIMALS = 12;
