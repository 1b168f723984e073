import { numberOf } from './addresses.ts';

const CIRCLED = [...'⓪①②③④⑤⑥⑦⑧⑨'];
const FULL_WIDTH = [...'０１２３４５６７８９'];
const ARABIC = [...'٠١٢٣٤٥٦٧٨٩'];

/** URLs that may lead to an IPv4 address: whatever some parser, resolver, proxy or kernel reads as it. */
export function urlsOfIpv4(address: string): string[] {
  const value = numberOf(address);
  const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number];
  const hex = (n: number, digits: number) => n.toString(16).padStart(digits, '0');
  const words = `${hex(value >>> 16, 1)}:${hex(value & 0xffff, 1)}`;
  const digits = (alphabet: readonly string[]) =>
    address.replaceAll(/\d/g, (digit) => alphabet[Number(digit)]!);
  const hosts = [
    address,
    `${address}.`,
    `${address}:80`,
    `${address}:8080`,
    String(value),
    `0x${hex(value, 8)}`,
    `0X${hex(value, 8).toUpperCase()}`,
    `0x00000000${hex(value, 8)}`,
    `0${value.toString(8)}`,
    `0000000${value.toString(8)}`,
    [a, b, c, d].map((octet) => `0${octet.toString(8)}`).join('.'),
    [a, b, c, d].map((octet) => `0x${hex(octet, 2)}`).join('.'),
    `${a}.0x${hex(b, 2)}.0${c.toString(8)}.${d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b << 16) + c * 256 + d}`,
    String(value + 2 ** 32),
    digits(CIRCLED),
    digits(FULL_WIDTH),
    digits(ARABIC),
    address.replaceAll('.', '。'),
    address.replaceAll('.', '．'),
    address.replaceAll(/[\d.]/g, (char) => `%${hex(char.charCodeAt(0), 2)}`),
    `%00${address}`,
    `user@${address}`,
    `1.1.1.1@${address}`,
    `1.1.1.1:80@${address}`,
    `1.1.1.1%40${address}`,
    `${address}\\@1.1.1.1`,
    `1.1.1.1\\@${address}`,
    `${address}#@1.1.1.1`,
    `1.1.1.1&@${address}`,
    `[::ffff:${address}]`,
    `[::ffff:${words}]`,
    `[0:0:0:0:0:ffff:${words}]`,
    `[::${address}]`,
    `[::ffff:0:${address}]`,
    `[64:ff9b::${words}]`,
    `[64:ff9b:1::${words}]`,
    `[64:ff9b:1:0:${words}::]`,
    `[2002:${hex(value >>> 16, 4)}:${hex(value & 0xffff, 4)}::1]`,
    `[2001:0:${words}::1]`,
    `[2001::${hex((value >>> 16) ^ 0xffff, 1)}:${hex((value & 0xffff) ^ 0xffff, 1)}]`,
    `[fe80::5efe:${address}]`,
    `[::ffff:${address}%25lo]`,
  ];
  return [
    ...hosts.map((host) => `http://${host}/`),
    `https://${address}/`,
    `http:${address}`,
    `http:\\\\${address}\\`,
    `http:///${address}/`,
    `HTTP://${address}/`,
    `//${address}/`,
    `gopher://${address}/`,
    `http://1.1.1.1/\r\nhost: ${address}`,
  ];
}

export function urlsOfIpv6(address: string): string[] {
  const hosts = [
    `[${address}]`,
    `[${address.toUpperCase()}]`,
    `[${address}]:80`,
    `[${address}%25lo]`,
    `user@[${address}]`,
  ];
  return [...hosts.map((host) => `http://${host}/`), `https://[${address}]/`];
}
