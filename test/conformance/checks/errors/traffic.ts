import assert from 'node:assert/strict';
import { rpcAt } from '../../../localnet/support.ts';
import { type Exchange, refused } from '../../client.ts';
import type { Shop, World } from '../../world.ts';
import type { Check, Checks } from '../check.ts';
import { waited } from '../waiting.ts';
import { ACCESS } from './access.ts';
import { REQUEST } from './request.ts';
import { create, mandateBody, operationsThatAnswer } from './requests.ts';
import { SETTLEMENT } from './settlement.ts';

/** The chain of the deployment with the clock misbehaves while `act` runs. */
async function withFaults<T>(world: World, faults: object[], act: () => Promise<T>): Promise<T> {
  const set = (list: object[]) =>
    rpcAt(world.deployments.clockwork.localnetUrl!, 'autopay_setFaults', [{ faults: list }]);
  await set(faults);
  try {
    return await act();
  } finally {
    await set([]);
  }
}

/** A mandate that fails on our side, and the same request again when that is over. */
const failed = (world: World) =>
  world.once('failed', async () => {
    const shop = await world.openShop(world.deployments.clockwork);
    const { address } = await world.wallet(shop);
    const headers = { 'idempotency-key': 'order-500' };
    const ask = () => shop.call('POST', '/v1/mandates', { ...mandateBody(shop, address), headers });
    const answer = await withFaults(world, [{ method: '*', kind: 'refuse' }], ask);
    const again = await ask();
    return { answer, again, replay: await ask(), shop };
  });

