import {
  forPayer,
  forWallet,
  requestOf,
  requireFirstScanner,
  requireOtherPayer,
  requireOtherScanner,
  requirePayoutWallet,
} from '../../../rules/offers/start.ts';
import { type OfferView, PAYMENT_LINK, PRODUCT, type Seller } from '../../../rules/offers/present.ts';
import {
  checkOffer,
  DEFAULT_NAME,
  recurringTerms,
  type RequestedOffer,
} from '../../../rules/offers/check-offer.ts';
import { chooseSellMode } from '../../../rules/offers/choose-sell-mode.ts';
import { changedTexts, offerTexts } from '../../../rules/offers/texts.ts';
import type { PageRequest } from '../../../rules/http/page.ts';
import type { components } from '../generated/api.ts';
import { sha256, toHex, utf8 } from './bytes.ts';
import { describeSeller, issueSolanaPay, presentCheckout } from './checkout.ts';
import { newId } from './ids.ts';
import { createMandate } from './mandates.ts';
import type { Call, Handlers } from './operation.ts';
import { pageById } from './page.ts';
import type { MandateRow, OfferRow, Tenant } from './rows.ts';
import { checkParties, checkSale } from './sale.ts';
import { schemeOf } from './scheme.ts';
import { findToken } from './tokens.ts';
import { isOf, merchantNow, requireChain, tenantOf, type World } from './world.ts';

type Schemas = components['schemas'];
type Kind = OfferRow['kind'];

type OfferChange = Call<'updateProduct'>['body'] & Call<'updatePaymentLink'>['body'];
/** A request of a merchant. */
type Mine = Pick<Call<'getProduct'>, 'caller'>;
/** A request about one offer. */
type One = Pick<Call<'getProduct'>, 'path'>;

function create<Offer>(
  world: World,
  call: Mine & { body: RequestedOffer },
  { kind, present }: OfferView<Offer, unknown>,
) {
  const tenant = tenantOf(call);
  const request = call.body;
  const terms = checkOffer(request, { livemode: tenant.livemode, onceOnly: world.sellMode === 'once' });
  const texts = offerTexts(request);
  const sale = { payee: request.payee, mint: request.mint, onceOnly: terms.sellMode === 'once' };
  const { chain, token, payee } = checkSale(world, tenant, sale);
  checkParties(chain, { payee, mint: request.mint });
  if (request.scheme === 'plan') schemeOf(request.scheme, recurringTerms(terms));
  const row = world.offers.insert({
    ...tenant,
    ...terms,
    ...texts,
    id: newId(kind === 'product' ? 'product' : 'paymentLink'),
    kind,
    name: request.name ?? DEFAULT_NAME,
    payee,
    mint: request.mint,
    decimals: token.decimals,
    scheme: request.scheme ?? null,
    contentTitle: request.contentTitle ?? null,
    contentBody: request.contentBody ?? null,
    active: true,
    createdAt: merchantNow(world, tenant),
  });
  return present(row);
}

function sellerOf(world: World, { merchantId, livemode, mint }: OfferRow): Seller {
  const symbol = findToken(world, livemode, mint)?.symbol ?? null;
  const merchant = world.merchants.get(merchantId);
  return { merchantName: merchant.name, brand: merchant, symbol };
}

/** The offer as anyone may see it. Throws resource_missing, also if it is inactive. */
function getOpen(world: World, kind: Kind, id: string): OfferRow {
  return world.offers.get(id, (row) => row.kind === kind && row.active);
}

function ofKind(kind: Kind, tenant: Tenant): (row: OfferRow) => boolean {
  const isMine = isOf(tenant);
  return (row) => row.kind === kind && isMine(row);
}

/** A mandate on the offer's terms, for whoever opened it. */
async function start(
  world: World,
  call: One & { body: Schemas['StartMandate'] },
  view: { kind: Kind },
): Promise<Schemas['CheckoutViewWithSecret']> {
  const { mandate, body } = await begin(world, call, view);
  return { ...presentCheckout(world, mandate), client_secret: body.client_secret };
}

async function begin(
  world: World,
  { path, body: { payer, sellMode: asked, clientReference } }: One & { body: Schemas['StartMandate'] },
  { kind }: { kind: Kind },
) {
  const offer = getOpen(world, kind, path.id);
  const onceOnly = world.sellMode === 'once';
  const sellMode = chooseSellMode(offer.sellMode, asked, { onceOnly });
  requireOtherPayer(offer, payer);
  const { merchantId, livemode } = offer;
  if (livemode) {
    requireChain(world, true, sellMode === 'once' ? 'purchases_unavailable' : 'broadcast_unavailable');
    requirePayoutWallet(offer, world.merchants.get(merchantId).payoutWallet);
  }
  const request = requestOf(offer, { payer, sellMode, clientReference });
  try {
    return await createMandate(world, { merchantId, livemode }, request, offer.id);
  } catch (error) {
    throw forPayer(error);
  }
}

