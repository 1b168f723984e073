import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../rules/api-error.ts';
import { type Http, startHttp, talk } from './http-under-test.ts';
import { emptyPage, mandate } from './samples.ts';

let http: Http;
let key: string;

beforeAll(async () => {
  http = await startHttp({
    handlers: {
      listTokens: async () => ({ status: 200, body: emptyPage }),
      getMandate: async (_ctx, { path }) => ({ status: 200, body: mandate(path.id) }),
      getCheckoutMandate: async () => {
        throw new ApiError('resource_missing');
      },
      getRefund: async () => {
        throw new Error('connection to 10.0.0.7 refused: select secret from keys');
      },
      // What the contract does not know, in two ways.
      getEvent: async () => ({ status: 200, body: { id: 'evt_1' } as never }),
      getTestClock: async () => {
        throw new ApiError('already_revoked');
      },
    },
    ready: async () => ({ ok: false, checks: { chain: 'behind' } }),
  });
  key = await http.addKey('sk_test_');
});
afterAll(() => http.close());

const RATE_AND_ID = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'svc-request-id'];

describe('routing', () => {
  it('knows a path only as the contract writes it, with the methods that it has', async () => {
    const unknown = [
      ['GET', '/v1/tokens/'],
      ['GET', '/v1/Tokens'],
      ['GET', '/v1//tokens'],
      ['GET', '//v1/tokens'],
      ['GET', '/v2/tokens'],
      ['GET', '/'],
      ['DELETE', '/v1/tokens'],
      ['PUT', '/v1/mandates/man_1'],
      ['OPTIONS', '/v1/tokens'],
      ['OPTIONS', '*'],
      ['GET', '/v1/mandates/%zz'],
      ['GET', '/v1/mandates/%'],
      ['GET', '/v1/mandates/%ff'],
      ['POST', '/livez'],
    ] as const;
    for (const [method, path] of unknown) {
      const answer = await http.ask({ method, path, key });
      expect([method, path, answer.status, answer.body?.error.code]).toEqual([
        method,
        path,
        404,
        'unknown_route',
      ]);
      for (const name of RATE_AND_ID) expect(answer.headers[name]).toBeDefined();
    }
  });

  it('handles HEAD like GET, without a body', async () => {
    const get = await http.ask({ path: '/v1/tokens', key });
    const head = await http.ask({ method: 'HEAD', path: '/v1/tokens', key });
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  it('takes a request target with a scheme and host as its path', async () => {
    const request = `GET http://api.example.com/v1/tokens?limit=1 HTTP/1.1\r\nauthorization: Bearer ${key}\r\nconnection: close\r\n\r\n`;
    expect(await talk(http.port, [request])).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it('responds to an impossible path id as to a missing object', async () => {
    const ids = ['%00', 'man_1%00', 'a%2Fb', '%F0%9F%92%B8', `man_${'1'.repeat(65)}`, '..%2f', "'", '%20'];
    for (const id of ids) {
      const answer = await http.ask({ path: `/v1/mandates/${id}`, key });
      expect([id, answer.status, answer.body.error.code]).toEqual([id, 404, 'resource_missing']);
    }
  });
});

describe('responses', () => {
  it('hold a browser to https, where the service is reached over it', async () => {
    const secure = await startHttp({ publicUrl: 'https://pay.example.com' });
    for (const path of ['/livez', '/v1/tokens', '/nothing']) {
      const { headers } = await secure.ask({ path });
      expect([path, headers['strict-transport-security']]).toEqual([path, 'max-age=31536000']);
    }
    await secure.close();
  });

  it('are compact JSON that nobody stores, sniffs or leaks through a referrer', async () => {
    const { headers, text } = await http.ask({ path: '/v1/tokens', key });
    expect(text).toBe(JSON.stringify(emptyPage));
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'svc-request-id': expect.stringMatching(/^req_/),
      'svc-api-version': '0.1.0',
    });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers.etag).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('say nothing about an unexpected failure, which the log has under the same request id', async () => {
    const answer = await http.ask({ path: '/v1/refunds/ref_1', key });
    expect(answer.status).toBe(500);
    expect(answer.body.error).toEqual({
      type: 'api_error',
      code: 'internal_error',
      message: expect.not.stringContaining('10.0.0.7'),
    });
    const line = http.lines.find((each) => each.includes('connection to 10.0.0.7'));
    expect(line).toContain(answer.headers['svc-request-id']);
  });

  it('that the contract does not know are a failure of ours, in tests', async () => {
    for (const path of ['/v1/events/evt_1', '/v1/test/clock']) {
      const { body } = await http.ask({ path, key });
      expect(body.error.code).toBe('internal_error');
    }
    const violations = http.lines.filter((line) => line.includes('what the contract does not know'));
    expect(violations).toHaveLength(2);
  });
});

describe('cross-origin requests', () => {
  it('are open to every origin, without credentials, on the checkout and wallet routes', async () => {
    const origin = { origin: 'https://shop.example.com' };
    const preflight = await http.ask({
      method: 'OPTIONS',
      path: '/v1/checkout/mandates/man_1/refresh',
      headers: origin,
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': expect.stringContaining('content-type'),
    });
    for (const path of [
      '/v1/checkout/mandates/man_1?client_secret=x',
      '/v1/checkout/nothing',
      '/v1/wallet/balance',
    ]) {
      const { headers } = await http.ask({ path, headers: origin });
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      const exposed = headers['access-control-expose-headers'];
      for (const name of [...RATE_AND_ID, 'retry-after']) expect(exposed).toContain(name);
    }
  });
});

describe('service routes', () => {
  it('say that the process lives, whether it is ready, and what the contract is', async () => {
    expect((await http.ask({ path: '/livez' })).body).toEqual({ ok: true });
    const ready = await http.ask({ path: '/readyz' });
    expect([ready.status, ready.body]).toEqual([503, { ok: false, checks: { chain: 'behind' } }]);
    const contract = await http.ask({ path: '/openapi.json' });
    expect(contract.body.openapi).toBe('3.1.0');
    for (const name of RATE_AND_ID) expect(contract.headers[name]).toBeDefined();
  });
});
