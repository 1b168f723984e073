import { displayName, displayText } from '../display-name.ts';
import { ID_PREFIXES } from '../id-prefixes.ts';

/** Names and values of the merchant's own; payers are not shown them. */
export type Metadata = Record<string, string>;

/** What a mandate says of what was bought, as it was at the time. */
export interface Bought {
  /** Null where the merchant's server made the mandate without one. */
  name: string | null;
  description: string | null;
  /** The payment link or product that started it; null if its merchant did. */
  offerId: string | null;
  /** The merchant's name for this purchase, or the `client_reference` of the address at which the payer opened a link. */
  clientReference: string | null;
  /** Null for none. */
  metadata: Metadata | null;
}

/** What a request says of what is bought. */
export interface RequestedBought {
  name?: string | undefined;
  description?: string | null | undefined;
  clientReference?: string | undefined;
  metadata?: Metadata | undefined;
}

/** The columns for a request. */
export function boughtOf({
  name,
  description,
  clientReference,
  metadata,
}: RequestedBought): Omit<Bought, 'offerId'> {
  return {
    name: name ?? null,
    description: textOf(description),
    clientReference: clientReference ?? null,
    metadata: metadataOf(metadata),
  };
}

/** Null for a text without anything to read. */
export function textOf(text: string | null | undefined): string | null {
  return text === undefined || text === null || text.trim() === '' ? null : text;
}

/** Null for none: most have none, and a null takes no room. */
export function metadataOf(metadata: Metadata | undefined): Metadata | null {
  return metadata === undefined || Object.keys(metadata).length === 0 ? null : metadata;
}

/** What was bought and from where, for everybody who may see the mandate. */
export function presentBought({ name, offerId }: Pick<Bought, 'name' | 'offerId'>) {
  return { name, paymentLink: idWith('paymentLink', offerId), product: idWith('product', offerId) };
}

/** The same in a view that payers read too, such as a receipt: nothing in it looks like a link. */
export function presentPurchase({
  name,
  description,
  offerId,
}: Pick<Bought, 'name' | 'description' | 'offerId'>) {
  return {
    ...presentBought({ name, offerId }),
    name: name === null ? null : displayName(name),
    description: description === null ? null : displayText(description),
  };
}

/** What only the merchant reads. */
export function presentForMerchant({
  clientReference,
  metadata,
}: Pick<Bought, 'clientReference' | 'metadata'>) {
  return { clientReference, metadata: metadata ?? {} };
}

function idWith(kind: 'paymentLink' | 'product', offerId: string | null): string | null {
  return offerId?.startsWith(ID_PREFIXES[kind]) ? offerId : null;
}
