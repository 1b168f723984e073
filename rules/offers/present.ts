import { displayName, displayText } from '../display-name.ts';
import { type Brand, brandOf } from '../merchants/branding.ts';
import { symbolOf } from '../mandates/present-for-payer.ts';
import type { Scheme } from '../mandates/scheme.ts';
import type { OfferTerms } from './check-offer.ts';
import type { OfferTexts } from './texts.ts';

/** What the API shows of a payment link's or a product's row. */
export interface ShownOffer extends OfferTerms, OfferTexts {
  id: string;
  livemode: boolean;
  createdAt: number;
  name: string;
  payee: string;
  mint: string;
  decimals: number;
  active: boolean;
  scheme: Scheme | null;
  contentTitle: string | null;
  contentBody: string | null;
}

/** What a buyer needs to know beside the terms: whom they pay, and in what; null if it left the registry. */
export interface Seller {
  merchantName: string;
  brand: Brand;
  symbol: string | null;
}

/** One kind of offer, and how the API shows it. */
export interface OfferView<Offer, Open> {
  kind: 'payment_link' | 'product';
  /** To its merchant. */
  present: (row: ShownOffer) => Offer;
  /** To anyone who opens it. */
  presentOpen: (row: ShownOffer, seller: Seller) => Open;
}

export const PAYMENT_LINK = {
  kind: 'payment_link',
  present: presentPaymentLink,
  presentOpen: presentCheckoutPaymentLink,
} as const;

export const PRODUCT = {
  kind: 'product',
  present: presentProduct,
  presentOpen: presentCheckoutProduct,
} as const;

/** A payment link as the API shows it to its merchant. */
function presentPaymentLink(row: ShownOffer) {
  const { active, metadata, successUrl } = row;
  const own = { active, metadata: metadata ?? {}, successUrl };
  return { object: 'payment_link' as const, ...presentTerms(row), url: linkUrl(row), ...own };
}

/** A payment link as anyone may see it. */
function presentCheckoutPaymentLink(row: ShownOffer, seller: Seller) {
  const shown = { ...presentTerms(row), url: linkUrl(row), ...presentSeller(row, seller) };
  return { object: 'checkout_payment_link' as const, ...shown };
}

/** A product as the API shows it to its merchant. */
function presentProduct(row: ShownOffer) {
  const { contentTitle, contentBody, active, metadata, imageUrl } = row;
  const content = { active, contentTitle, contentBody, metadata: metadata ?? {}, imageUrl };
  return { object: 'product' as const, ...presentTerms(row), url: productUrl(row), ...content };
}

/** A product as anyone may see it: its name, not its content. */
function presentCheckoutProduct(row: ShownOffer, seller: Seller) {
  const contentTitle = row.contentTitle === null ? null : displayName(row.contentTitle);
  const shown = { ...presentTerms(row), ...presentSeller(row, seller), url: productUrl(row) };
  return { object: 'checkout_product' as const, ...shown, contentTitle, imageUrl: row.imageUrl };
}

function presentTerms(row: ShownOffer) {
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
    scheme: row.scheme,
    description: row.description,
  };
}

/** The item's name comes from the same unverified seller. */
function presentSeller(row: ShownOffer, { merchantName, brand, symbol }: Seller) {
  return {
    merchantName: displayName(merchantName),
    brand: brandOf(brand),
    name: displayName(row.name),
    description: row.description === null ? null : displayText(row.description),
    symbol: symbolOf(row, symbol),
    decimals: row.decimals,
  };
}

function linkUrl({ id }: ShownOffer): string {
  return `/pay/${id}`;
}

function productUrl({ id }: ShownOffer): string {
  return `/p/${id}`;
}