/** What the test helpers must be sent to be valid. */
const HELPER_BODIES: Record<string, object> = {
  '/v1/test/fund': { address: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' },
  '/v1/test/events': { type: 'mandate.created' },
  '/v1/test/clock/advance': { seconds: 1 },
};

export const TRAFFIC: Checks = {
  rate_limit_exceeded: async (world) => refused((await waited(world)).limited, 429, 'rate_limit_exceeded'),
  request_in_flight: async (world) => {
    const shop = await world.openShop(world.deployments.clockwork);
    const { address } = await world.wallet(shop);
    const headers = { 'idempotency-key': 'order-1' };
    const ask = () => shop.call('POST', '/v1/mandates', { ...mandateBody(shop, address), headers });
    const slow = [{ method: '*', kind: 'delay', delayMs: 500 }];
    const answers = await withFaults(world, slow, () => Promise.all([ask(), ask()]));
    const [made, other] = answers.toSorted((a, b) => a.status - b.status);
    assert.equal(made!.status, 201);
    const replay = await ask();
    assert.deepEqual(replay.body, made!.body);
    return refused(other!, 409, 'request_in_flight');
  },
  internal_error: async (world) => refused((await failed(world)).answer, 500, 'internal_error'),
  test_mode_only: async (world) => {
    const { liveKey, call } = await world.shop();
    refused(await call('POST', '/v1/test/wallets', { key: liveKey }), 400, 'test_mode_only');
    // A deployment that has none of them, also for a test key.
    const elsewhere = await world.openShop(world.deployments.chainless);
    const helpers = operationsThatAnswer('test_mode_only').filter(({ path }) => path.startsWith('/v1/test/'));
    assert.ok(helpers.length > 0);
    let last: Exchange | null = null;
    for (const { method, path } of helpers) {
      const body = method === 'GET' ? undefined : HELPER_BODIES[path];
      last = refused(await elsewhere.call(method, path, { body }), 400, 'test_mode_only');
    }
    return last!;
  },
};

/** A refusal whose error has this field, as a text. */
const shown =
  (field: string): Check =>
  async (world) => {
    const answer = await REQUEST['parameter_missing']!(world);
    assert.equal(typeof answer.body.error[field], 'string');
    return answer;
  };

export const SHAPE: Checks = {
  'error.type': async (world) => {
    const of = (answer: Exchange) => answer.body.error.type;
    assert.equal(of(await ACCESS['unauthenticated']!(world)), 'authentication_error');
    const { call, payee } = await world.shop();
    const forbidden = await call('GET', `/v1/payout_wallet/challenge?address=${payee.address}`);
    assert.equal(of(refused(forbidden, 403, 'session_required')), 'invalid_request_error');
    return shown('type')(world);
  },
  'error.code': shown('code'),
  'error.message': shown('message'),
  'error.param': shown('param'),
};

export const RETRYING: Checks = {
  '400, 403, 404, 409': async (world) => {
    const checks = [
      REQUEST['parameter_missing']!,
      ACCESS['insufficient_scope']!,
      REQUEST['unknown_route']!,
      SETTLEMENT['already_revoked']!,
    ];
    for (const check of checks) {
      const [first, again] = [await check(world), await check(world)];
      assert.deepEqual([again.status, again.code], [first.status, first.code]);
      assert.equal(again.headers.get('retry-after'), null);
    }
    return SETTLEMENT['already_revoked']!(world);
  },
  '401': async (world) => {
    await ACCESS['unauthenticated']!(world);
    const { key } = await world.shop();
    return world.embedded.ok('GET', '/v1/tokens', { key });
  },
  '429': async (world) => {
    const { limited: answer, passed } = await waited(world);
    assert.match(answer.headers.get('retry-after')!, /^[1-9][0-9]*$/);
    for (const name of ['limit', 'remaining', 'reset']) {
      assert.match(answer.headers.get(`ratelimit-${name}`)!, /^[0-9]+$/);
    }
    assert.equal(answer.headers.get('ratelimit-remaining'), '0');
    // The same request, once the time is over that the refusal asked for.
    assert.equal(passed.status, 201);
    return passed;
  },
  '500': async (world) => {
    const { answer, again, replay, shop } = await failed(world);
    assert.equal(answer.status, 500);
    assert.equal(again.status, 201);
    // The failure was not kept under the key, and the success is.
    assert.deepEqual(replay.body, again.body);
    const { data } = (await shop.ok('GET', '/v1/mandates')).body;
    assert.equal(data.length, 1);
    return again;
  },
  '413': async (world) => {
    const answer = await REQUEST['request_too_large']!(world);
    assert.equal(answer.headers.get('retry-after'), null);
    return world.embedded.ok('POST', '/v1/merchants', { body: { name: 'Coffee Club' } });
  },
};

/** What the merchant `shop` creates beside mandates, by where. */
async function creations(world: World, shop: Shop): Promise<Record<string, object>> {
  const { id } = await world.activate(shop);
  const charges = (await world.charges(shop, id)).body.data;
  const paid = charges.find(({ status }: { status: string }) => status === 'succeeded');
  const terms = { amountPerPeriod: '900', periodSeconds: 86_400 };
  const offer = { name: 'Guide', payee: shop.payee.address, mint: shop.mint, ...terms };
  return {
    '/v1/payment_links': offer,
    '/v1/products': offer,
    '/v1/webhook_endpoints': { url: 'https://shop.example.com/hooks' },
    '/v1/token_requests': { mint: shop.payee.address },
    [`/v1/charges/${paid.id}/refund`]: { amount: '1' },
  };
}

export const IDEMPOTENCY: Checks = {
  'rule 1': async (world) => {
    const headers = { 'idempotency-key': 'shared-by-chance' };
    const shops = [await world.shop(), await world.openShop()];
    const made = await Promise.all(
      shops.map(async (shop) => {
        const { address } = await world.wallet(shop);
        return shop.ok('POST', '/v1/mandates', { ...mandateBody(shop, address), headers });
      }),
    );
    assert.notEqual(made[0]!.body.id, made[1]!.body.id);
    // On anything that creates: sent twice, it is made once.
    for (const [path, body] of Object.entries(await creations(world, shops[1]!))) {
      const twice = { body, headers: { 'idempotency-key': `created at ${path}` } };
      const first = await shops[1]!.call('POST', path, twice);
      assert.equal(first.status, 201, `${path}: ${JSON.stringify(first.body)}`);
      assert.deepEqual((await shops[1]!.call('POST', path, twice)).body, first.body, path);
    }
    return made[1]!;
  },
  'rule 2': async (world) => {
    const headers = { 'idempotency-key': 'order-7' };
    const first = await create(world, {}, { headers });
    const replay = await create(world, {}, { headers });
    assert.equal(first.status, 201);
    assert.deepEqual(replay.body, first.body);
    assert.equal(replay.headers.get('idempotent-replayed'), 'true');
    const other = await create(world, { periodSeconds: 7_200 }, { headers });
    refused(other, 400, 'parameter_invalid', 'Idempotency-Key');
    return replay;
  },
  'rule 3': TRAFFIC['request_in_flight']!,
};
