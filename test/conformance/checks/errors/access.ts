import assert from 'node:assert/strict';
import { type Exchange, refused } from '../../client.ts';
import type { World } from '../../world.ts';
import type { Checks } from '../check.ts';
import { waited } from '../waiting.ts';
import { create, operationsThatAnswer } from './requests.ts';

const readOnlyKey = (world: World) =>
  world.once('read-only key', async () => {
    const { headers } = await world.person();
    const body = { name: 'Reporting', mode: 'test', scope: 'read' };
    return (await world.embedded.ok('POST', '/v1/api_keys', { headers, body })).body.key as string;
  });

/** Every operation that can answer `code` does so to this caller, before it looks at anything else. */
async function allRefuse(world: World, status: number, code: string, key?: string): Promise<Exchange> {
  const operations = operationsThatAnswer(code);
  assert.ok(operations.length > 0);
  let last: Exchange | null = null;
  for (const { method, path } of operations) {
    last = refused(await world.embedded.call(method, path, { key }), status, code);
  }
  return last!;
}

/** What signing in as a payer answers to a text and a signature that are not the challenge's. */
async function forgedSignIns(world: World): Promise<Exchange> {
  const { embedded } = world;
  const shop = await world.shop();
  const [wallet, stranger] = [await world.wallet(shop), await world.wallet(shop)];
  const challenge = async (path = '/v1/wallet/challenge', headers = {}): Promise<string> =>
    (await embedded.ok('GET', `${path}?address=${wallet.address}`, { headers })).body.message;
  const signIn = (message: string, signature: string, { address } = wallet) =>
    embedded.call('POST', '/v1/wallet/sessions', { body: { address, message, signature } });
  const message = await challenge();
  const right = await wallet.signMessage(message);
  const { headers } = await world.person();
  const payout = await challenge('/v1/payout_wallet/challenge', headers);
  const forged = [
    // Signed by another wallet, over another text, for another wallet, for another purpose, and invented.
    await signIn(message, await stranger.signMessage(message)),
    await signIn(message, await wallet.signMessage(`${message} `)),
    await signIn(message, await stranger.signMessage(message), stranger),
    await signIn(payout, await wallet.signMessage(payout)),
    await signIn('Let me in.', await wallet.signMessage('Let me in.')),
  ];
  for (const answer of forged) refused(answer, 401, 'invalid_wallet_signature');
  // None of them used the challenge up, and the one that signs it does.
  assert.equal((await signIn(message, right)).status, 201);
  return refused(await signIn(message, right), 401, 'invalid_wallet_signature');
}

export const ACCESS: Checks = {
  unauthenticated: async (world) => {
    const { key } = await world.shop();
    const forged = `${key.slice(0, -1)}${key.endsWith('1') ? '2' : '1'}`;
    const guessed = await world.embedded.call('GET', '/v1/tokens', { key: forged });
    refused(guessed, 401, 'unauthenticated');
    return refused(await world.embedded.call('GET', '/v1/tokens'), 401, 'unauthenticated');
  },
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
    const paths = operationsThatAnswer('session_required').map(({ path }) => path);
    assert.equal(paths.filter((path) => path.startsWith('/v1/payout_wallet')).length, 5);
    const { key, liveKey } = await world.shop();
    await allRefuse(world, 403, 'session_required', key);
    return allRefuse(world, 403, 'session_required', liveKey);
  },
  owner_required: async (world) => {
    const { key } = await world.shop();
    const platform = operationsThatAnswer('owner_required').filter(({ path }) => path.includes('/platform/'));
    assert.ok(platform.length > 0);
    let last: Exchange | null = null;
    for (const { method, path } of platform) {
      last = refused(await world.embedded.call(method, path, { key }), 403, 'owner_required');
    }
    return last!;
  },
  wallet_proof_required: async (world) => {
    const { payee } = await world.shop();
    const path = `/v1/entitlements?product=prd_1&payer=${payee.address}`;
    return refused(await world.embedded.call('GET', path), 401, 'wallet_proof_required');
  },
  wallet_not_signed_in: async (world) => {
    const { key } = await world.shop();
    await allRefuse(world, 401, 'wallet_not_signed_in');
    return allRefuse(world, 401, 'wallet_not_signed_in', key);
  },
  invalid_wallet_signature: async (world) => {
    await forgedSignIns(world);
    const { payer } = await waited(world);
    assert.equal(payer.inTime.status, 201);
    return refused(payer.late, 401, 'invalid_wallet_signature');
  },
  invalid_client_secret: async (world) => {
    const shop = await world.shop();
    const { secret } = await world.open(shop);
    const { id } = await world.open(shop);
    const operations = operationsThatAnswer('invalid_client_secret').filter(({ path }) =>
      path.startsWith('/v1/checkout/'),
    );
    assert.ok(operations.length > 0);
    let last: Exchange | null = null;
    // A secret that is nobody's, and that of another purchase.
    for (const query of ['?client_secret=cs_wrong', secret]) {
      for (const { method, path } of operations) {
        const body = method === 'GET' ? undefined : bodyFor(path, shop.payee.address);
        const answer = await shop.at.call(method, path.replace('any', id) + query, { body });
        last = refused(answer, 401, 'invalid_client_secret', 'client_secret');
      }
    }
    return last!;
  },
};

/** A body that a checkout operation finds valid. */
function bodyFor(path: string, account: string): object | undefined {
  if (path.endsWith('/submit')) return { signedTransaction: 'AAAA' };
  return path.endsWith('/solana_pay') ? { account } : undefined;
}
