import { whyNameIsRefused } from './reserved-names.ts';

/** Where webhooks may go, as far as a URL alone tells. */
export interface UrlPolicy {
  /** Live endpoints must use https. */
  requireHttps: boolean;
  /** Whether a host is accepted whatever it is: opened for development. */
  isAllowed: (host: string) => boolean;
  /** Whether an IP address is on the public internet. */
  isPublic: (address: string) => boolean;
}

/** The limit of browsers and proxies: longer URLs may not arrive. */
const MAX_URL_LENGTH = 2_048;

/** Why an address is rejected. It never contains the address: that would tell a stranger how our network resolves names. */
export const NOT_PUBLIC = 'The host is, or resolves to, an address that is not public.';

/**
 * Judges a URL without DNS, at registration (specification, Registering an endpoint). WHATWG URL first
 * normalizes every spelling (decimal, octal, hex, short and full-width IPv4, percent escapes, upper case);
 * use the `url` returned.
 */
export function checkUrl(
  text: string,
  { requireHttps, isAllowed, isPublic }: UrlPolicy,
): { ok: true; url: URL } | { ok: false; reason: string } {
  if (text.length > MAX_URL_LENGTH) return refuse(`The URL is longer than ${MAX_URL_LENGTH} characters.`);
  // The parser would silently drop these, so that the URL shown would not be the URL called.
  if (/[\s\p{Cc}]/u.test(text)) return refuse('The URL contains a space or a control character.');
  if (!URL.canParse(text)) return refuse('This is not a valid URL.');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refuse('The URL must begin with https:// or http://.');
  if (requireHttps && url.protocol !== 'https:')
    return refuse('The URL of a live endpoint must begin with https://.');
  if (url.username !== '' || url.password !== '')
    return refuse('The URL must not contain a user name or a password.');
  if (url.port === '0') return refuse('Port 0 cannot be connected to.');
  const host = hostOf(url);
  if (isAllowed(host)) return { ok: true, url };
  const reason = isAddress(host) ? (isPublic(host) ? null : NOT_PUBLIC) : whyNameIsRefused(host);
  return reason === null ? { ok: true, url } : refuse(`${reason}${cureOf(host, isAllowed)}`);
}

/**
 * The host of `url` in the form DNS, TLS and socket calls need: no brackets around IPv6, no trailing dot (RFC
 * 6066 section 3).
 */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** For developers, whose server is the machine itself or beside it. A name stays refused: any program there could answer to it. */
function cureOf(host: string, isAllowed: UrlPolicy['isAllowed']): string {
  if (isOwnMachine(host)) {
    return isAllowed('127.0.0.1')
      ? ' AUTOPAY_WEBHOOK_ALLOW opens this machine already: use http://127.0.0.1 with your port.'
      : ' To receive webhooks on the machine that runs Autopay, start it with AUTOPAY_WEBHOOK_ALLOW=127.0.0.1/32 and use http://127.0.0.1 with your port. From another deployment, use a tunnel with a public https address.';
  }
  if (!/^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd])/.test(host) || !isAddress(host)) return '';
  return ` To receive webhooks there while you develop, start Autopay with AUTOPAY_WEBHOOK_ALLOW=${host}/${host.includes(':') ? 128 : 32}.`;
}

function isOwnMachine(host: string): boolean {
  return /^(?:127(?:\.\d+){3}|::1|(?:.+\.)?localhost)$/.test(host);
}

/** Whether a host, as WHATWG URL formats it, is an IP address: a name never ends in a number. */
function isAddress(host: string): boolean {
  return host.includes(':') || /^\d+(?:\.\d+){3}$/.test(host);
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
