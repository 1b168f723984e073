import { type Metadata, metadataOf, textOf } from '../mandates/bought.ts';
import { pageAddress } from '../page-address.ts';

/** What a request says of an offer beside its terms. */
export interface RequestedTexts {
  description?: string | null | undefined;
  metadata?: Metadata | undefined;
  imageUrl?: string | null | undefined;
  successUrl?: string | null | undefined;
}

/** The same, as it is kept. */
export interface OfferTexts {
  description: string | null;
  /** Null for none. */
  metadata: Metadata | null;
  /** Products only. */
  imageUrl: string | null;
  /** Payment links only. */
  successUrl: string | null;
}

/** Throws parameter_invalid for an address that is not https, or contains a name and a password. */
export function offerTexts({ description, metadata, imageUrl, successUrl }: RequestedTexts): OfferTexts {
  return {
    description: textOf(description),
    metadata: metadataOf(metadata),
    imageUrl: pageAddress('imageUrl', imageUrl),
    successUrl: pageAddress('successUrl', successUrl),
  };
}

/** A change of an offer, of which only what `change` names is changed. Throws as `offerTexts` does. */
export function changedTexts<Change extends RequestedTexts>(
  change: Change,
): Omit<Change, keyof OfferTexts> & Partial<OfferTexts> {
  const texts = offerTexts(change);
  return Object.fromEntries(
    Object.entries(change).map(([name, value]) => [
      name,
      name in texts ? texts[name as keyof OfferTexts] : value,
    ]),
  ) as Omit<Change, keyof OfferTexts> & Partial<OfferTexts>;
}
