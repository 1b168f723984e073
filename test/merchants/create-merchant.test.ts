import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { merchantRoutes } from '../../server/merchants/routes.ts';
import { requestOf, testDeployment } from '../support/deployment.ts';

type World = Awaited<ReturnType<typeof testDeployment>>;
let world: World;

beforeAll(async () => {
  world = await testDeployment();
});
afterAll(() => world.drop());

const create = (name: string) =>
  merchantRoutes(world.deployment).createMerchant(requestOf(world.deployment, null), {
    path: {},
    query: {},
    header: {},
    body: { name },
  });

const rowOf = (livemode: boolean, key: string) => ({
  livemode,
  scope: 'full',
  keyHash: createHash('sha256').update(key).digest(),
  last4: key.slice(-4),
  revokedAt: null,
});

describe('creating a merchant', () => {
  it('returns the merchant with one key for each mode', async () => {
    const { status, body } = await create('Coffee Club');
    expect(status).toBe(201);
    expect(body).toEqual({
      object: 'merchant',
      id: expect.stringMatching(/^mer_/),
      livemode: false,
      createdAt: world.clock.seconds(),
      name: 'Coffee Club',
      email: null,
      payoutWallet: null,
      payoutWalletVerifiedAt: null,
      keys: {
        test: expect.stringMatching(/^sk_test_[1-9A-HJ-NP-Za-km-z]{40,44}$/),
        live: expect.stringMatching(/^sk_live_[1-9A-HJ-NP-Za-km-z]{40,44}$/),
      },
    });
  });

  it('keeps only the SHA-256 of the keys', async () => {
    const { body } = await create('Tea Club');
    const { id, keys } = body;
    const { db } = world.deployment;
    const rows =
      await db`select livemode, scope, key_hash, last4, revoked_at from api_keys where merchant_id = ${id} order by livemode`;
    expect(rows).toEqual([rowOf(false, keys.test), rowOf(true, keys.live)]);
    const [stored] = await db`select string_agg(to_jsonb(k)::text, '') as text from api_keys k`;
    expect(stored!.text).not.toContain(keys.test.slice('sk_test_'.length));
    expect(stored!.text).not.toContain(keys.live.slice('sk_live_'.length));
  });

  it('lets two merchants have the same name', async () => {
    const [first, second] = await Promise.all([create('Same'), create('Same')]);
    expect(first.body.id).not.toBe(second.body.id);
  });
});
