import { ApiError } from '../../rules/api-error.ts';
import type { OfferView, Seller } from '../../rules/offers/present.ts';
import type { Deployment } from '../deployment.ts';
import { getMerchant } from '../merchants/queries.ts';
import { findToken } from '../tokens/queries.ts';
import { findOffer, type OfferKind, type OfferRow } from './queries.ts';

/** The offer, whoever opens it. Throws resource_missing, also if it is inactive. */
export async function getOpenOffer(
  { db }: Pick<Deployment, 'db'>,
  kind: OfferKind,
  id: string,
): Promise<OfferRow> {
  const offer = await findOffer(db, kind, id);
  if (offer === null || !offer.active) throw new ApiError('resource_missing');
  return offer;
}

/** The offer as anyone may see it. Throws resource_missing, also if it is inactive. */
export async function showOpenOffer<Open>(
  deployment: Pick<Deployment, 'db'>,
  { kind, presentOpen }: Pick<OfferView<unknown, Open>, 'kind' | 'presentOpen'>,
  id: string,
): Promise<Open> {
  const offer = await getOpenOffer(deployment, kind, id);
  return presentOpen(offer, await readSeller(deployment, offer));
}

/** Whom the buyers of an offer pay, and in what. */
async function readSeller({ db }: Pick<Deployment, 'db'>, row: OfferRow): Promise<Seller> {
  const [merchant, token] = await Promise.all([
    getMerchant(db, row.merchantId),
    findToken(db, row.livemode, row.mint),
  ]);
  return { merchantName: merchant.name, brand: merchant, symbol: token?.symbol ?? null };
}
