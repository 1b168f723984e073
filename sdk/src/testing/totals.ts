import type { components } from '../generated/api.ts';
import type { Tenant } from './rows.ts';
import { findToken } from './tokens.ts';
import type { World } from './world.ts';

/** Used until a floor token is set: the decimals of common stable tokens. */
const DEFAULT_DECIMALS = 6;
/** The most decimals the registry accepts: sums are exact in these. */
const FINEST_DECIMALS = 12;

/** What formatting an amount needs to know of its mint. */
export interface TokenFacts {
  mint: string;
  symbol: string;
  decimals: number;
  class: components['schemas']['TokenClass'];
}

/** Decimals of totals over several tokens: the floor token's. */
export function totalDecimals(world: World, livemode: boolean): number {
  const floor = world.tokens.find((token) => token.livemode === livemode && token.floor);
  return floor?.decimals ?? DEFAULT_DECIMALS;
}

/**
 * The facts of the mints of a tenant's mandates, ordered by symbol. A mint that left the registry is named by
 * its address.
 */
export function tokenFacts(world: World, { livemode }: Tenant, mints: readonly string[]): TokenFacts[] {
  const facts = [...new Set(mints)].map((mint) => {
    const token = findToken(world, livemode, mint);
    if (token !== null) return { mint, symbol: token.symbol, decimals: token.decimals, class: token.class };
    const mandate = world.mandates.first((row) => row.livemode === livemode && row.mint === mint);
    return { mint, symbol: mint.slice(0, 4), decimals: mandate!.decimals, class: 'other' as const };
  });
  return facts.sort((a, b) => (`${a.symbol} ${a.mint}` < `${b.symbol} ${b.mint}` ? -1 : 1));
}

/** The sum of the stable tokens, 1:1, in `decimals`, rounded towards zero once. */
export function stableTotal(
  amounts: readonly (Pick<TokenFacts, 'class' | 'decimals'> & { amount: bigint })[],
  decimals: number,
): bigint {
  const total = amounts
    .filter(({ class: kind }) => kind === 'stable')
    .reduce((sum, { amount, decimals: own }) => sum + amount * 10n ** BigInt(FINEST_DECIMALS - own), 0n);
  return total / 10n ** BigInt(FINEST_DECIMALS - decimals);
}
