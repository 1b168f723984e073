import { DEFAULT_DECIMALS, type TokenFacts } from '../../../rules/metrics/stable-total.ts';
import type { Tenant } from './rows.ts';
import { findToken } from './tokens.ts';
import type { World } from './world.ts';

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
