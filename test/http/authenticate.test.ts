import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Auth } from '../../server/http/context.ts';
import { hashSecret } from '../../server/lib/secrets.ts';
import { ApiError } from '../../rules/api-error.ts';
import { type Http, startHttp } from './http-under-test.ts';
import { emptyPage } from './samples.ts';

let http: Http;
let seen: Auth | null;

beforeAll(async () => {
  http = await startHttp({
    handlers: {
      listTokens: async ({ auth }) => {
        seen = auth;
        return { status: 200, body: emptyPage };
      },
      revokeMandate: async () => {
        throw new ApiError('already_revoked');
      },
      getWalletBalance: async ({ auth }) => {
        seen = auth;
        throw new ApiError('broadcast_unavailable');
      },
    },
  });
});
afterAll(() => http.close());

const withHeader = (authorization: string) => http.ask({ path: '/v1/tokens', headers: { authorization } });

describe('a secret key', () => {
  it('names its merchant, its mode and what it may do', async () => {
    for (const kind of ['sk_test_', 'sk_live_', 'rk_test_', 'rk_live_'] as const) {
      const key = await http.addKey(kind);
      expect((await withHeader(`bearer  ${key}`)).status).toBe(200);
      expect(seen).toEqual({
        kind: 'key',
        keyId: expect.stringMatching(/^key_/),
        merchantId: http.merchantId,
        livemode: kind.includes('live'),
        scope: kind.startsWith('r') ? 'read' : 'full',
        onlyReads: null,
      });
    }
  });

  it('that is absent, malformed or unknown is unauthenticated', async () => {
    const key = await http.addKey('sk_test_');
    const wrong = [
      key,
      `Basic ${key}`,
      `Bearer ${key}x`,
      `Bearer ${key.slice(0, -1)}`,
      `Bearer ${key} ${key}`,
      `Bearer ${key.replace('sk_test_', 'sk_live_')}`,
      `Bearer ${key.replace('sk_test_', 'SK_TEST_')}`,
      'Bearer',
      'Bearer ',
      `Bearer sk_test_${'1'.repeat(5_000)}`,
      "Bearer sk_test_' or true --",
    ];
    for (const header of wrong) {
      const { status, body } = await withHeader(header);
      expect([header, status, body.error.type, body.error.code]).toEqual([
        header,
        401,
        'authentication_error',
        'unauthenticated',
      ]);
    }
    expect((await http.ask({ path: '/v1/tokens' })).status).toBe(401);
  });

  it('is refused a second after another process revoked it, however often it is used', async () => {
    const key = await http.addKey('sk_test_');
    expect((await http.ask({ path: '/v1/tokens', key })).status).toBe(200);
    await http.sql`update api_keys set revoked_at = 1 where key_hash = ${hashSecret(key)}`;
    expect((await http.ask({ path: '/v1/tokens', key })).status).toBe(200);
    http.clock.advance(1);
    expect((await http.ask({ path: '/v1/tokens', key })).body.error.code).toBe('unauthenticated');
  });

  it('that may only read is refused on a write, and on nothing else', async () => {
    const key = await http.addKey('rk_test_');
    const write = await http.ask({ method: 'POST', path: '/v1/mandates/man_1/revoke', key });
    expect([write.status, write.body.error.code]).toEqual([403, 'insufficient_scope']);
    expect((await http.ask({ method: 'HEAD', path: '/v1/tokens', key })).status).toBe(200);
  });

  it('is not looked at where the operation takes none', async () => {
    const address = '11111111111111111111111111111111';
    const path = `/v1/wallet/balance?address=${address}&mint=${address}`;
    const { body } = await http.ask({ path, headers: { authorization: 'Bearer garbage' } });
    expect(body.error.code).toBe('broadcast_unavailable');
    expect(seen).toBeNull();
  });
});

describe('the log', () => {
  it('has the route, the status and the merchant, and no secret', async () => {
    const key = await http.addKey('sk_live_');
    const secret = 'cs_4Nd1mYQjJ7pYpYkqPpJ1b6ZtGkq1sX2m3QnDq3q4u5vW';
    const { headers } = await http.ask({ path: '/v1/tokens?limit=3', key });
    await http.ask({ path: `/v1/checkout/mandates/man_1?client_secret=${secret}` });
    await expect
      .poll(() => http.lines.filter((line) => line.includes('"/v1/checkout/mandates/{id}"')).length)
      .toBe(1);
    const line = http.lines.find((each) => each.includes(String(headers['svc-request-id'])));
    expect(JSON.parse(line!)).toMatchObject({
      method: 'GET',
      route: '/v1/tokens',
      status: 200,
      merchantId: http.merchantId,
      livemode: true,
    });
    const all = http.lines.join('');
    expect(all).not.toContain(key.slice(8));
    expect(all).not.toContain(secret);
    expect(all).not.toContain('limit=3');
  });
});
