import { presentCheckoutPaymentLink, presentPaymentLink } from '../../rules/offers/present.ts';
import { foundIn, type PageQuery, readPage } from '../db/page.ts';
import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { createOffer } from './create-offer.ts';
import { getOffer, listOffers, type OfferRow, updateOffer } from './queries.ts';
import { getOpenOffer, startMandate } from './start-mandate.ts';
import { readSeller } from './read-seller.ts';

const kind = 'payment_link';

/** The operations on payment links, for their merchant and for anyone who opens one. */
export function paymentLinkRoutes(deployment: Deployment) {
  const { db } = deployment;
  return {
    createPaymentLink: async (ctx, { body }) => {
      const request = { ...body, name: body.name ?? 'Subscription' };
      const offer = { kind, request, present: presentPaymentLink } as const;
      return { status: 201, body: await createOffer(deployment, tenantOf(ctx), offer, ctx.idempotency) };
    },

    listPaymentLinks: async (ctx, { query }) => {
      const tenant = tenantOf(ctx);
      const source = {
        exists: (id: string) => foundIn(() => getOffer(db, tenant, kind, id)),
        read: (page: PageQuery) => listOffers(db, tenant, kind, page),
        cursorOf: (row: OfferRow) => row.id,
      };
      return { status: 200, body: await readPage(query, source, presentPaymentLink) };
    },

    getPaymentLink: async (ctx, { path }) => ({
      status: 200,
      body: presentPaymentLink(await getOffer(db, tenantOf(ctx), kind, path.id)),
    }),

    updatePaymentLink: async (ctx, { path, body }) => ({
      status: 200,
      body: presentPaymentLink(await updateOffer(db, tenantOf(ctx), kind, path.id, body)),
    }),

    getCheckoutPaymentLink: async (_ctx, { path }) => {
      const offer = await getOpenOffer(deployment, kind, path.id);
      return { status: 200, body: presentCheckoutPaymentLink(offer, await readSeller(deployment, offer)) };
    },

    createPaymentLinkMandate: async (_ctx, { path, body }) => ({
      status: 201,
      body: await startMandate(deployment, { kind, id: path.id }, body),
    }),
  } satisfies Pick<
    Handlers,
    | 'createPaymentLink'
    | 'listPaymentLinks'
    | 'getPaymentLink'
    | 'updatePaymentLink'
    | 'getCheckoutPaymentLink'
    | 'createPaymentLinkMandate'
  >;
}
