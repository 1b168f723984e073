import { isIPv4, isIPv6 } from 'node:net';
import { ipv6Network } from '../lib/ipv6-network.ts';

/**
 * The name an address is counted under: an IPv4 address itself, even if written as IPv6 (`::ffff:192.0.2.1`),
 * and an IPv6 address by its first 64 bits, since every home gets 2^64 of them (RFC 6177).
 */
export function countedAddress(address: string | undefined): string {
  const unmapped = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? '';
  if (isIPv4(unmapped)) return unmapped;
  // Even a trusted proxy may forward something that is not an address.
  return isIPv6(unmapped) ? ipv6Network(unmapped, 64) : 'unknown';
}

/** The /48 around a counted IPv6 network; null for any other name. */
export function networkOf(counted: string): string | null {
  return counted.endsWith('::/64') ? ipv6Network(counted.slice(0, -'/64'.length), 48) : null;
}
