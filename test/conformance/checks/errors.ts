import assert from 'node:assert/strict';
import { rpcAt } from '../../localnet/support.ts';
import { type Exchange, refused } from '../client.ts';
import type { Shop, World } from '../world.ts';
import type { Check, Checks } from './check.ts';

const LIMIT_BYTES = 262_144;

/** A body of exactly `bytes` that is otherwise a merchant's, with a name that is too long. */
function bodyOf(bytes: number): string {
  const frame = JSON.stringify({ name: '' });
  return frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`);
}

const mandateBody = (shop: Shop, payer: string, change: object = {}) => ({
  body: {
    payer,
    payee: shop.payee.address,
    mint: shop.mint,
    amountPerPeriod: '1000000',
    periodSeconds: 86_400,
    ...change,
  },
});

/** POST /v1/mandates of the shared merchant, with something changed. */
async function create(world: World, change: object = {}, options: object = {}): Promise<Exchange> {
  const shop = await world.shop();
  const { address } = await world.once('a payer', () => world.wallet(shop));
  return shop.call('POST', '/v1/mandates', { ...mandateBody(shop, address, change), ...options });
}

const readOnlyKey = (world: World) =>
  world.once('read-only key', async () => {
    const { headers } = await world.person();
    const body = { name: 'Reporting', mode: 'test', scope: 'read' };
    return (await world.embedded.ok('POST', '/v1/api_keys', { headers, body })).body.key as string;
  });

/** What a payer's wallet signed for another mandate. */
async function foreignTransaction(world: World, shop: Shop): Promise<string> {
  const other = await world.open(shop);
  const { body } = await world.checkout(shop, other, 'instruction');
  return other.payer.signTransaction(body.transaction);
}

export const ACCESS: Checks = {
  unauthenticated: async (world) =>
    refused(await world.embedded.call('GET', '/v1/tokens'), 401, 'unauthenticated'),
  invalid_credentials: async (world) => {
    const { email, password } = await world.person();
    const signIn = (body: object) => world.embedded.call('POST', '/v1/sessions', { body });
    assert.equal((await signIn({ email, password })).status, 201);
    const wrong = refused(await signIn({ email, password: 'wrong horse' }), 401, 'invalid_credentials');
    const unknown = await signIn({ email: `not-${email}`, password });
    assert.deepEqual(unknown.body, wrong.body);
    return wrong;
  },
  insufficient_scope: async (world) => {
    const key = await readOnlyKey(world);
    assert.equal((await world.embedded.call('GET', '/v1/tokens', { key })).status, 200);
    return refused(await create(world, {}, { key }), 403, 'insufficient_scope');
  },
  session_required: async (world) => {
    const { call, payee } = await world.shop();
    const path = `/v1/payout_wallet/challenge?address=${payee.address}`;
    return refused(await call('GET', path), 403, 'session_required');
  },
  owner_required: async (world) => {
    const { call } = await world.shop();
    return refused(await call('GET', '/v1/platform/token_requests'), 403, 'owner_required');
  },
  wallet_proof_required: async (world) => {
    const { payee } = await world.shop();
    const path = `/v1/entitlements?product=prd_1&payer=${payee.address}`;
    return refused(await world.embedded.call('GET', path), 401, 'wallet_proof_required');
  },
  wallet_not_signed_in: async (world) => {
    const { call } = await world.shop();
    return refused(await call('GET', '/v1/wallet/mandates'), 401, 'wallet_not_signed_in');
  },
  invalid_wallet_signature: async (world) => {
    const { body } = await world.signIn(world.embedded, (await world.shop()).payee);
    // The challenge was used; and one that is not, signed by another.
    const used = await world.embedded.call('POST', '/v1/wallet/sessions', { body });
    refused(used, 401, 'invalid_wallet_signature');
    const challenge = await world.embedded.ok('GET', `/v1/wallet/challenge?address=${body.address}`);
    const stranger = await world.wallet(await world.shop());
    const { message } = challenge.body;
    const signature = await stranger.signMessage(message);
    const forged = { body: { address: body.address, message, signature } };
    return refused(
      await world.embedded.call('POST', '/v1/wallet/sessions', forged),
      401,
      'invalid_wallet_signature',
    );
  },
  invalid_client_secret: async (world) => {
    const shop = await world.shop();
    const opened = { ...(await world.open(shop)), secret: '?client_secret=cs_wrong' };
    const answer = await world.checkout(shop, opened, 'refresh');
    return refused(answer, 401, 'invalid_client_secret', 'client_secret');
  },
};

export const REQUEST: Checks = {
  parameter_missing: async (world) =>
    refused(
      await world.embedded.call('POST', '/v1/merchants', { body: {} }),
      400,
      'parameter_missing',
      'name',
    ),
  parameter_invalid: async (world) => {
    refused(await create(world, { payer: 'nobody' }), 400, 'parameter_invalid', 'payer');
    refused(await create(world, { amountPerPeriod: 1_000_000 }), 400, 'parameter_invalid', 'amountPerPeriod');
    return refused(
      await create(world, { amountPerPeriod: '-1' }),
      400,
      'parameter_invalid',
      'amountPerPeriod',
    );
  },
  invalid_json: async (world) =>
    refused(await world.embedded.call('POST', '/v1/merchants', { body: '{"name":' }), 400, 'invalid_json'),
  request_too_large: async (world) => {
    const answer = await world.embedded.call('POST', '/v1/merchants', { body: bodyOf(LIMIT_BYTES + 1) });
    return refused(answer, 413, 'request_too_large');
  },
  resource_missing: async (world) => {
    const shop = await world.shop();
    const terms = {
      payee: shop.payee.address,
      mint: shop.mint,
      amountPerPeriod: '900',
      periodSeconds: 86_400,
    };
    const make = async (kind: string) =>
      (await shop.ok('POST', kind, { body: { name: 'Guide', ...terms } })).body.id;
    const { id } = await world.activate(shop);
    const other = await world.openShop();
    // What is not there, and what is another merchant's.
    const paths = [
      ...['products/prd', 'payment_links/lnk', 'mandates/man', 'charges/chg'].map(
        (kind) => `/v1/${kind}_1111111111111111111111`,
      ),
      `/v1/products/${await make('/v1/products')}`,
      `/v1/payment_links/${await make('/v1/payment_links')}`,
      `/v1/mandates/${id}`,
      `/v1/charges/${(await world.charges(shop, id)).body.data[0].id}`,
    ];
    for (const path of paths) refused(await other.call('GET', path), 404, 'resource_missing');
    return refused(await shop.call('GET', paths[0]!), 404, 'resource_missing');
  },
  unknown_route: async (world) =>
    refused(await world.embedded.call('GET', '/v1/nothing'), 404, 'unknown_route'),
  email_taken: async (world) => {
    const { email, password } = await world.person();
    const body = { name: 'Another', email: email.toUpperCase(), password, acknowledged: true };
    return refused(await world.embedded.call('POST', '/v1/signup', { body }), 409, 'email_taken', 'email');
  },
  acknowledgement_required: async (world) => {
    const body = { name: 'Another', email: 'another@coffee.example', password: 'correct horse battery' };
    const answer = await world.embedded.call('POST', '/v1/signup', { body });
    return refused(answer, 400, 'acknowledgement_required', 'acknowledged');
  },
};

/** A link or product of the shared merchant, and what starts a mandate from it. */
async function offer(world: World, kind: 'payment_links' | 'products', sellMode: string) {
  const shop = await world.shop();
  const terms = { payee: shop.payee.address, mint: shop.mint, amountPerPeriod: '900', periodSeconds: 86_400 };
  const made = await shop.ok('POST', `/v1/${kind}`, { body: { name: 'Guide', ...terms, sellMode } });
  const { address } = await world.once('a payer', () => world.wallet(shop));
  return (asked: string) =>
    world.embedded.call('POST', `/v1/checkout/${kind}/${made.body.id}/mandates`, {
      body: { payer: address, sellMode: asked },
    });
}

export const COMMERCE: Checks = {
  recurring_unavailable: async (world) => {
    const { shop } = await world.purchased();
    const { address } = await world.wallet(shop);
    const answer = await shop.call('POST', '/v1/mandates', mandateBody(shop, address));
    return refused(answer, 400, 'recurring_unavailable', 'sellMode');
  },
  not_for_sale_once: async (world) => {
    const start = await offer(world, 'payment_links', 'subscription');
    return refused(await start('once'), 400, 'not_for_sale_once', 'sellMode');
  },
  not_for_sale_subscription: async (world) => {
    const start = await offer(world, 'products', 'once');
    return refused(await start('subscription'), 400, 'not_for_sale_subscription', 'sellMode');
  },
  no_payout_wallet: async (world) => {
    const { call, mint } = await world.shop();
    const body = { name: 'Guide', mint, amountPerPeriod: '900', periodSeconds: 86_400 };
    return refused(await call('POST', '/v1/products', { body }), 400, 'no_payout_wallet', 'payee');
  },
  mint_not_allowed: async (world) => {
    const { payee } = await world.shop();
    return refused(await create(world, { mint: payee.address }), 400, 'mint_not_allowed', 'mint');
  },
  decimals_unsupported: async (world) => {
    const { call } = await world.shop();
    const answer = await call('POST', '/v1/test/tokens', { body: { decimals: 13 } });
    return refused(answer, 400, 'decimals_unsupported', 'decimals');
  },
  floor_token: async (world) => {
    const { call, mint } = await world.shop();
    const answer = await call('POST', '/v1/tokens', { body: { mint, enabled: false } });
    const key = world.ownerKey;
    const removed = await world.embedded.call('DELETE', `/v1/platform/tokens/${mint}`, { key });
    assert.equal(removed.code, 'floor_token');
    assert.deepEqual([answer.status, answer.code], [400, 'floor_token']);
    return answer;
  },
};

export const SETTLEMENT: Checks = {
  transaction_not_issued: async (world) => {
    const shop = await world.shop();
    const opened = await world.open(shop);
    const signedTransaction = await foreignTransaction(world, shop);
    const answer = await world.checkout(shop, opened, 'submit', { signedTransaction });
    return refused(answer, 400, 'transaction_not_issued', 'signedTransaction');
  },
  broadcast_unavailable: async (world) => {
    const { liveKey } = await world.shop();
    return refused(await create(world, {}, { key: liveKey }), 400, 'broadcast_unavailable');
  },
  purchases_unavailable: async (world) => {
    const { liveKey } = await world.shop();
    return refused(await create(world, { sellMode: 'once' }, { key: liveKey }), 400, 'purchases_unavailable');
  },
  receipts_unavailable: async (world) => {
    const { chainless } = world.deployments;
    const { call } = await world.openShop(chainless);
    return refused(await call('GET', '/v1/charges/chg_1/receipt'), 400, 'receipts_unavailable');
  },
  onchain_proof_unavailable: async (world) => {
    const { chainless } = world.deployments;
    const { headers } = await world.signUp(chainless);
    const { payee } = await world.shop();
    const path = `/v1/payout_wallet/link_tx?address=${payee.address}`;
    return refused(await chainless.call('GET', path, { headers }), 400, 'onchain_proof_unavailable');
  },
  mandate_not_pending: async (world) => {
    const { shop, ...opened } = await world.trial();
    return refused(await world.checkout(shop, opened, 'refresh'), 409, 'mandate_not_pending');
  },
  already_revoked: async (world) => {
    const { shop, id } = await world.revoked();
    return refused(await shop.call('POST', `/v1/mandates/${id}/revoke`), 409, 'already_revoked');
  },
  verification_failed: async (world) => {
    const shop = await world.shop();
    const poor = await world.wallet(shop, '999999');
    const opened = await world.open(shop, {}, poor);
    const answer = await world.authorize(shop, opened);
    assert.equal((await world.mandate(shop, opened.id)).body.status, 'pending');
    return refused(answer, 402, 'verification_failed');
  },
  refund_exceeds_charge: async (world) => {
    const { shop, id } = await world.completed();
    const [charge] = (await world.charges(shop, id)).body.data;
    const body = { amount: '1000001' };
    const answer = await shop.call('POST', `/v1/charges/${charge.id}/refund`, { body });
    return refused(answer, 400, 'refund_exceeds_charge', 'amount');
  },
  refund_failed: async (world) => {
    const shop = await world.openShop();
    const { id } = await world.activate(shop);
    // The payee spends all it has, what was just paid included: a refund would have to move what is not there.
    const balance = `/v1/wallet/balance?address=${shop.payee.address}&mint=${shop.mint}`;
    const all = (await shop.at.ok('GET', balance)).body.amount;
    const spending = { sellMode: 'once', maxPeriods: null, amountPerPeriod: all };
    const elsewhere = { ...shop, payee: await world.wallet(shop) };
    await world.activate(elsewhere, spending, shop.payee);
    const paid = (await world.charges(shop, id)).body.data.at(-1);
    const answer = await shop.call('POST', `/v1/charges/${paid.id}/refund`);
    assert.match(answer.body.error.message, /The chain said: insufficient funds/);
    return refused(answer, 400, 'refund_failed');
  },
  wallet_verification_failed: async (world) => {
    const { headers } = await world.person();
    const { payee } = await world.shop();
    const { address } = payee;
    const asked = await world.embedded.ok('GET', `/v1/payout_wallet/challenge?address=${address}`, {
      headers,
    });
    const body = {
      address,
      message: asked.body.message,
      signature: await payee.signMessage('something else'),
    };
    const answer = await world.embedded.call('POST', '/v1/payout_wallet', { headers, body });
    return refused(answer, 400, 'wallet_verification_failed');
  },
};

/** Too many sign-ins from one address in a minute. */
const limited = (world: World) =>
  world.once('limited', async () => {
    const { onceOnly } = world.deployments;
    const body = { email: 'nobody@coffee.example', password: 'wrong horse' };
    for (let tries = 0; tries < 50; tries += 1) {
      const answer = await onceOnly.call('POST', '/v1/sessions', { body });
      if (answer.status === 429) return answer;
      refused(answer, 401, 'invalid_credentials');
    }
    throw new Error('50 sign-ins in a minute were let through.');
  });

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
    return { answer, again: await ask(), shop };
  });

export const TRAFFIC: Checks = {
  rate_limit_exceeded: async (world) => refused(await limited(world), 429, 'rate_limit_exceeded'),
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
    return refused(await call('POST', '/v1/test/wallets', { key: liveKey }), 400, 'test_mode_only');
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
  'error.type': shown('type'),
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
    const answer = await limited(world);
    assert.match(answer.headers.get('retry-after')!, /^[1-9][0-9]*$/);
    for (const name of ['limit', 'remaining', 'reset']) {
      assert.match(answer.headers.get(`ratelimit-${name}`)!, /^[0-9]+$/);
    }
    assert.equal(answer.headers.get('ratelimit-remaining'), '0');
    return answer;
  },
  '500': async (world) => {
    const { again, shop } = await failed(world);
    assert.equal(again.status, 201);
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

export { bodyOf, LIMIT_BYTES };
