import { describe, expect, it } from 'vitest';
import { parseCidrs } from '../../server/lib/cidr.ts';
import {
  checkWebhookUrl,
  type OutboundPolicy,
  resolveWebhookTarget,
} from '../../server/webhooks/outbound-policy.ts';
import { dnsLookup } from '../../server/webhooks/lookup-host.ts';
import { isPublicAddress } from '../../server/webhooks/special-addresses.ts';

const closed: OutboundPolicy = { allow: [], requireHttps: false };
const live: OutboundPolicy = { allow: [], requireHttps: true };
const opened: OutboundPolicy = { allow: parseCidrs('127.0.0.1/32, 10.1.0.0/16'), requireHttps: false };

function refusal(url: string, policy = closed): string | null {
  const checked = checkWebhookUrl(url, policy);
  return checked.ok ? null : checked.reason;
}

function resolve(host: string, addresses: string[], policy = closed) {
  const lookup = () => Promise.resolve(addresses);
  return resolveWebhookTarget(new URL(`https://${host}/`), policy, { lookup }, new AbortController().signal);
}

/** 32 bits as a dotted address. */
function dotted(value: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
}

describe('a webhook URL at registration', () => {
  it.each([
    'https://merchant.com/hooks',
    'http://merchant.com/hooks?x=1',
    'https://merchant.com:8443/hooks',
    'https://hooks.merchant.co.uk./trailing-dot',
    'https://exa_mple.com/underscore',
    'https://bücher.com/idn',
    'https://8.8.8.8/literal',
    'https://[2606:4700::1111]/literal',
    'https://notlocalhost.com',
    'https://internal.merchant.com',
    'https://localhost.merchant.com',
  ])('accepts %s', (url) => {
    expect(refusal(url)).toBeNull();
  });

  it.each([
    ['dotted', 'http://127.0.0.1/'],
    ['another loopback', 'http://127.255.255.254/'],
    ['decimal', 'http://2130706433/'],
    ['hex', 'http://0x7f000001/'],
    ['octal', 'http://017700000001/'],
    ['octal octets', 'http://0177.0.0.1/'],
    ['hex octets', 'http://0x7f.0x0.0x0.0x1/'],
    ['two parts', 'http://127.1/'],
    ['one digit', 'http://0/'],
    ['trailing dot', 'http://127.0.0.1./'],
    ['ideographic full stops', 'http://127。0。0。1/'],
    ['full-width digits', 'http://１２７.0.0.1/'],
    ['circled digits', 'http://①②⑦.⓪.⓪.①/'],
    ['percent escapes', 'http://%31%32%37.0.0.1/'],
    ['with a port', 'http://127.0.0.1:8080/'],
    ['backslashes', 'http:\\\\127.0.0.1\\'],
    ['no slashes', 'http:127.0.0.1'],
    ['unspecified', 'http://0.0.0.0/'],
    ['private 10/8', 'http://10.0.0.1/'],
    ['private 172.16/12', 'http://172.31.255.255/'],
    ['private 192.168/16', 'http://192.168.1.1/'],
    ['carrier-grade NAT', 'http://100.64.0.1/'],
    ['Alibaba metadata', 'http://100.100.100.200/'],
    ['cloud metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['cloud metadata in decimal', 'http://2852039166/'],
    ['Oracle metadata', 'http://192.0.0.192/'],
    ['Azure wire server', 'http://168.63.129.16/'],
    ['multicast', 'http://224.0.0.1/'],
    ['broadcast', 'http://255.255.255.255/'],
    ['IPv6 loopback', 'http://[::1]/'],
    ['IPv6 loopback in full', 'http://[0:0:0:0:0:0:0:1]:80/'],
    ['IPv6 unspecified', 'http://[::]/'],
    ['IPv4-mapped', 'http://[::ffff:127.0.0.1]/'],
    ['IPv4-mapped in hex', 'http://[::ffff:7f00:1]/'],
    ['IPv4-mapped public', 'http://[::ffff:8.8.8.8]/'],
    ['IPv4-compatible', 'http://[::127.0.0.1]/'],
    ['IPv4-translated', 'http://[::ffff:0:127.0.0.1]/'],
    ['6to4 of 127.0.0.1', 'http://[2002:7f00:1::]/'],
    ['NAT64 of 169.254.169.254', 'http://[64:ff9b::a9fe:a9fe]/'],
    ['local NAT64', 'http://[64:ff9b:1::a9fe:a9fe]/'],
    ['Teredo', 'http://[2001:0:a9fe:a9fe::1]/'],
    ['unique local (AWS metadata)', 'http://[fd00:ec2::254]/'],
    ['link local', 'http://[fe80::1]/'],
    ['site local', 'http://[fec0::1]/'],
    ['IPv6 multicast', 'http://[ff02::1]/'],
    ['IPv6 documentation', 'http://[2001:db8::1]/'],
  ])('refuses an address that is not public: %s', (_spelling, url) => {
    expect(refusal(url)).toMatch(/not public/);
  });

  it.each([
    'http://localhost/',
    'http://LOCALHOST:3000/',
    'http://localhost./',
    'http://%6c%6fcalhost/',
    'http://ⓛocalhost/',
    'http://api.localhost/',
    'http://printer.local/',
    'http://router.home.arpa/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://metadata.google.internal./',
    'http://db.internal/',
    'http://a.test/',
    'http://a.invalid/',
    'http://shop.example/',
    'http://abc.onion/',
    'http://a.alt/',
  ])('refuses a reserved name: %s', (url) => {
    expect(refusal(url)).toMatch(/reserved/);
  });

  it.each([
    ['https://metadata.goog/', /metadata/],
    ['https://metadata.tencentyun.com/', /metadata/],
    ['https://intranet/', /single label/],
    ['https://metadata/', /single label/],
    ['https://a..com/', /empty label/],
    ['https://merchant.com../', /empty label/],
    ['https://user@merchant.com/', /user name/],
    ['https://user:password@merchant.com/', /user name/],
    ['https://:password@merchant.com/', /user name/],
    ['https://merchant.com@127.0.0.1/', /user name/],
    ['https://merchant.com:0/', /Port 0/],
    ['https://merchant.com:65536/', /not a valid URL/],
    ['https://256.1.1.1/', /not a valid URL/],
    ['https://[fe80::1%25eth0]/', /not a valid URL/],
    ['merchant.com/hooks', /not a valid URL/],
    ['//merchant.com/hooks', /not a valid URL/],
    ['', /not a valid URL/],
    ['ftp://merchant.com/', /https:\/\//],
    ['file:///etc/passwd', /https:\/\//],
    ['javascript:alert(1)', /https:\/\//],
    ['ht\ntp://merchant.com/', /control character/],
    ['https://merchant.com/a b', /space/],
    [' https://merchant.com/', /space/],
    ['https://merchant.com/\u0000', /control character/],
    [`https://merchant.com/${'a'.repeat(2048)}`, /longer than 2048/],
  ])('refuses %s', (url, reason) => {
    expect(refusal(url)).toMatch(reason);
  });

  it('must be https in live mode, whatever the allow list opens', () => {
    expect(refusal('http://merchant.com/', live)).toMatch(/must begin with https/);
    expect(refusal('https://merchant.com/', live)).toBeNull();
    expect(refusal('http://127.0.0.1/', { ...opened, requireHttps: true })).toMatch(/must begin with https/);
  });

  it('may be an address that the allow list opens, in any spelling, and no other', () => {
    expect(refusal('http://127.0.0.1:4000/', opened)).toBeNull();
    expect(refusal('http://2130706433:4000/', opened)).toBeNull();
    expect(refusal('http://10.1.255.255/', opened)).toBeNull();
    expect(refusal('http://127.0.0.2/', opened)).toMatch(/not public/);
    expect(refusal('http://10.2.0.0/', opened)).toMatch(/not public/);
  });

  it('may not be a reserved name even when the allow list opens its address', () => {
    expect(refusal('http://localhost:4000/', opened)).toMatch(/reserved/);
  });

  it('is handed back in the one form that will be called', () => {
    const checked = checkWebhookUrl('HTTPS://Merchant.COM:443/a/../hooks', closed);
    expect(checked.ok && checked.url.href).toBe('https://merchant.com/hooks');
  });
});

describe('a webhook target at delivery', () => {
  it('is the IPv4 address where there are both, since many hosts have no IPv6 route', async () => {
    expect(await resolve('merchant.com', ['2606:4700::1111', '1.1.1.1'])).toEqual({
      ok: true,
      address: '1.1.1.1',
      family: 4,
    });
    expect(await resolve('merchant.com', ['2606:4700::1111'])).toMatchObject({ ok: true, family: 6 });
  });

  it.each([
    ['10.0.0.1'],
    ['::1'],
    ['::ffff:10.0.0.1'],
    ['169.254.169.254'],
    ['fe80::1%eth0'],
    ['not an address'],
  ])('is refused when any of its addresses is not public: %s', async (address) => {
    for (const addresses of [[address], ['1.1.1.1', address], [address, '2606:4700::1111']]) {
      expect(await resolve('merchant.com', addresses)).toMatchObject({ ok: false, refused: true });
    }
  });

  it('is refused when one address is opened by the allow list and another is private', async () => {
    expect(await resolve('merchant.com', ['127.0.0.1', '192.168.0.1'], opened)).toMatchObject({
      refused: true,
    });
    expect(await resolve('merchant.com', ['127.0.0.1', '1.1.1.1'], opened)).toMatchObject({ ok: true });
  });

  it('never tells which address a name resolved to', async () => {
    const target = await resolve('merchant.com', ['10.0.0.1']);
    expect(JSON.stringify(target)).not.toContain('10.0.0.1');
  });

  it('is asked of DNS without the trailing dot, and not at all for a literal', async () => {
    const asked: string[] = [];
    const lookup = (hostname: string) => Promise.resolve([(asked.push(hostname), '1.1.1.1')[1]!]);
    const signal = new AbortController().signal;
    await resolveWebhookTarget(new URL('https://merchant.com./'), closed, { lookup }, signal);
    expect(
      await resolveWebhookTarget(new URL('https://[2606:4700::1111]/'), closed, { lookup }, signal),
    ).toMatchObject({
      address: '2606:4700::1111',
    });
    expect(
      await resolveWebhookTarget(new URL('https://10.0.0.1/'), closed, { lookup }, signal),
    ).toMatchObject({
      refused: true,
    });
    expect(asked).toEqual(['merchant.com']);
  });

  it('may be tried again when the name has no address or DNS fails', async () => {
    expect(await resolve('merchant.com', [])).toMatchObject({ ok: false, refused: false });
    const { signal } = new AbortController();
    const lookup = dnsLookup(['127.0.0.1:1']);
    expect(await resolveWebhookTarget(new URL('https://merchant.com/'), closed, { lookup }, signal)).toEqual({
      ok: false,
      refused: false,
      reason: 'The host name could not be resolved: ECONNREFUSED.',
    });
  });
});

describe('a public address', () => {
  /** First and last of each block, by arithmetic of its own, so that a wrong mask shows. */
  const blocks = `
    0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32
    169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24
    192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15
    198.51.100.0/24 203.0.113.0/24 224.0.0.0/3
  `;

  it.each(blocks.trim().split(/\s+/))('is none in %s, and is one just outside of it', (block) => {
    const [network, prefix] = block.split('/') as [string, string];
    const first = network.split('.').reduce((value, octet) => value * 256 + Number(octet), 0);
    const last = first + 2 ** (32 - Number(prefix)) - 1;
    expect([first, last].map((value) => isPublicAddress(dotted(value)))).toEqual([false, false]);
    const outside = [first - 1, last + 1].filter((value) => value >= 0 && value < 2 ** 32);
    expect(outside.map((value) => isPublicAddress(dotted(value)))).toEqual(outside.map(() => true));
  });

  it.each([
    ['1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', false],
    ['2000::', true],
    ['2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff', true],
    ['2001::', false],
    ['2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', false],
    ['2001:200::', true],
    ['2001:db7:ffff:ffff:ffff:ffff:ffff:ffff', true],
    ['2001:db8::', false],
    ['2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', false],
    ['2001:db9::', true],
    ['2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff', true],
    ['2002::', false],
    ['2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', false],
    ['2003::', true],
    ['2620:4f:7fff:ffff:ffff:ffff:ffff:ffff', true],
    ['2620:4f:8000::', false],
    ['2620:4f:8000:ffff:ffff:ffff:ffff:ffff', false],
    ['2620:4f:8001::', true],
    ['3ffd:ffff:ffff:ffff:ffff:ffff:ffff:ffff', true],
    ['3ffe::', false],
    ['3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', false],
    ['3fff:1000::', true],
    ['3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', true],
    ['4000::', false],
    ['5f00::1', false],
    ['::ffff:1.1.1.1', false],
    ['2606:4700::1111%eth0', false],
    ['merchant.com', false],
    ['', false],
  ])('%s: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });
});
