import { isIPv4, isIPv6 } from 'node:net';

/**
 * Under which name an address is counted: an IPv4 address by itself, also where it is written as IPv6 (`::ffff:192.0.2.1`), and an IPv6
 * address by its first 64 bits, since every home gets 2^64 of them (RFC 6177).
 */
export function countedAddress(address: string | undefined): string {
  const unmapped = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? '';
  if (isIPv4(unmapped)) return unmapped;
  // A proxy that is trusted may still forward something that is no address.
  return isIPv6(unmapped) ? `${firstGroups(unmapped, 4).join(':')}::/64` : 'unknown';
}

function firstGroups(address: string, count: number): string[] {
  // The URL parser writes every form of an address in the one of RFC 5952: lower case, longest run of zeros as `::`.
  const { hostname } = new URL(`http://[${address.split('%', 1)[0]!}]`);
  const [left = '', right = ''] = hostname.slice(1, -1).split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === '' ? [] : right.split(':');
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, count);
}
