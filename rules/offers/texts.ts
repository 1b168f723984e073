import { invalid } from '../api-error.ts';
import { type Metadata, metadataOf, textOf } from '../mandates/bought.ts';

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

/**
 * An https address as browsers write it. The characters that would end an entry of a content security policy are escaped, which
 * means the same to the server there.
 */
function pageAddress(param: 'imageUrl' | 'successUrl', text: string | null | undefined): string | null {
  if (text === undefined || text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'https:') throw invalid(param, 'must be an address that begins with https://');
  if (url.username !== '' || url.password !== '')
    throw invalid(param, 'must not contain a name and a password');
  const escaped = url.pathname.replaceAll(';', '%3B').replaceAll(',', '%2C');
  return `${url.origin}${escaped}${url.search}${url.hash}`;
}
