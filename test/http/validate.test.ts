import { parse as parseUrl } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Http, startHttp } from './http-under-test.ts';
import { emptyPage, mandate, mandateRequest } from './samples.ts';
import { randomAddress } from '../support/deployment.ts';
import { ApiError } from '../../rules/api-error.ts';

let http: Http;
let key: string;
let input: unknown;

beforeAll(async () => {
  http = await startHttp({
    handlers: {
      createMandate: async (_ctx, given) => {
        input = given;
        return { status: 201, body: { ...mandate(), client_secret: 'secret' } };
      },
      listMandates: async (_ctx, given) => {
        input = given;
        return { status: 200, body: emptyPage };
      },
      listEvents: async (_ctx, given) => {
        input = given;
        return { status: 200, body: emptyPage };
      },
      refundCharge: async () => {
        throw new ApiError('refund_exceeds_charge');
      },
      getWalletBalance: async (_ctx, given) => {
        input = given;
        throw new ApiError('broadcast_unavailable');
      },
      refreshCheckout: async () => {
        throw new ApiError('resource_missing');
      },
    },
  });
  key = await http.addKey('sk_test_');
});
afterAll(() => http.close());

const create = (change: object) =>
  http.ask({ method: 'POST', path: '/v1/mandates', key, body: { ...mandateRequest, ...change } });
const createWith = (idempotencyKey: string) =>
  http.ask({
    method: 'POST',
    path: '/v1/mandates',
    key,
    body: mandateRequest,
    headers: { 'idempotency-key': idempotencyKey },
  });
const list = (query: string) => http.ask({ path: `/v1/mandates?${query}`, key });

describe('a valid request', () => {
  it('reaches its handler as the contract types it', async () => {
    expect((await create({ maxPeriods: null, trialSeconds: 5 })).status).toBe(201);
    expect(input).toEqual({
      path: {},
      query: {},
      header: { 'Idempotency-Key': undefined, 'svc-mode': 'test' },
      body: { ...mandateRequest, maxPeriods: null, trialSeconds: 5 },
    });
    const payer = randomAddress();
    await list(`payer=${payer}&status=active&startingAfter=a%3Ab`);
    expect(input).toEqual({
      path: {},
      query: { payer, status: 'active', startingAfter: 'a:b', order: 'desc', limit: 100 },
      header: { 'svc-mode': 'test' },
      body: {},
    });
    await http.ask({ path: '/v1/events?limit=7', key });
    expect(input).toMatchObject({ query: { limit: 7 } });
  });

  it('has the mode that its header names, or test', async () => {
    const path = `/v1/wallet/balance?address=${randomAddress()}&mint=${randomAddress()}`;
    await http.ask({ path });
    expect(input).toMatchObject({ header: { 'svc-mode': 'test' } });
    await http.ask({ path, headers: { 'svc-mode': 'live' } });
    expect(input).toMatchObject({ header: { 'svc-mode': 'live' } });
    const { body } = await http.ask({ path, headers: { 'svc-mode': 'both' } });
    expect(body.error).toMatchObject({ code: 'parameter_invalid', param: 'svc-mode' });
  });
});

describe('a field of the body', () => {
  it('that is required and absent is missing', async () => {
    for (const name of Object.keys(mandateRequest)) {
      const { status, body } = await create({ [name]: undefined });
      expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_missing', name]);
    }
  });

  it('that is there and unusable is invalid', async () => {
    const cases: [string, unknown[]][] = [
      [
        'payer',
        [
          null,
          '',
          'x',
          5,
          {},
          [],
          `${mandateRequest.payer} `,
          mandateRequest.payer.slice(0, 20),
          '0x52908400098527886E0F7030069857D2E4169EE7',
          `${'1'.repeat(33)}`,
        ],
      ],
      [
        'amountPerPeriod',
        [
          null,
          '',
          1_000_000,
          '-1',
          '0',
          '01',
          '1.5',
          '1e6',
          ' 1',
          '1 ',
          '18446744073709551616',
          '٣',
          `${'9'.repeat(200)}`,
        ],
      ],
      ['periodSeconds', [null, '60', 0, -1, 1.5, 31_536_001, true]],
      ['maxPeriods', ['12', 0, 10_001, 1.5]],
      ['trialSeconds', [null, -1, 63_072_001]],
      ['sellMode', [null, 'both', 'ONCE']],
      ['autoAuthorize', [null, 'true', 1]],
    ];
    for (const [name, values] of cases) {
      for (const value of values) {
        const { status, body } = await create({ [name]: value });
        expect([name, value, status, body.error.code, body.error.param]).toEqual([
          name,
          value,
          400,
          'parameter_invalid',
          name,
        ]);
      }
    }
  });

  it('that the contract does not know is invalid and named', async () => {
    for (const name of ['amount', '__proto__', 'constructor', 'toString', 'a b', 'Payer']) {
      const body = JSON.stringify(mandateRequest).replace('{', `{${JSON.stringify(name)}:1,`);
      const { body: answer } = await http.ask({ method: 'POST', path: '/v1/mandates', key, body });
      expect([name, answer.error.code, answer.error.param]).toEqual([name, 'parameter_invalid', name]);
    }
    const { body } = await http.ask({
      method: 'POST',
      path: '/v1/mandates/man_1/revoke',
      key,
      body: { reason: 'x' },
    });
    expect(body.error).toMatchObject({ code: 'parameter_invalid', param: 'reason' });
  });

  it('that Postgres could not store is invalid', async () => {
    for (const reason of ['a\u0000b', '\ud800', 'x\udc00y']) {
      const { body } = await http.ask({
        method: 'POST',
        path: '/v1/charges/chg_1/refund',
        key,
        body: { reason },
      });
      expect([reason, body.error.code, body.error.param]).toEqual([reason, 'parameter_invalid', 'reason']);
    }
    const { body } = await http.ask({
      method: 'POST',
      path: '/v1/charges/chg_1/refund',
      key,
      body: { reason: '💸 é' },
    });
    expect(body.error.code).toBe('refund_exceeds_charge');
  });
});

