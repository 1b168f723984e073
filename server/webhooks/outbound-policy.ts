import { isIP } from 'node:net';
import type { Cidr } from '../lib/cidr.ts';
import { dnsLookup, type Lookup } from './lookup-host.ts';
import { networkErrorCode } from './network-error.ts';
import { checkUrl, hostOf, NOT_PUBLIC } from '../../rules/webhooks/check-url.ts';
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

/** Judges a URL at registration, and before each delivery. */
export function checkWebhookUrl(text: string, policy: OutboundPolicy): ReturnType<typeof checkUrl> {
  return checkUrl(text, {
    requireHttps: policy.requireHttps,
    isAllowed: (host) => isIP(host) !== 0 && isOpened(host, policy),
    isPublic: isPublicAddress,
  });
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

function whyAddressIsRefused(address: string, policy: OutboundPolicy): string | null {
  return isOpened(address, policy) || isPublicAddress(address) ? null : NOT_PUBLIC;
}

function isOpened(address: string, { allow }: OutboundPolicy): boolean {
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  return allow.some(({ block }) => block.check(address, family));
}
