import { ApiError } from '../../../rules/api-error.ts';
import { checkUrl } from '../../../rules/webhooks/check-url.ts';
import {
  GLOBAL_UNICAST_IPV6,
  SPECIAL_IPV4,
  SPECIAL_IPV6,
} from '../../../rules/webhooks/special-addresses.ts';

/**
 * Rejects an address that no webhook may go to, as the service does at registration. `allowed` names hosts
 * that are accepted beside the public ones. Throws parameter_invalid (url).
 */
export function checkWebhookUrl(
  text: string,
  { livemode, allowed }: { livemode: boolean; allowed: readonly string[] },
): void {
  const isAllowed = (host: string) => allowed.includes(host);
  const checked = checkUrl(text, { requireHttps: livemode, isAllowed, isPublic });
  if (!checked.ok) throw new ApiError('parameter_invalid', { param: 'url', message: checked.reason });
}

/** Whether an address, as WHATWG URL formats it, is on the public internet. */
function isPublic(address: string): boolean {
  if (!address.includes(':')) return !SPECIAL_IPV4.some((block) => isIn(address, block));
  return isIn(address, GLOBAL_UNICAST_IPV6) && !SPECIAL_IPV6.some((block) => isIn(address, block));
}

function isIn(address: string, [network, prefix]: readonly [string, number]): boolean {
  const hostBits = BigInt((address.includes(':') ? 128 : 32) - prefix);
  return numberOf(address) >> hostBits === numberOf(network) >> hostBits;
}

function numberOf(address: string): bigint {
  const join = (parts: readonly string[], bits: bigint, radix: string) =>
    parts.reduce((value, part) => (value << bits) | BigInt(radix + part), 0n);
  if (!address.includes(':')) return join(address.split('.'), 8n, '');
  const [head = [], tail = []] = address.split('::').map((side) => side.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return join([...head, ...zeros, ...tail], 16n, '0x');
}
