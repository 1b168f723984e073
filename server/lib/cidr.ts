import { BlockList, isIP } from 'node:net';

/** A block of addresses, from `parseCidrs`. */
export interface Cidr {
  /** As written in the setting, for the log line at start-up. */
  text: string;
  block: BlockList;
}

/** The comma- or space-separated CIDRs of `text`; throws an Error that names the wrong entry. */
export function parseCidrs(text: string): Cidr[] {
  return text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [network = '', prefix = '', ...rest] = entry.split('/');
      const family = isIP(network);
      const longest = family === 4 ? 32 : 128;
      if (
        family === 0 ||
        network.includes('%') ||
        !/^\d{1,3}$/.test(prefix) ||
        Number(prefix) > longest ||
        rest.length
      ) {
        throw new Error(
          `"${entry}" is not a CIDR block. Write an address and a prefix length, such as 127.0.0.1/32.`,
        );
      }
      const block = new BlockList();
      block.addSubnet(network, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
      return { text: entry, block };
    });
}
