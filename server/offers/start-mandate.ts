import { forPayer, requestOf, requireOtherPayer, requirePayoutWallet } from '../../rules/offers/start.ts';
import { presentCheckout } from '../checkout/present.ts';
import type { Deployment } from '../deployment.ts';
import type { components } from '../generated/api.ts';
import { requireChain } from '../activation/check-sale.ts';
import { createMandate, type MandateOrigin, type NewMandate } from '../activation/create-mandate.ts';
import { getMerchant } from '../merchants/queries.ts';
import { chooseSellMode } from '../../rules/offers/choose-sell-mode.ts';
import { getOpenOffer } from './open-offer.ts';
import type { OfferKind } from './queries.ts';

/** A payer's request. */
export type StartRequest = components['schemas']['StartMandate'];

/** The mandate that a payer's own page asked for, with its secret. Throws what beginMandate throws. */
export async function startMandate(
  deployment: Deployment,
  offer: { kind: OfferKind; id: string },
  request: StartRequest,
): Promise<components['schemas']['CheckoutViewWithSecret']> {
  const { mandate, body } = await beginMandate(deployment, offer, request);
  return { ...(await presentCheckout(deployment, mandate)), client_secret: body.client_secret };
}

/**
 * Starts a mandate on the terms of a link or product, for whoever opened it. Every check of a new mandate is
 * repeated: what could be sold when the offer was created may not be today. Throws resource_missing,
 * not_for_sale_once, not_for_sale_subscription, recurring_unavailable, broadcast_unavailable,
 * purchases_unavailable, no_payout_wallet, mint_not_allowed, parameter_invalid; ChainUnavailableError.
 */
export async function beginMandate(
  deployment: Deployment,
  { kind, id }: { kind: OfferKind; id: string },
  { payer, sellMode: asked, clientReference }: StartRequest,
  origin: Pick<MandateOrigin, 'clientSecretHash'> = {},
): Promise<NewMandate> {
  const offer = await getOpenOffer(deployment, kind, id);
  const sellMode = chooseSellMode(offer.sellMode, asked, { onceOnly: deployment.sellMode === 'once' });
  requireOtherPayer(offer, payer);
  if (offer.livemode) {
    requireChain(deployment, true, { onceOnly: sellMode === 'once' });
    const { payoutWallet } = await getMerchant(deployment.db, offer.merchantId);
    requirePayoutWallet(offer, payoutWallet);
  }
  const tenant = { merchantId: offer.merchantId, livemode: offer.livemode };
  const request = requestOf(offer, { payer, sellMode, clientReference });
  return createMandate(deployment, tenant, request, { offerId: offer.id, ...origin }).catch(
    (error: unknown) => {
      throw forPayer(error);
    },
  );
}
