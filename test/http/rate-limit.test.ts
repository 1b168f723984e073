import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../rules/api-error.ts';
import { countedAddress } from '../../server/http/client-address.ts';
import { memoryRateStore } from '../../server/http/rate-store.ts';
import { hashSecret } from '../../server/lib/secrets.ts';
import { fakeClock } from '../support/deployment.ts';
import { type Http, startHttp } from './http-under-test.ts';
import { emptyPage, mandateRequest } from './samples.ts';

let http: Http;
beforeAll(async () => {
  http = await startHttp({
    limits: { key: 4, address: 3 },
    trustedProxies: ['127.0.0.1/32', '10.0.0.0/8'],
    handlers: { listTokens: async () => ({ status: 200, body: emptyPage }) },
  });
});
afterAll(() => http.close());
beforeEach(() => http.clock.advance(61));

const from = (address: string, key?: string, path = '/v1/tokens') =>
  http.ask({ path, ...(key ? { key } : {}), headers: { 'x-forwarded-for': address } });
const usage = ({ headers }: Awaited<ReturnType<typeof from>>) => [
  headers['ratelimit-limit'],
  headers['ratelimit-remaining'],
  headers['ratelimit-reset'],
];

describe('the rate limit', () => {
  it('counts a key separately, wherever it is used from', async () => {
    const key = await http.addKey('sk_test_');
    expect(usage(await from('192.0.2.1', key))).toEqual(['4', '3', '60']);
    await from('192.0.2.2', key);
    await from('192.0.2.3', key);
    expect(usage(await from('192.0.2.4', key))).toEqual(['4', '0', '60']);
    http.clock.advance(10);
    const refused = await from('192.0.2.5', key);
    expect([refused.status, refused.body.error.type, refused.body.error.code]).toEqual([
      429,
      'rate_limit_error',
      'rate_limit_exceeded',
    ]);
    expect(refused.headers['retry-after']).toBe('50');
    expect(usage(refused)).toEqual(['4', '0', '50']);
    http.clock.advance(50);
    expect((await from('192.0.2.5', key)).status).toBe(200);
  });

  it('counts every one of the first requests with a key, also those that come at once', async () => {
    const key = await http.addKey('sk_test_');
    const first = await Promise.all(['1', '2', '3'].map((last) => from(`192.0.2.${last}`, key)));
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(usage(await from('192.0.2.4', key))).toEqual(['4', '0', '60']);
    expect((await from('192.0.2.4', key)).status).toBe(429);
  });

  it('counts guesses at a key against the address they come from', async () => {
    const guess = () =>
      from('192.0.2.10', `sk_test_${hashSecret(String(Math.random())).toString('hex').replaceAll('0', '1')}`);
    for (let i = 0; i < 3; i++) expect((await guess()).status).toBe(401);
    expect((await guess()).status).toBe(429);
    expect((await from('192.0.2.10', undefined, '/v1/wallet/balance')).status).toBe(429);
    expect((await from('192.0.2.11', undefined, '/v1/wallet/balance')).status).toBe(400);
  });

  it('does not let a neighbour at the same address block a key that works', async () => {
    const key = await http.addKey('sk_test_');
    await from('192.0.2.20', key);
    for (let i = 0; i < 4; i++) await from('192.0.2.20');
    expect((await from('192.0.2.20')).status).toBe(429);
    expect((await from('192.0.2.20', key)).status).toBe(200);
  });

  it('counts a revoked key against its address again', async () => {
    const key = await http.addKey('sk_test_');
    await from('192.0.2.30', key);
    await http.sql`update api_keys set revoked_at = 1 where key_hash = ${hashSecret(key)}`;
    http.clock.advance(1);
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await from('192.0.2.30', key)).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  it('neither counts nor refuses health checks, preflights and unknown routes', async () => {
    const address = '192.0.2.40';
    for (let i = 0; i < 6; i++) {
      expect((await from(address, undefined, '/livez')).status).toBe(200);
      expect((await from(address, undefined, '/readyz')).status).toBe(200);
      expect((await from(address, undefined, '/v1/nothing')).status).toBe(404);
    }
    expect(usage(await from(address, undefined, '/v1/nothing'))).toEqual(['3', '3', '0']);
    for (let i = 0; i < 4; i++) await from(address);
    expect((await from(address)).status).toBe(429);
    expect((await from(address, undefined, '/readyz')).status).toBe(200);
    expect((await from(address, undefined, '/openapi.json')).status).toBe(429);
  });

  it('believes the forwarded address of trusted proxies only, from the right', async () => {
    const addresses = [
      '1.1.1.1, 192.0.2.50',
      '2.2.2.2, 192.0.2.50, 10.1.2.3',
      '192.0.2.50',
      '::ffff:192.0.2.50',
    ];
    const statuses = [];
    for (const address of addresses) statuses.push((await from(address)).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
  });
  it('believes no forwarded address where no proxy is trusted', async () => {
    const direct = await startHttp({ limits: { address: 2 } });
    const statuses = [];
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      const answer = await direct.ask({ path: '/v1/tokens', headers: { 'x-forwarded-for': address } });
      statuses.push(answer.status);
    }
    await direct.close();
    expect(statuses).toEqual([401, 401, 429]);
  });
});

describe('an address with many keys', () => {
  it('has a limit over all of them', async () => {
    const many = await startHttp({ limits: { key: 5, total: 8 } });
    const keys = await Promise.all([1, 2, 3, 4].map(() => many.addKey('sk_test_')));
    const statuses: number[] = [];
    for (let round = 0; round < 4; round++) {
      for (const key of keys) {
        const { status, body } = await many.ask({ path: '/v1/charges/chg_1', key });
        statuses.push(status);
        if (status === 429) expect(body.error.code).toBe('rate_limit_exceeded');
      }
    }
    // The first request of each key is its address's, and after that eight are left for all of them.
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    await many.close();
  });

  it('makes a few merchants a minute', async () => {
    const few = await startHttp({
      limits: { merchants: 2 },
      handlers: {
        createMerchant: async () => {
          throw new ApiError('parameter_invalid');
        },
      },
    });
    const make = async () =>
      (await few.ask({ method: 'POST', path: '/v1/merchants', body: { name: 'x' } })).status;
    expect([await make(), await make(), await make()]).toEqual([400, 400, 429]);
    few.clock.advance(61);
    expect(await make()).toBe(400);
    await few.close();
  });
});

describe('signing in and starting mandates', () => {
  let slow: Http;
  beforeAll(async () => {
    slow = await startHttp({
      limits: { address: 20, signIn: 3, guesses: 3, checkout: 2 },
      trustedProxies: ['127.0.0.1/32'],
      handlers: {
        createSession: async () => {
          throw new ApiError('invalid_credentials');
        },
        signUp: async () => {
          throw new ApiError('email_taken');
        },
        createPaymentLinkMandate: async () => {
          throw new ApiError('resource_missing');
        },
        createProductMandate: async () => {
          throw new ApiError('resource_missing');
        },
        createOfferSolanaPayTransaction: async () => {
          throw new ApiError('resource_missing');
        },
        fundCheckoutTestWallet: async () => {
          throw new ApiError('test_mode_only');
        },
      },
    });
  });
  afterAll(() => slow.close());
  beforeEach(() => slow.clock.advance(61));

  const post = (address: string, path: string, body: object | string) =>
    slow.ask({ method: 'POST', path, body, headers: { 'x-forwarded-for': address } });
  const signIn = (address: string, email: string) =>
    post(address, '/v1/sessions', { email, password: 'wrong' });
  const signUp = (address: string, email: string) =>
    post(address, '/v1/signup', { name: 'Coffee Club', email, password: 'long enough', acknowledged: true });

  it('are counted by address apart from everything else, and the tightest bucket is shown', async () => {
    expect(usage(await signIn('192.0.2.1', 'a@example.com'))).toEqual(['3', '2', '60']);
    expect(usage(await signUp('192.0.2.1', 'b@example.com'))).toEqual(['3', '1', '60']);
    // Refused for its body, and counted all the same: it was a guess that cost nothing else.
    expect((await post('192.0.2.1', '/v1/sessions', '{')).status).toBe(400);
    slow.clock.advance(20);
    const refused = await signIn('192.0.2.1', 'c@example.com');
    expect([refused.status, refused.body.error.code, refused.headers['retry-after']]).toEqual([
      429,
      'rate_limit_exceeded',
      '40',
    ]);
    expect(usage(refused)).toEqual(['3', '0', '40']);
    const link = await post('192.0.2.1', '/v1/checkout/payment_links/lnk_1/mandates', {
      payer: mandateRequest.payer,
    });
    expect([link.status, ...usage(link)]).toEqual([404, '2', '1', '60']);
    const scanned = `/v1/checkout/offers/lnk_1/solana_pay?client_secret_hash=${'0'.repeat(64)}`;
    const code = await post('192.0.2.1', scanned, { account: mandateRequest.payer });
    expect([code.status, ...usage(code)]).toEqual([404, '2', '0', '60']);
    expect((await slow.ask({ path: '/v1/tokens', headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(
      401,
    );
  });

  it('show the bucket of the address where that has less left', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.2' };
    for (let i = 0; i < 19; i++) await slow.ask({ path: '/v1/tokens', headers });
    expect(usage(await signIn('192.0.2.2', 'd@example.com'))).toEqual(['20', '0', '60']);
  });

  it('count wrong passwords by e-mail, from wherever they come and however it is written', async () => {
    const emails = ['e@example.com', 'E@example.com', 'e@EXAMPLE.com'];
    for (const [i, email] of emails.entries()) {
      expect((await signIn(`192.0.2.${10 + i}`, email)).status).toBe(401);
    }
    const refused = await signIn('192.0.2.20', 'e@example.com');
    expect([refused.status, ...usage(refused)]).toEqual([429, '3', '0', '60']);
    expect(refused.headers['retry-after']).toBe('60');
    // Signing up guesses nothing.
    expect((await signUp('192.0.2.21', 'e@example.com')).status).toBe(409);
    expect((await signIn('192.0.2.22', 'f@example.com')).status).toBe(401);
  });

  it('share one bucket for links and products', async () => {
    const body = { payer: mandateRequest.payer };
    const start = async (kind: string) =>
      (await post('192.0.2.30', `/v1/checkout/${kind}/x_1/mandates`, body)).status;
    expect([await start('payment_links'), await start('products'), await start('products')]).toEqual([
      404, 404, 429,
    ]);
  });

  it('share it with gifts to test wallets', async () => {
    const fund = () => post('192.0.2.31', '/v1/checkout/test_wallet/fund', { address: mandateRequest.payer });
    expect([(await fund()).status, (await fund()).status, (await fund()).status]).toEqual([400, 400, 429]);
  });
});

describe('an IPv6 address', () => {
  it('counts with its /64, and that with its /48, which has the share of sixteen', async () => {
    const six = await startHttp({ limits: { address: 2 }, trustedProxies: ['127.0.0.1/32'] });
    const ask = async (address: string) =>
      (await six.ask({ path: '/v1/tokens', headers: { 'x-forwarded-for': address } })).status;
    const statuses: number[] = [];
    // Twenty networks of one site, with two requests each and a third from another address of the first.
    for (let home = 0; home < 20; home++) {
      for (const host of [1, 2]) statuses.push(await ask(`2001:db8:1:${home.toString(16)}::${host}`));
      if (home === 0) expect(await ask('2001:db8:1:0::3')).toBe(429);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(32);
    expect(statuses.slice(32)).toEqual(Array.from({ length: 8 }, () => 429));
    expect(await ask('2001:db8:2::1')).toBe(401);
    await six.close();
  });
});

describe('an address', () => {
  it('is counted by what one customer has: an IPv4 address, or 64 bits of IPv6', () => {
    expect(countedAddress('192.0.2.1')).toBe('192.0.2.1');
    expect(countedAddress('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(countedAddress('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(countedAddress('2001:DB8:1:2::')).toBe('2001:db8:1:2::/64');
    expect(countedAddress('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(countedAddress('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(countedAddress('::1')).toBe('0:0:0:0::/64');
    expect(countedAddress('nonsense')).toBe('unknown');
    expect(countedAddress(undefined)).toBe('unknown');
  });
});

describe('the buckets in memory', () => {
  it('are bounded: the oldest goes first, and those whose minute is over go before it', async () => {
    const clock = fakeClock();
    const store = memoryRateStore(clock, 3);
    for (const name of ['a', 'b', 'c', 'd']) await store.take(name, 10);
    expect((await store.peek('a', 10)).remaining).toBe(10);
    expect((await store.peek('b', 10)).remaining).toBe(9);
    clock.advance(60);
    expect(await store.peek('b', 10)).toEqual({ limit: 10, remaining: 10, resetSeconds: 0 });
    await store.take('b', 10);
    await store.take('e', 10);
    expect((await store.peek('b', 10)).remaining).toBe(9);
  });
});
