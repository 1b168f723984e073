import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../rules/api-error.ts';
import { type Ask, type Http, startHttp } from './http-under-test.ts';
import { emptyPage, mandateRequest } from './samples.ts';

const EXHAUSTED = '203.0.113.9';
const HELD = 'held by a request that is still running';
const HELD_BY_SESSION = 'held by a session';
const running = Promise.withResolvers<void>();
const holding = Promise.withResolvers<void>();

const keyRunning = Promise.withResolvers<void>();

let http: Http;
let holder: Promise<unknown>;

beforeAll(async () => {
  http = await startHttp({
    trustedProxies: ['127.0.0.1/32'],
    limits: { address: 60 },
    handlers: {
      createMandate: async (_ctx, { body }) => {
        if (body.trialSeconds === 1) {
          running.resolve();
          await holding.promise;
        }
        throw new ApiError('mint_not_allowed');
      },
      listTokens: async () => ({ status: 200, body: emptyPage }),
      createApiKey: async () => {
        keyRunning.resolve();
        await holding.promise;
        throw new Error('a failure that frees the key again');
      },
    },
  });
  const from = { 'x-forwarded-for': EXHAUSTED };
  for (let i = 0; i < 60; i++) await http.ask({ path: '/v1/wallet/balance', headers: from });
  const body = { ...mandateRequest, trialSeconds: 1 };
  const key = await http.addKey('sk_test_');
  holder = http.ask({
    method: 'POST',
    path: '/v1/mandates',
    key,
    body,
    headers: { 'idempotency-key': HELD },
  });
  await running.promise;
});
afterAll(async () => {
  holding.resolve();
  await holder;
  await http.close();
});

interface Flaw {
  /** What a request with this flaw, and none before it in the list, is told. */
  code: string;
  add(request: Ask): Ask;
}

const isHuge = (body: unknown) => typeof body === 'string' && body.length > 262_144;

/** In the order in which they are looked for. */
const FLAWS: Flaw[] = [
  {
    code: 'unknown_route',
    add: (request) => ({ ...request, path: request.path.replace('mandates', 'Mandates') }),
  },
  {
    code: 'rate_limit_exceeded',
    add: (request) => ({ ...request, headers: { ...request.headers, 'x-forwarded-for': EXHAUSTED } }),
  },
  {
    code: 'unauthenticated',
    add: (request) => ({ ...request, key: 'sk_test_4Nd1mYQjJ7pYpYkqPpJ1b6ZtGkq1sX2m3QnDq3q4u5vW' }),
  },
  {
    code: 'insufficient_scope',
    add: (request) => (request.key?.startsWith('sk_test_4Nd1') ? request : { ...request, key: 'read' }),
  },
  { code: 'request_too_large', add: (request) => ({ ...request, body: '{'.repeat(262_145) }) },
  { code: 'invalid_json', add: (request) => (isHuge(request.body) ? request : { ...request, body: '{' }) },
  { code: 'parameter_invalid', add: (request) => ({ ...request, path: `${request.path}?what=1` }) },
  {
    code: 'request_in_flight',
    add: (request) => ({
      ...request,
      headers: { ...request.headers, 'idempotency-key': HELD },
      body: typeof request.body === 'string' ? request.body : { ...mandateRequest, trialSeconds: 1 },
    }),
  },
  { code: 'mint_not_allowed', add: (request) => request },
];

/** A key that nobody has used, so that it still counts against its address. */
async function send(request: Ask) {
  const key = request.key?.startsWith('sk_test_4Nd1')
    ? request.key
    : await http.addKey(request.key === 'read' ? 'rk_test_' : 'sk_test_');
  return http.ask({ ...request, key });
}

describe('the order of checks', () => {
  const base: Ask = { method: 'POST', path: '/v1/mandates', body: mandateRequest };

  for (const [index, first] of FLAWS.entries()) {
    it(`${first.code} comes before everything after it`, async () => {
      for (const second of FLAWS.slice(index)) {
        const { body } = await send(second.add(first.add(base)));
        expect([second.code, body.error.code]).toEqual([second.code, first.code]);
      }
    });
  }
});

describe('the order of checks where a key will not do', () => {
  let session: string;
  let key: string;
  let readKey: string;
  const fresh = { 'x-forwarded-for': '203.0.113.10' };
  beforeAll(async () => {
    session = await http.addSession();
    key = await http.addKey('sk_test_');
    readKey = await http.addKey('rk_test_');
    // So that it is counted by itself from now on.
    await http.ask({ path: '/v1/tokens', key, headers: fresh });
    await http.ask({ path: '/v1/tokens', key: readKey, headers: fresh });
  });

  const apiKey = { name: 'Reporting', mode: 'test' };
  const flaws = () => [
    { code: 'unknown_route', add: (ask: Ask) => ({ ...ask, path: ask.path.replace('keys', 'keyz') }) },
    {
      code: 'rate_limit_exceeded',
      add: (ask: Ask) => ({ ...ask, headers: { ...ask.headers, 'x-forwarded-for': EXHAUSTED } }),
    },
    { code: 'unauthenticated', add: (ask: Ask) => ({ ...ask, key: 'garbage' }) },
    // A key's class is looked at before what it may do.
    ...[key, readKey].map((each) => ({
      code: 'session_required',
      // A key that is known has its own bucket; the limit of the address is looked at first.
      add: (ask: Ask) =>
        ask.key || ask.headers?.['x-forwarded-for'] === EXHAUSTED ? ask : { ...ask, key: each },
    })),
    { code: 'request_too_large', add: (ask: Ask) => ({ ...ask, body: '{'.repeat(262_145) }) },
    { code: 'invalid_json', add: (ask: Ask) => (isHuge(ask.body) ? ask : { ...ask, body: '{' }) },
    { code: 'parameter_invalid', add: (ask: Ask) => ({ ...ask, path: `${ask.path}?what=1` }) },
    {
      code: 'request_in_flight',
      add: (ask: Ask) => ({
        ...ask,
        headers: { ...ask.headers, 'idempotency-key': HELD_BY_SESSION },
        body: typeof ask.body === 'string' ? ask.body : { ...apiKey, name: 'held' },
      }),
    },
  ];

  it('goes from the rate limit over the credential and its class to what is in the request', async () => {
    const request = {
      method: 'POST',
      path: '/v1/api_keys',
      body: apiKey,
      headers: { cookie: `autopay_session=${session}`, 'sec-fetch-site': 'same-origin', ...fresh },
    };
    const held = { ...request, body: { ...apiKey, name: 'held' } };
    const heldRequest = http.ask({
      ...held,
      headers: { ...held.headers, 'idempotency-key': HELD_BY_SESSION },
    });
    await keyRunning.promise;
    for (const [index, first] of flaws().entries()) {
      for (const second of flaws().slice(index)) {
        const { body } = await http.ask(second.add(first.add(request)));
        expect([second.code, body.error.code]).toEqual([second.code, first.code]);
      }
    }
    holding.resolve();
    expect((await heldRequest).status).toBe(500);
  });
});