/** A link or product that is open, of whichever kind. */
function getEither(world: World, { path }: One): OfferRow {
  return world.offers.get(path.id, ({ active }) => active);
}

/** The mandate of a code: of the wallet that scans it first. */
async function scan(
  world: World,
  { path, query, body: { account } }: Call<'createOfferSolanaPayTransaction'>,
): Promise<MandateRow> {
  const { client_secret_hash: secretHash, sellMode, clientReference } = query;
  const before = world.phoneStarts.get(secretHash);
  if (before) {
    requireFirstScanner(before, path.id, account);
    return before;
  }
  const offer = getEither(world, { path });
  requireOtherScanner(offer, account);
  try {
    const body = {
      payer: account,
      ...(sellMode && { sellMode }),
      ...(clientReference === undefined ? {} : { clientReference }),
    };
    const { mandate } = await begin(world, { path, body }, offer);
    world.phoneStarts.set(secretHash, mandate);
    return mandate;
  } catch (error) {
    throw forWallet(error);
  }
}

/** The mandate that a code has started. From here on its page's secret opens it. */
async function findStarted(
  world: World,
  { path, query }: Call<'getStartedMandate'>,
): Promise<Schemas['StartedMandate']> {
  const offer = getEither(world, { path });
  const found = world.phoneStarts.get(toHex(await sha256(utf8(query.client_secret))));
  const mandate = found?.offerId === offer.id ? found : null;
  if (mandate) mandate.clientSecret = query.client_secret;
  return {
    object: 'started_mandate',
    livemode: offer.livemode,
    createdAt: merchantNow(world, offer),
    mandate: mandate?.id ?? null,
  };
}

function list<Offer>(world: World, call: Mine & { query: PageRequest }, view: OfferView<Offer, unknown>) {
  return pageById(call.query, world.offers.filter(ofKind(view.kind, tenantOf(call))), view.present);
}

/** The caller's offer, after `change`. */
function show<Offer>(
  world: World,
  call: Mine & One,
  view: OfferView<Offer, unknown>,
  change: OfferChange = {},
) {
  const row = world.offers.get(call.path.id, ofKind(view.kind, tenantOf(call)));
  return view.present(Object.assign(row, changedTexts(change)));
}

function showOpen<Open>(world: World, { path }: One, view: OfferView<unknown, Open>) {
  const row = getOpen(world, view.kind, path.id);
  return view.presentOpen(row, sellerOf(world, row));
}

/** The operations on payment links and products, for their merchant and for anyone who opens one. */
export const offerHandlers = {
  createPaymentLink: (world, call) => ({ status: 201, body: create(world, call, PAYMENT_LINK) }),
  listPaymentLinks: (world, call) => ({ status: 200, body: list(world, call, PAYMENT_LINK) }),
  getPaymentLink: (world, call) => ({ status: 200, body: show(world, call, PAYMENT_LINK) }),
  updatePaymentLink: (world, call) => ({ status: 200, body: show(world, call, PAYMENT_LINK, call.body) }),
  getCheckoutPaymentLink: (world, call) => ({ status: 200, body: showOpen(world, call, PAYMENT_LINK) }),
  createPaymentLinkMandate: async (world, call) => ({
    status: 201,
    body: await start(world, call, PAYMENT_LINK),
  }),
  createProduct: (world, call) => ({ status: 201, body: create(world, call, PRODUCT) }),
  listProducts: (world, call) => ({ status: 200, body: list(world, call, PRODUCT) }),
  getProduct: (world, call) => ({ status: 200, body: show(world, call, PRODUCT) }),
  updateProduct: (world, call) => ({ status: 200, body: show(world, call, PRODUCT, call.body) }),
  getCheckoutProduct: (world, call) => ({ status: 200, body: showOpen(world, call, PRODUCT) }),
  createProductMandate: async (world, call) => ({ status: 201, body: await start(world, call, PRODUCT) }),
  getOfferSolanaPay: (world, call) => ({
    status: 200,
    body: describeSeller(world, getEither(world, call).merchantId),
  }),
  createOfferSolanaPayTransaction: async (world, call) => ({
    status: 200,
    body: await issueSolanaPay(world, await scan(world, call), call.body.account),
  }),
  getStartedMandate: async (world, call) => ({ status: 200, body: await findStarted(world, call) }),
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
  | 'getOfferSolanaPay'
  | 'createOfferSolanaPayTransaction'
  | 'getStartedMandate'
>;
