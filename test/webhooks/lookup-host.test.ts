import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dnsLookup, type Lookup } from '../../server/webhooks/lookup-host.ts';
import { startDnsServer } from './dns-server.ts';

describe('looking a host up', () => {
  let server: Awaited<ReturnType<typeof startDnsServer>>;
  let lookup: Lookup;

  beforeAll(async () => {
    server = await startDnsServer({
      'both.merchant.com': { a: ['192.0.2.1', '192.0.2.2'], aaaa: ['2001:db8::1'] },
      'six.merchant.com': { aaaa: ['2001:db8::6'] },
      'half-broken.merchant.com': { a: 'SERVFAIL', aaaa: ['2001:db8::6'] },
      'empty.merchant.com': {},
      'silent.merchant.com': 'silent',
    });
    lookup = dnsLookup([server.address]);
  });
  afterAll(() => server.close());

  const { signal } = new AbortController();

  it('finds every address of both families', async () => {
    expect(await lookup('both.merchant.com', signal)).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1']);
  });

  it('takes one family when the other has none or fails', async () => {
    expect(await lookup('six.merchant.com', signal)).toEqual(['2001:db8::6']);
    expect(await lookup('half-broken.merchant.com', signal)).toEqual(['2001:db8::6']);
  });

  it('rejects a name that does not exist, and one without an address', async () => {
    await expect(lookup('missing.merchant.com', signal)).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(lookup('empty.merchant.com', signal)).rejects.toMatchObject({ code: 'ENODATA' });
  });

  it('gives up at once when it is no longer wanted', async () => {
    await expect(lookup('silent.merchant.com', AbortSignal.timeout(50))).rejects.toMatchObject({
      code: 'ECANCELLED',
    });
    await expect(lookup('both.merchant.com', AbortSignal.abort())).rejects.toThrow();
  });

  it('does not read the hosts file, which knows private names only', async () => {
    await expect(lookup('localhost', signal)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});
