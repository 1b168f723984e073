import { presentCheckoutProduct, presentProduct } from '../../rules/offers/present.ts';
import { foundIn, type PageQuery, readPage } from '../db/page.ts';
import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { createOffer } from './create-offer.ts';
import { getOffer, type ListedOffer, listOffers, updateOffer } from './queries.ts';
import { getOpenOffer, startMandate } from './start-mandate.ts';
import { readSeller } from './read-seller.ts';

const kind = 'product';

/** The operations on products, for their merchant and for anyone who opens one. */
export function productRoutes(deployment: Deployment) {
  const { db } = deployment;
  return {
    createProduct: async (ctx, { body }) => {
      const offer = { kind, request: body, present: presentProduct } as const;
      return { status: 201, body: await createOffer(deployment, tenantOf(ctx), offer, ctx.idempotency) };
    },

    listProducts: async (ctx, { query }) => {
      const tenant = tenantOf(ctx);
      const source = {
        exists: (id: string) => foundIn(() => getOffer(db, tenant, kind, id)),
        read: (page: PageQuery) => listOffers(db, tenant, kind, page),
        cursorOf: (row: ListedOffer) => row.id,
        fits: (row: ListedOffer) => row.fits,
      };
      return { status: 200, body: await readPage(query, source, presentProduct) };
    },

    getProduct: async (ctx, { path }) => ({
      status: 200,
      body: presentProduct(await getOffer(db, tenantOf(ctx), kind, path.id)),
    }),

    updateProduct: async (ctx, { path, body }) => ({
      status: 200,
      body: presentProduct(await updateOffer(db, tenantOf(ctx), kind, path.id, body)),
    }),

    getCheckoutProduct: async (_ctx, { path }) => {
      const offer = await getOpenOffer(deployment, kind, path.id);
      return { status: 200, body: presentCheckoutProduct(offer, await readSeller(deployment, offer)) };
    },

    createProductMandate: async (_ctx, { path, body }) => ({
      status: 201,
      body: await startMandate(deployment, { kind, id: path.id }, body),
    }),
  } satisfies Pick<
    Handlers,
    | 'createProduct'
    | 'listProducts'
    | 'getProduct'
    | 'updateProduct'
    | 'getCheckoutProduct'
    | 'createProductMandate'
  >;
}