describe('a query parameter', () => {
  it('that is out of range, unknown, empty or repeated is invalid and named', async () => {
    const cases = [
      ['limit=0', 'limit'],
      ['limit=101', 'limit'],
      ['limit=x', 'limit'],
      ['limit=', 'limit'],
      ['limit=1&limit=2', 'limit'],
      ['limit=1.5', 'limit'],
      ['limit=Infinity', 'limit'],
      ['limit=-Infinity', 'limit'],
      ['limit=1e400', 'limit'],
      ['limit=0x10', 'limit'],
      ['limit=1e1', 'limit'],
      ['limit=%2B5', 'limit'],
      ['limit=5.0', 'limit'],
      ['limit=%205', 'limit'],
      ['limit=-0', 'limit'],
      [`limit=${'9'.repeat(400)}`, 'limit'],
      ['status=gone', 'status'],
      ['payer=x', 'payer'],
      ['startingAfter=', 'startingAfter'],
      [`startingAfter=${'x'.repeat(65)}`, 'startingAfter'],
      ['startingAfter=a%00b', 'startingAfter'],
      ['cursor=x', 'cursor'],
      ['Limit=5', 'Limit'],
      ['__proto__=1', '__proto__'],
      ['constructor=1', 'constructor'],
      ['=1', ''],
    ] as const;
    for (const [query, param] of cases) {
      const { status, body } = await list(query);
      expect([query, status, body.error.code, body.error.param]).toEqual([
        query,
        400,
        'parameter_invalid',
        param,
      ]);
    }
    for (const query of ['limit[]=1', 'limit[a]=1', '__proto__[x]=1', 'status[toString]=1']) {
      expect([query, (await list(query)).body.error.code]).toEqual([query, 'parameter_invalid']);
    }
  });

  it('may hold reserved characters as they are', async () => {
    const { body } = await http.ask({
      method: 'POST',
      path: '/v1/checkout/mandates/man_1/refresh?client_secret=a:b/c',
    });
    expect(body.error.code).toBe('resource_missing');
  });

  it('client_secret is missing, not unauthenticated, when it is absent', async () => {
    const { status, body } = await http.ask({ method: 'POST', path: '/v1/checkout/mandates/man_1/refresh' });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_missing', 'client_secret']);
  });
});

describe('several faults', () => {
  it('are all in the message, and the code is about the first: missing before invalid, each in the order of the contract', async () => {
    const { body } = await create({
      payer: 'x',
      mint: undefined,
      payee: undefined,
      periodSeconds: 'y',
      extra: 1,
    });
    expect(body.error).toMatchObject({ code: 'parameter_missing', param: 'payee' });
    expect(body.error.message).toBe(
      'payee is required; mint is required; payer must be a Solana address in base58; periodSeconds must be integer; extra is not known here.',
    );
    const refresh = '/v1/checkout/mandates/man_1/refresh';
    const second = await http.ask({ method: 'POST', path: `${refresh}?what=1`, body: { signature: 'x' } });
    expect(second.body.error).toMatchObject({ code: 'parameter_missing', param: 'client_secret' });
    expect(second.body.error.message).toMatch(
      /^client_secret is required; signature .*; what is not known here\.$/,
    );
  });

  it('are cut short when they are many or long', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`field${i}`, 1]));
    const { body } = await create({ ...many, ['x'.repeat(50_000)]: 1 });
    expect(body.error.message).toMatch(/; and 9991 more\.$/);
    expect(body.error.message.length).toBeLessThan(1_500);
  });
});

describe('an Idempotency-Key', () => {
  it('has 1 to 255 printable characters', async () => {
    for (const value of ['', 'é', 'a\tb', 'x'.repeat(256)]) {
      const { status, body } = await createWith(value);
      expect([value, status, body.error?.param]).toEqual([value, 400, 'Idempotency-Key']);
    }
    expect((await createWith(`a ${'~'.repeat(253)}`)).status).toBe(201);
  });
});

it('spares each request the search of the stack that precedes the warning of url.parse', () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  parseUrl('/v1/mandates');
  expect(warned).not.toHaveBeenCalled();
  expect(process.noDeprecation).not.toBe(true);
});
