import type { Db } from '../db/connect.ts';
import type { MandateRow } from '../mandates/queries.ts';
import type { OfferTexts } from '../../rules/offers/texts.ts';

/** The addresses that the mandate's link or product has now; both null if its merchant's server made it. */
export async function findOfferAddresses(
  sql: Db,
  { offerId, merchantId, livemode }: MandateRow,
): Promise<Pick<OfferTexts, 'imageUrl' | 'successUrl'>> {
  const none = { imageUrl: null, successUrl: null };
  if (offerId === null) return none;
  const [row] = await sql<Pick<OfferTexts, 'imageUrl' | 'successUrl'>[]>`
    select image_url, success_url from offers
    where id = ${offerId} and merchant_id = ${merchantId} and livemode = ${livemode}`;
  return row ?? none;
}
