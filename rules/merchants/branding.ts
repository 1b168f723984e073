import { invalid } from '../api-error.ts';
import { pageAddress } from '../page-address.ts';
import { shownAccents } from './accent.ts';

/** How a merchant's pages look, and where its payers turn to. Null for what it does not say. */
export interface Brand {
  /** https. Payers' browsers load it from there. */
  logoUrl: string | null;
  /** `#rrggbb`, in lower case. */
  accentColor: string | null;
  supportEmail: string | null;
  /** https. */
  supportUrl: string | null;
}

/** As a request says it: what is left out is none. */
export type RequestedBrand = { [Field in keyof Brand]?: Brand[Field] | undefined };

export const NO_BRAND: Brand = { logoUrl: null, accentColor: null, supportEmail: null, supportUrl: null };

/** The columns of a merchant's row that are its brand. */
export function brandOf({ logoUrl, accentColor, supportEmail, supportUrl }: Brand): Brand {
  return { logoUrl, accentColor, supportEmail, supportUrl };
}

/** A brand as it is kept. Throws parameter_invalid that names what cannot be shown to payers. */
export function requireBrand({ logoUrl, accentColor, supportEmail, supportUrl }: RequestedBrand): Brand {
  return {
    logoUrl: pageAddress('logoUrl', logoUrl),
    accentColor: colorOf(accentColor),
    supportEmail: emailOf(supportEmail),
    supportUrl: pageAddress('supportUrl', supportUrl),
  };
}

/** A brand as the API shows it to its merchant: with its colour as each theme shows it. */
export function presentBranding(brand: Brand, livemode: boolean) {
  const { accentColor } = brand;
  return {
    object: 'branding' as const,
    livemode,
    ...brandOf(brand),
    accents: accentColor === null ? null : shownAccents(accentColor),
  };
}

/** Whether `text` is a colour as the pages write it. */
export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

function colorOf(text: string | null | undefined): string | null {
  if (text === undefined || text === null) return null;
  if (!isColor(text)) throw invalid('accentColor', 'must be a colour such as #3a3fd0');
  return text.toLowerCase();
}

/** One address, that a link can lead to as it is: without what would add a subject, a text or another receiver to it. */
function emailOf(text: string | null | undefined): string | null {
  if (text === undefined || text === null) return null;
  const isAddress = /^[\w.!#$'*+=~-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/i.test(text);
  if (!isAddress) throw invalid('supportEmail', 'must be an e-mail address such as help@shop.example');
  return text;
}
