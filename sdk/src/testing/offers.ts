import { forPayer, requestOf, requireOtherPayer, requirePayoutWallet } from '../../../rules/offers/start.ts';
import {
  presentCheckoutPaymentLink,
  presentCheckoutProduct,
  presentPaymentLink,
  presentProduct,
  type Seller,
} from '../../../rules/offers/present.ts';
import { checkOffer, type RequestedOffer } from '../../../rules/offers/check-offer.ts';
import { chooseSellMode } from '../../../rules/offers/choose-sell-mode.ts';
import type { components } from '../generated/api.ts';
import { presentCheckout } from './checkout.ts';
import { newId } from './ids.ts';
import { createMandate } from './mandates.ts';
import type { Handlers } from './operation.ts';
import { pageById } from './page.ts';
import type { OfferRow, Tenant } from './rows.ts';
import { checkParties, checkSale } from './sale.ts';
import { findToken } from './tokens.ts';
import { isOf, merchantNow, requireChain, tenantOf, type World } from './world.ts';

type Schemas = components['schemas'];
type Kind = OfferRow['kind'];

/** The request for a link or product, each field already validated by itself. */
interface OfferRequest extends RequestedOffer {
  name: string;
  payee?: string;
  mint: string;
  contentTitle?: string | null;
  contentBody?: string | null;
}

function createOffer(world: World, tenant: Tenant, kind: Kind, request: OfferRequest): OfferRow {
  const terms = checkOffer(request, { livemode: tenant.livemode, onceOnly: world.sellMode === 'once' });
  const sale = { payee: request.payee, mint: request.mint, onceOnly: terms.sellMode === 'once' };
  const { chain, token, payee } = checkSale(world, tenant, sale);
  checkParties(chain, { payee, mint: request.mint });
  return world.offers.insert({
    ...tenant,
    ...terms,
    id: newId(kind === 'product' ? 'product' : 'paymentLink'),
    kind,
    name: request.name,
    payee,
    mint: request.mint,
    decimals: token.decimals,
    contentTitle: request.contentTitle ?? null,
    contentBody: request.contentBody ?? null,
    active: true,
    createdAt: merchantNow(world, tenant),
  });
}

function sellerOf(world: World, { merchantId, livemode, mint }: OfferRow): Seller {
  const symbol = findToken(world, livemode, mint)?.symbol ?? null;
  return { merchantName: world.merchants.get(merchantId).name, symbol };
}

/** The offer as anyone may see it. Throws resource_missing, also if it is inactive. */
function getOpen(world: World, kind: Kind, id: string): OfferRow {
  return world.offers.get(id, (row) => row.kind === kind && row.active);
}

function ofKind(kind: Kind, tenant: Tenant): (row: OfferRow) => boolean {
  const isMine = isOf(tenant);
  return (row) => row.kind === kind && isMine(row);
}

async function startMandate(
  world: World,
  offer: OfferRow,
  { payer, sellMode: asked }: Schemas['StartMandate'],
): Promise<Schemas['CheckoutViewWithSecret']> {
  const onceOnly = world.sellMode === 'once';
  const sellMode = chooseSellMode(offer.sellMode, asked, { onceOnly });
  requireOtherPayer(offer, payer);
  const { merchantId, livemode } = offer;
  if (livemode) {
    requireChain(world, true, sellMode === 'once' ? 'purchases_unavailable' : 'broadcast_unavailable');
    requirePayoutWallet(offer, world.merchants.get(merchantId).payoutWallet);
  }
  const request = requestOf(offer, sellMode, payer);
  try {
    const { mandate, body } = await createMandate(world, { merchantId, livemode }, request, offer.id);
    return { ...presentCheckout(world, mandate), client_secret: body.client_secret };
  } catch (error) {
    throw forPayer(error);
  }
}

/** The operations on payment links and products, for their merchant and for anyone who opens one. */
export const offerHandlers = {
  createPaymentLink: (world, call) => {
    const request = { ...call.body, name: call.body.name ?? 'Subscription' };
    return {
      status: 201,
      body: presentPaymentLink(createOffer(world, tenantOf(call), 'payment_link', request)),
    };
  },
  listPaymentLinks: (world, call) => {
    const made = world.offers.filter(ofKind('payment_link', tenantOf(call)));
    return { status: 200, body: pageById(call.query, made, presentPaymentLink) };
  },
  getPaymentLink: (world, call) => ({
    status: 200,
    body: presentPaymentLink(world.offers.get(call.path.id, ofKind('payment_link', tenantOf(call)))),
  }),
  updatePaymentLink: (world, call) => {
    const row = world.offers.get(call.path.id, ofKind('payment_link', tenantOf(call)));
    return { status: 200, body: presentPaymentLink(Object.assign(row, call.body)) };
  },
  getCheckoutPaymentLink: (world, call) => {
    const row = getOpen(world, 'payment_link', call.path.id);
    return { status: 200, body: presentCheckoutPaymentLink(row, sellerOf(world, row)) };
  },
  createPaymentLinkMandate: async (world, call) => ({
    status: 201,
    body: await startMandate(world, getOpen(world, 'payment_link', call.path.id), call.body),
  }),
  createProduct: (world, call) => ({
    status: 201,
    body: presentProduct(createOffer(world, tenantOf(call), 'product', call.body)),
  }),
  listProducts: (world, call) => {
    const made = world.offers.filter(ofKind('product', tenantOf(call)));
    return { status: 200, body: pageById(call.query, made, presentProduct) };
  },
  getProduct: (world, call) => ({
    status: 200,
    body: presentProduct(world.offers.get(call.path.id, ofKind('product', tenantOf(call)))),
  }),
  updateProduct: (world, call) => {
    const row = world.offers.get(call.path.id, ofKind('product', tenantOf(call)));
    return { status: 200, body: presentProduct(Object.assign(row, call.body)) };
  },
  getCheckoutProduct: (world, call) => {
    const row = getOpen(world, 'product', call.path.id);
    return { status: 200, body: presentCheckoutProduct(row, sellerOf(world, row)) };
  },
  createProductMandate: async (world, call) => ({
    status: 201,
    body: await startMandate(world, getOpen(world, 'product', call.path.id), call.body),
  }),
} satisfies Pick<
  Handlers,
  | 'createPaymentLink'
  | 'listPaymentLinks'
  | 'getPaymentLink'
  | 'updatePaymentLink'
  | 'getCheckoutPaymentLink'
  | 'createPaymentLinkMandate'
  | 'createProduct'
  | 'listProducts'
  | 'getProduct'
  | 'updateProduct'
  | 'getCheckoutProduct'
  | 'createProductMandate'
>;
