import { ApiError } from '../../../rules/api-error.ts';

/** Suffixes of names that are never public (RFC 6761, 6762, 7686, 8375, 9476, and ICANN's .internal). */
const RESERVED = [
  'localhost',
  'local',
  'home.arpa',
  'internal',
  'test',
  'invalid',
  'example',
  'onion',
  'alt',
  'metadata.goog',
];

/** IPv4 blocks that are not ordinary public hosts, as in the IANA registry of special-purpose addresses. */
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/**
 * Rejects an address that no webhook may go to, as the service does at registration. `allowed` names hosts
 * that are accepted beside the public ones. Throws parameter_invalid (url).
 */
export function checkWebhookUrl(
  text: string,
  { livemode, allowed }: { livemode: boolean; allowed: readonly string[] },
): void {
  const refuse = (message: string) => new ApiError('parameter_invalid', { param: 'url', message });
  if (/[\s\p{Cc}]/u.test(text)) throw refuse('The URL contains a space or a control character.');
  if (!URL.canParse(text)) throw refuse('This is not a valid URL.');
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) throw refuse('The URL must begin with https:// or http://.');
  if (livemode && url.protocol !== 'https:') {
    throw refuse('The URL of a live endpoint must begin with https://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('The URL must not contain a user name or a password.');
  }
  if (url.port === '0') throw refuse('Port 0 cannot be connected to.');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (!allowed.includes(host) && !mayBePublic(host)) {
    throw refuse('The host is not, and cannot be, on the public internet.');
  }
}

/** Whether a host, as WHATWG URL formats it, could be public. */
function mayBePublic(host: string): boolean {
  // Only one block of IPv6 has public hosts, 2000::/3; within it 2001:db8:: is documentation and 2002:: is
  // 6to4.
  if (host.includes(':')) return /^[23]/.test(host) && !/^200(?:1:db8|2):/.test(host);
  if (/^\d+(?:\.\d+){3}$/.test(host)) return !SPECIAL_IPV4.some(([block, bits]) => isIn(host, block, bits));
  const isReserved = RESERVED.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
  return host.includes('.') && !host.split('.').includes('') && !isReserved;
}

function isIn(host: string, block: string, bits: number): boolean {
  const value = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const size = 2 ** (32 - bits);
  return Math.floor(value(host) / size) === Math.floor(value(block) / size);
}
