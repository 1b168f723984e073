/**
 * Names that can never be public, and everything below them: RFC 6761, 6762, 7686, 8375, 9476, and ICANN's reservation
 * of .internal, which also covers metadata.google.internal and instance-data.ec2.internal.
 */
const RESERVED_SUFFIXES = [
  'localhost',
  'local',
  'home.arpa',
  'internal',
  'test',
  'invalid',
  'example',
  'onion',
  'alt',
];

/** Cloud metadata services under names that are registered publicly. Most others are literal addresses or end in .internal. */
const METADATA_NAMES = [
  'metadata.goog',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'metadata.tencentyun.com',
];

/**
 * Why `hostname` (lower case, no trailing dot, as WHATWG URL leaves it) cannot be a public host, or null if
 * it could be. A name that merely resolves to a private address is caught on resolution.
 */
export function whyNameIsRefused(hostname: string): string | null {
  const labels = hostname.split('.');
  if (labels.includes('')) return 'The host name has an empty label.';
  if (isWithin(hostname, RESERVED_SUFFIXES)) return 'The host name is reserved and can never be public.';
  if (isWithin(hostname, METADATA_NAMES)) return 'The host is a cloud metadata service.';
  if (labels.length === 1)
    return 'The host name has a single label, which only a private network can resolve.';
  return null;
}

function isWithin(hostname: string, suffixes: readonly string[]): boolean {
  return suffixes.some((suffix) => hostname === suffix || hostname.endsWith(`.${suffix}`));
}
