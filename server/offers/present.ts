import type { Deployment } from '../deployment.ts';
import { displayName } from '../../rules/display-name.ts';
import { getMerchant } from '../merchants/queries.ts';
import { findToken } from '../tokens/queries.ts';
import type { OfferRow } from './queries.ts';

/** What links and products have in common, for the merchant and the public. */
export function presentTerms(row: OfferRow) {
  return {
    id: row.id,
    livemode: row.livemode,
    createdAt: row.createdAt,
    name: row.name,
    payee: row.payee,
    mint: row.mint,
    sellMode: row.sellMode,
    amountPerPeriod: row.amountPerPeriod.toString(),
    periodSeconds: row.periodSeconds,
    trialSeconds: row.trialSeconds,
    amountOnce: row.amountOnce?.toString() ?? null,
  };
}

/** What the public needs beside the terms: whom they pay, and in what. */
export async function presentSeller({ db }: Pick<Deployment, 'db'>, row: OfferRow) {
  const [merchant, token] = await Promise.all([
    getMerchant(db, row.merchantId),
    findToken(db, row.livemode, row.mint),
  ]);
  return {
    merchantName: displayName(merchant.name),
    // The item's name comes from the same unverified seller.
    name: displayName(row.name),
    // A token that left the registry cannot be sold any more; the mint's first letters name it.
    symbol: token?.symbol ?? row.mint.slice(0, 4),
    decimals: row.decimals,
  };
}
