import { isIP } from 'node:net';
import type { Cidr } from '../lib/cidr.ts';
import { dnsLookup, type Lookup } from './lookup-host.ts';
import { networkErrorCode } from './network-error.ts';
import { whyNameIsRefused } from './reserved-names.ts';
import { isPublicAddress } from './special-addresses.ts';

/** Where this deployment may send webhooks, besides the public internet. */
export interface OutboundPolicy {
  /** Opened for development by AUTOPAY_WEBHOOK_ALLOW; empty by default. */
  allow: readonly Cidr[];
  /** Live endpoints must use https. */
  requireHttps: boolean;
}

/** The address to connect to; or a final rejection (`refused`), or a DNS failure that may pass. */
export type WebhookTarget =
  | { ok: true; address: string; family: 4 | 6 }
  | { ok: false; refused: boolean; reason: string };

/** Most of an attempt's 15 s belongs to the endpoint; a name that takes longer to resolve is broken. */
const DNS_TIMEOUT_MS = 5_000;

/** The limit of browsers and proxies: longer URLs may not arrive. */
const MAX_URL_LENGTH = 2_048;

/**
 * Judges a URL without DNS, at registration (specification, Registering an endpoint). WHATWG URL first
 * normalizes every spelling (decimal, octal, hex, short and full-width IPv4, percent escapes, upper case);
 * use the `url` returned.
 */
export function checkWebhookUrl(
  text: string,
  policy: OutboundPolicy,
): { ok: true; url: URL } | { ok: false; reason: string } {
  if (text.length > MAX_URL_LENGTH) return refuse(`The URL is longer than ${MAX_URL_LENGTH} characters.`);
  // The parser would silently drop these, so that the URL shown would not be the URL called.
  if (/[\s\p{Cc}]/u.test(text)) return refuse('The URL contains a space or a control character.');
  const url = URL.parse(text);
  if (!url) return refuse('This is not a valid URL.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return refuse('The URL must begin with https:// or http://.');
  if (policy.requireHttps && url.protocol !== 'https:')
    return refuse('The URL of a live endpoint must begin with https://.');
  if (url.username !== '' || url.password !== '')
    return refuse('The URL must not contain a user name or a password.');
  if (url.port === '0') return refuse('Port 0 cannot be connected to.');
  const host = hostOf(url);
  const reason = isIP(host) ? whyAddressIsRefused(host, policy) : whyNameIsRefused(host);
  return reason === null ? { ok: true, url } : refuse(reason);
}

/**
 * Resolves the host of a `url` that `checkWebhookUrl` accepted, and checks all its addresses: if one is not
 * public, all are rejected, since mixing both is how a private address is smuggled past a check. IPv4 is
 * preferred, since many hosts have no IPv6 route. The reason never contains the address: it would tell a
 * stranger how our network resolves names.
 */
export async function resolveWebhookTarget(
  url: URL,
  policy: OutboundPolicy,
  deps: { lookup?: Lookup | undefined },
  signal: AbortSignal,
): Promise<WebhookTarget> {
  const host = hostOf(url);
  const lookup = deps.lookup ?? dnsLookup();
  const dnsDeadline = AbortSignal.any([signal, AbortSignal.timeout(DNS_TIMEOUT_MS)]);
  let addresses: string[];
  try {
    addresses = isIP(host) ? [host] : await lookup(host, dnsDeadline);
  } catch (error) {
    const code = dnsDeadline.aborted ? 'ETIMEOUT' : networkErrorCode(error);
    return { ok: false, refused: false, reason: `The host name could not be resolved: ${code}.` };
  }
  const address = addresses.find((candidate) => isIP(candidate) === 4) ?? addresses[0];
  if (address === undefined) return { ok: false, refused: false, reason: 'The host name has no address.' };
  for (const candidate of addresses) {
    const reason = whyAddressIsRefused(candidate, policy);
    if (reason !== null) return { ok: false, refused: true, reason };
  }
  return { ok: true, address, family: isIP(address) === 4 ? 4 : 6 };
}

/**
 * The host of `url` in the form DNS, TLS and socket calls need: no brackets around IPv6, no trailing dot (RFC
 * 6066 section 3).
 */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function whyAddressIsRefused(address: string, policy: OutboundPolicy): string | null {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  if (policy.allow.some(({ block }) => block.check(address, family))) return null;
  return isPublicAddress(address) ? null : 'The host is, or resolves to, an address that is not public.';
}

function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
