import type { Seller } from '../../rules/offers/present.ts';
import type { Deployment } from '../deployment.ts';
import { getMerchant } from '../merchants/queries.ts';
import { findToken } from '../tokens/queries.ts';
import type { OfferRow } from './queries.ts';

/** Whom the buyers of an offer pay, and in what. */
export async function readSeller({ db }: Pick<Deployment, 'db'>, row: OfferRow): Promise<Seller> {
  const [merchant, token] = await Promise.all([
    getMerchant(db, row.merchantId),
    findToken(db, row.livemode, row.mint),
  ]);
  return { merchantName: merchant.name, symbol: token?.symbol ?? null };
}
