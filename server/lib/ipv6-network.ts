/** The network of an IPv6 address, which may have a zone: its first 48 or 64 bits, as `2001:db8:1:2::/64`. */
export function ipv6Network(address: string, bits: 48 | 64): string {
  // The URL parser normalizes every form of an address to that of RFC 5952: lower case, longest run of zeros
  // as `::`.
  const { hostname } = new URL(`http://[${address.split('%', 1)[0]!}]`);
  const [left = '', right = ''] = hostname.slice(1, -1).split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === '' ? [] : right.split(':');
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...tail].slice(0, bits / 16);
  return `${groups.join(':')}::/${bits}`;
}
