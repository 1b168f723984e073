import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventRoutes } from '../../server/events/routes.ts';
import { createApp } from '../../server/http/app.ts';
import type { Handlers } from '../../server/http/handler.ts';
import { RateLimiter } from '../../server/http/rate-limit.ts';
import { memoryRateStore } from '../../server/http/rate-store.ts';
import { closeServer, createServer } from '../../server/http/server.ts';
import { newId } from '../../server/lib/ids.ts';
import { type Localnet, startLocalnet } from '../../server/localnet/server.ts';
import { merchantRoutes } from '../../server/merchants/routes.ts';
import { testModeRoutes } from '../../server/test-mode/routes.ts';
import { registerLocalnetTokens } from '../../server/tokens/register-localnet-tokens.ts';
import { tokenRoutes } from '../../server/tokens/routes.ts';
import { webhookRoutes } from '../../server/webhooks/routes.ts';
import { ask, type Ask } from '../http/http-under-test.ts';
import { connectTestChain, randomAddress, seedMandate, testDeployment } from '../support/deployment.ts';

let world: Awaited<ReturnType<typeof testDeployment>>;
let localnet: Localnet;
let server: Server;
let merchant: { id: string; keys: { test: string; live: string } };

const ready = async () => ({ ok: true, checks: {} });

