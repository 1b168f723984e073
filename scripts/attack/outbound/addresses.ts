/**
 * Where no webhook may go, written down anew from IANA's registries and the clouds' documentation, so that a gap in the service's own list
 * shows.
 */
const IPV4_BLOCKS = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24
  192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24
  224.0.0.0/4 240.0.0.0/4`;

/**
 * Hosts at well-known addresses: resolvers, gateways, and the metadata of AWS, ECS, Alibaba, Oracle and
 * Azure.
 */
const IPV4_HOSTS = `
  127.0.0.1 127.0.0.53 127.1.2.3 10.0.0.1 10.96.0.1 172.17.0.1 192.168.0.1 192.168.1.254 169.254.169.254 169.254.170.2
  169.254.169.123 100.100.100.200 192.0.0.192 168.63.129.16 255.255.255.255`;

export const FORBIDDEN_IPV4: readonly string[] = [
  ...words(IPV4_HOSTS),
  ...words(IPV4_BLOCKS).flatMap((block) => {
    const [network, prefix] = block.split('/') as [string, string];
    const first = numberOf(network);
    return [dotted(first), dotted(first + 1), dotted(first + 2 ** (32 - Number(prefix)) - 1)];
  }),
];

export const FORBIDDEN_IPV6: readonly string[] = words(`
  :: ::1 ::2 100::1 100:0:0:1::1 200::1 400::1 64:ff9b:1::1 1fff:ffff::1 2001::1 2001:1::1 2001:2::1 2001:3::1 2001:4:112::1 2001:10::1
  2001:20::1 2001:30::1 2001:db8::1 2001:db8:ffff::1 2002::1 2620:4f:8000::1 3ffe::1 3fff::1 3fff:fff::1 4000::1 5f00::1 8000::1
  fc00::1 fd00::1 fd00:ec2::254 fd20:ce::254 fdff:ffff::1 fe00::1 fe80::1 fe80::a9fe:a9fe febf::1 fec0::1 feff::1 ff00::1 ff02::1
  ff0e::1`);

/** Ordinary hosts of the internet, which must be reached: a test in which nothing connects proves nothing. */
export const PUBLIC_IPV4 = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '11.0.0.1',
  '172.32.0.1',
  '223.255.255.254',
];
export const PUBLIC_IPV6 = ['2606:4700::1111', '2001:4860:4860::8888', '2a00:1450::1'];

/** The 32 bits of a dotted address. */
export function numberOf(address: string): number {
  return address.split('.').reduce((value, octet) => value * 256 + Number(octet), 0);
}

function dotted(value: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
