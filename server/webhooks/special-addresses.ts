import { BlockList, isIP } from 'node:net';
import { GLOBAL_UNICAST_IPV6, SPECIAL_IPV4, SPECIAL_IPV6 } from '../../rules/webhooks/special-addresses.ts';

const special = new BlockList();
for (const [network, prefix] of SPECIAL_IPV4) special.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of SPECIAL_IPV6) special.addSubnet(network, prefix, 'ipv6');

const globalUnicast = new BlockList();
globalUnicast.addSubnet(...GLOBAL_UNICAST_IPV6, 'ipv6');

/** Whether `address`, as the system formats it, is a host on the public internet. Anything unknown is not. */
export function isPublicAddress(address: string): boolean {
  if (address.includes('%')) return false; // a zone index means a link, never the internet
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  return family === 6 && globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