// With every response held against the contract: one that it does not know becomes a 500.
beforeAll(async () => {
  localnet = await startLocalnet({ dataDir: null, slotMs: 50 });
  world = await testDeployment();
  const chains = { test: await connectTestChain(localnet.rpcUrl), live: null };
  const deployment = { ...world.deployment, chains };
  await registerLocalnetTokens(deployment);
  const { db, clock, log, secretKeys } = deployment;
  const rateLimiter = new RateLimiter(memoryRateStore(clock), {
    key: 6000,
    address: 600,
    total: 1_000_000,
    merchants: 1_000_000,
    signIn: 10,
    guesses: 100,
    checkout: 20,
    notices: 5,
    exports: 10,
  });
  const handlers = {
    ...merchantRoutes(deployment),
    ...tokenRoutes(deployment),
    ...eventRoutes(deployment),
    ...webhookRoutes(deployment),
    ...testModeRoutes(deployment),
  } as unknown as Handlers;
  const caller = { ownerKey: null, publicUrl: deployment.publicUrl };
  const common = { db, clock, log, secretKeys, rateLimiter, handlers, exporters: {}, ...caller };
  server = createServer(
    await createApp({ ...common, ready, trustedProxies: [], validateResponses: true, addPages: () => {} }),
    {
      log,
      rateLimiter,
    },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const made = await send({ method: 'POST', path: '/v1/merchants', body: { name: 'Coffee Club' } });
  expect(made.status).toBe(201);
  merchant = made.body;
});
afterAll(async () => {
  await closeServer(server, { drainMs: 1_000 });
  await localnet.stop();
  await world.drop();
});

const send = (question: Ask) => ask((server.address() as AddressInfo).port, question);
const get = (path: string, key = merchant.keys.test) => send({ path, key });
const post = (path: string, body: object, key = merchant.keys.test, headers: Record<string, string> = {}) =>
  send({ method: 'POST', path, body, key, headers });

describe('over HTTP', () => {
  it('wallets, tokens and balances are as the contract says', async () => {
    const wallet = await post('/v1/test/wallets', {});
    expect(wallet.status).toBe(201);
    const { address, mint } = wallet.body;
    expect((await post('/v1/test/fund', { address, amount: '5' })).body).toMatchObject({
      amount: '1000000005',
    });
    const query = `address=${address}&mint=${mint}`;
    expect(await send({ path: `/v1/wallet/balance?${query}` })).toMatchObject({
      status: 200,
      body: { amount: '1000000005' },
    });
    const live = await send({ path: `/v1/wallet/balance?${query}`, headers: { 'svc-mode': 'live' } });
    expect(live).toMatchObject({ status: 400, body: { error: { code: 'broadcast_unavailable' } } });
    const token = await post('/v1/test/tokens', { decimals: 9, program: 'token-2022' });
    expect(token).toMatchObject({ status: 201, body: { decimals: 9, accepted: true } });
    const list = await get('/v1/tokens?limit=1');
    expect(list).toMatchObject({ status: 200, body: { hasMore: true } });
    expect((await get(`/v1/tokens?startingAfter=${list.body.nextCursor}`)).body.data).toHaveLength(2);
    expect((await get('/v1/tokens', merchant.keys.live)).body).toMatchObject({ data: [], hasMore: false });
  });

  it('anyone is given 1,000 test tokens and a SOL, of the floor token or another', async () => {
    const gift = (body: object) => send({ method: 'POST', path: '/v1/checkout/test_wallet/fund', body });
    const address = randomAddress();
    const first = await gift({ address });
    expect(first).toMatchObject({
      status: 200,
      body: { object: 'balance', livemode: false, address, amount: '1000000000' },
    });
    expect((await gift({ address })).body).toMatchObject({ mint: first.body.mint, amount: '2000000000' });
    const token = await post('/v1/test/tokens', { decimals: 2 });
    const other = await gift({ address, mint: token.body.mint });
    expect(other).toMatchObject({ status: 200, body: { mint: token.body.mint, amount: '100000' } });
    const refused = [
      await gift({ address: 'nobody' }),
      await gift({}),
      await gift({ address, mint: randomAddress() }),
      await gift({ address, amount: '1' }),
    ];
    expect(refused.map(({ status, body: { error } }) => `${status} ${error.code} ${error.param}`)).toEqual([
      '400 parameter_invalid address',
      '400 parameter_missing address',
      '400 mint_not_allowed mint',
      '400 parameter_invalid amount',
    ]);
  });

  it('endpoints and events are as the contract says, and a replay shows the same secret', async () => {
    const url = 'https://shop.example.org/hook';
    const key = { 'idempotency-key': 'endpoint-1' };
    const made = await post('/v1/webhook_endpoints', { url }, merchant.keys.test, key);
    expect(made).toMatchObject({ status: 201, body: { url } });
    const replayed = await post('/v1/webhook_endpoints', { url }, merchant.keys.test, key);
    expect(replayed.headers['idempotent-replayed']).toBe('true');
    expect(replayed.text).toBe(made.text);
    expect((await get('/v1/webhook_endpoints')).body.data).toHaveLength(1);

    const nothing = await post('/v1/test/events', { type: 'mandate.created' });
    expect(nothing).toMatchObject({ status: 404, body: { error: { code: 'resource_missing' } } });
    await seedMandate(world.deployment, { merchantId: merchant.id, livemode: false });
    const event = await post('/v1/test/events', { type: 'mandate.created' });
    expect(event).toMatchObject({ status: 201, body: { pendingWebhooks: 1 } });
    expect((await get(`/v1/events/${event.body.id}`)).body).toEqual(event.body);
    expect((await get('/v1/events?type=mandate.created')).body.data).toEqual([event.body]);
    expect((await get('/v1/events?type=charge.failed')).body.data).toEqual([]);
  });

  it('refusals are as the contract says', async () => {
    const { live } = merchant.keys;
    const refusals = await Promise.all([
      post('/v1/test/wallets', {}, live),
      post('/v1/test/fund', { address: randomAddress() }, live),
      post('/v1/test/tokens', {}, live),
      post('/v1/test/events', { type: 'mandate.created' }, live),
      post('/v1/test/tokens', { decimals: 13 }),
      post('/v1/test/wallets', { mint: randomAddress() }),
      post('/v1/webhook_endpoints', { url: 'http://169.254.169.254/' }),
      get(`/v1/events/${newId('event')}`),
      get('/v1/events?limit=51'),
      get(`/v1/tokens?startingAfter=${randomAddress()}`),
      send({ path: `/v1/wallet/balance?address=${randomAddress()}&mint=${randomAddress()}` }),
      send({ path: `/v1/wallet/balance?address=${randomAddress()}` }),
    ]);
    expect(
      refusals.map(({ status, body }) => `${status} ${body.error.code} ${body.error.param ?? ''}`.trim()),
    ).toEqual([
      ...Array<string>(4).fill('400 test_mode_only'),
      '400 decimals_unsupported decimals',
      '400 mint_not_allowed mint',
      '400 parameter_invalid url',
      '404 resource_missing',
      '400 parameter_invalid limit',
      '400 parameter_invalid startingAfter',
      '400 parameter_invalid mint',
      '400 parameter_missing mint',
    ]);
  });
});
