import { DEFAULT_DECIMALS, type TokenFacts } from '../../rules/metrics/stable-total.ts';
import type { Db } from '../db/connect.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { floorToken } from '../tokens/queries.ts';

/** Decimals of totals over several tokens: the floor token's. */
export async function totalDecimals(sql: Db, livemode: boolean): Promise<number> {
  return (await floorToken(sql, livemode))?.decimals ?? DEFAULT_DECIMALS;
}

/**
 * The facts of these mints of a tenant's mandates. A token that left the registry keeps its decimals on the
 * mandates; it no longer has a class, so it does not count as stable, and is named by the first letters of
 * its mint.
 */
export async function listTokenFacts(
  sql: Db,
  { merchantId, livemode }: Tenant,
  mints: readonly string[],
): Promise<Map<string, TokenFacts>> {
  const rows = await sql<TokenFacts[]>`
    select asked.mint, coalesce(t.symbol, left(asked.mint, 4)) as symbol, coalesce(t.class, 'other') as class,
      coalesce(t.decimals, (
        select m.decimals from mandates m
        where m.merchant_id = ${merchantId} and m.livemode = ${livemode} and m.mint = asked.mint limit 1)) as decimals
    from unnest(${mints as string[]}::text[]) asked (mint)
    left join tokens t on t.livemode = ${livemode} and t.mint = asked.mint
    order by symbol, asked.mint`;
  return new Map(rows.map((row) => [row.mint, row]));
}
