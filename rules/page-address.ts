import { invalid } from './api-error.ts';

/**
 * An https address that a page may show or lead to, as browsers write it; null for none. The characters that would end an entry of a content
 * security policy are escaped, which means the same to the server there. Throws parameter_invalid for one that is not https, or contains a
 * name and a password.
 */
export function pageAddress(param: string, text: string | null | undefined): string | null {
  if (text === undefined || text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'https:') throw invalid(param, 'must be an address that begins with https://');
  if (url.username !== '' || url.password !== '')
    throw invalid(param, 'must not contain a name and a password');
  const escaped = url.pathname.replaceAll(';', '%3B').replaceAll(',', '%2C');
  return `${url.origin}${escaped}${url.search}${url.hash}`;
}
