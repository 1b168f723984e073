import type { RequestedOffer } from '../../rules/offers/check-offer.ts';
import { changedTexts, type RequestedTexts } from '../../rules/offers/texts.ts';
import { type OfferView, PAYMENT_LINK, PRODUCT } from '../../rules/offers/present.ts';
import type { PageRequest } from '../../rules/http/page.ts';
import { foundIn, type PageQuery, readPage } from '../db/page.ts';
import type { Deployment } from '../deployment.ts';
import type { RequestContext } from '../http/context.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { createOffer } from './create-offer.ts';
import { getOffer, type ListedOffer, listOffers, type OfferChange, updateOffer } from './queries.ts';
import { startMandate, type StartRequest } from './start-mandate.ts';
import { showOpenOffer } from './open-offer.ts';

/** The operations on payment links and products, for their merchant and for anyone who opens one. */
export function offerRoutes(deployment: Deployment) {
  const links = handlersOf(deployment, PAYMENT_LINK);
  const products = handlersOf(deployment, PRODUCT);
  return {
    createPaymentLink: links.create,
    listPaymentLinks: links.list,
    getPaymentLink: links.get,
    updatePaymentLink: links.update,
    getCheckoutPaymentLink: links.getOpen,
    createPaymentLinkMandate: links.startMandate,
    createProduct: products.create,
    listProducts: products.list,
    getProduct: products.get,
    updateProduct: products.update,
    getCheckoutProduct: products.getOpen,
    createProductMandate: products.startMandate,
  };
}

/** A merchant's request to change an offer. */
type OfferEdit = Omit<OfferChange, keyof RequestedTexts> & RequestedTexts;

/** A request about one offer. */
interface One {
  path: { id: string };
}

function handlersOf<Offer, Open>(deployment: Deployment, view: OfferView<Offer, Open>) {
  const { db } = deployment;
  const { kind, present } = view;
  return {
    create: async (ctx: RequestContext, { body: request }: { body: RequestedOffer }) => {
      const offer = { kind, request, present };
      const body = await createOffer(deployment, tenantOf(ctx), offer, ctx.idempotency);
      return { status: 201 as const, body };
    },

    list: async (ctx: RequestContext, { query }: { query: PageRequest }) => {
      const tenant = tenantOf(ctx);
      const source = {
        exists: (id: string) => foundIn(() => getOffer(db, tenant, kind, id)),
        read: (page: PageQuery) => listOffers(db, tenant, kind, page),
        cursorOf: (row: ListedOffer) => row.id,
        fits: (row: ListedOffer) => row.fits,
      };
      return { status: 200 as const, body: await readPage(query, source, present) };
    },

    get: async (ctx: RequestContext, { path }: One) => ({
      status: 200 as const,
      body: present(await getOffer(db, tenantOf(ctx), kind, path.id)),
    }),

    update: async (ctx: RequestContext, { path, body }: One & { body: OfferEdit }) => ({
      status: 200 as const,
      body: present(await updateOffer(db, tenantOf(ctx), kind, path.id, changedTexts(body))),
    }),

    getOpen: async (_ctx: RequestContext, { path }: One) => ({
      status: 200 as const,
      body: await showOpenOffer(deployment, view, path.id),
    }),

    startMandate: async (_ctx: RequestContext, { path, body }: One & { body: StartRequest }) => ({
      status: 201 as const,
      body: await startMandate(deployment, { kind, id: path.id }, body),
    }),
  };
}
