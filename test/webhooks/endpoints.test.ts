import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../server/db/connect.ts';
import type { StoredResponse } from '../../server/http/context.ts';
import { decryptSecret } from '../../server/lib/secret-box.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { webhookRoutes } from '../../server/webhooks/routes.ts';
import { requestOf, testDeployment, testTenant } from '../support/deployment.ts';

let world: Awaited<ReturnType<typeof testDeployment>>;
let tenant: Tenant;

beforeAll(async () => {
  world = await testDeployment({ webhookAllow: [] });
  tenant = await testTenant(world.deployment);
});
afterAll(() => world.drop());

const empty = { path: {}, query: {}, header: {} };
type Body = Parameters<ReturnType<typeof webhookRoutes>['createWebhookEndpoint']>[1]['body'];
const create = async (asked: string | Body, owner = tenant, rest: Parameters<typeof requestOf>[2] = {}) => {
  const request = requestOf(world.deployment, owner, rest);
  const { status, body } = await webhookRoutes(world.deployment).createWebhookEndpoint(request, {
    ...empty,
    body: typeof asked === 'string' ? { url: asked } : asked,
  });
  expect(status).toBe(201);
  return body;
};
const list = async (owner = tenant, query: { startingAfter?: string; limit?: number } = {}) => {
  const request = requestOf(world.deployment, owner);
  const input = { ...empty, query, body: {} };
  return (await webhookRoutes(world.deployment).listWebhookEndpoints(request, input)).body;
};

const claim = (complete: (tx: Tx, response: StoredResponse) => Promise<void>) => ({
  idempotency: {
    resourceId: null,
    saveResource: () => Promise.resolve(),
    complete,
    completion: () => expect.unreachable(),
  },
});

describe('registering a webhook endpoint', () => {
  it('shows the secret in full once and masked afterwards', async () => {
    const owner = await testTenant(world.deployment);
    const made = await create('https://shop.example.org/hook?shop=1', owner);
    expect(made).toEqual({
      object: 'webhook_endpoint',
      id: expect.stringMatching(/^whe_/),
      livemode: false,
      createdAt: world.clock.seconds(),
      url: 'https://shop.example.org/hook?shop=1',
      description: null,
      events: null,
      secret: expect.stringMatching(/^whsec_[1-9A-HJ-NP-Za-km-z]{40,44}$/),
    });
    const { data } = await list(owner);
    expect(data).toEqual([{ ...made, secret: `whsec_...${made.secret.slice(-4)}` }]);
  });

  it('keeps what it is for, and which events it gets, in the order of the list of types', async () => {
    const owner = await testTenant(world.deployment);
    const url = 'https://shop.example.org/paid';
    const made = await create(
      { url, description: 'The stock', events: ['charge.succeeded', 'mandate.revoked'] },
      owner,
    );
    expect(made).toMatchObject({
      description: 'The stock',
      events: ['mandate.revoked', 'charge.succeeded'],
    });
    const { data } = await list(owner);
    expect(data).toEqual([{ ...made, secret: `whsec_...${made.secret.slice(-4)}` }]);
    expect(await create({ url, description: ' ' }, owner)).toMatchObject({ description: null, events: null });
  });

  it('keeps the secret encrypted, for this row alone', async () => {
    const { id, secret } = await create('https://shop.example.org/');
    const [row] = await world.deployment.db`select secret_box from webhook_endpoints where id = ${id}`;
    const box = row!.secretBox as Buffer;
    expect(box.includes(secret.slice('whsec_'.length))).toBe(false);
    expect(decryptSecret(world.deployment.secretKeys, box, id).toString()).toBe(secret);
    expect(() => decryptSecret(world.deployment.secretKeys, box, 'whe_other')).toThrow();
  });

  it('rejects what would be rejected at delivery, and says why', async () => {
    const refused = [
      'http://127.0.0.1/',
      'https://localhost/',
      'https://169.254.169.254/',
      'https://db.internal/',
      'ftp://a.example.org/',
      'nonsense',
    ];
    for (const url of refused) {
      await expect(create(url)).rejects.toMatchObject({ code: 'parameter_invalid', param: 'url' });
    }
  });

  it('takes http in test mode only', async () => {
    await create('http://shop.example.org/');
    await expect(create('http://shop.example.org/', { ...tenant, livemode: true })).rejects.toMatchObject({
      code: 'parameter_invalid',
      param: 'url',
      message: expect.stringContaining('https'),
    });
    expect((await create('https://shop.example.org/', { ...tenant, livemode: true })).livemode).toBe(true);
  });

  it('lets the same URL register again, with another secret', async () => {
    const [first, second] = [
      await create('https://twice.example.org/'),
      await create('https://twice.example.org/'),
    ];
    expect(first.secret).not.toBe(second.secret);
  });

  it('takes a hundred in each mode, since each event goes to all of them', async () => {
    const owner = await testTenant(world.deployment);
    for (let i = 0; i < 100; i += 1) await create(`https://hooks.coffee.club/${i}`, owner);
    await expect(create('https://hooks.coffee.club/100', owner)).rejects.toMatchObject({
      code: 'parameter_invalid',
      param: 'url',
    });
    await create('https://hooks.coffee.club/100', { ...owner, livemode: !owner.livemode });
  });

  it('stores the response of an Idempotency-Key in the same transaction', async () => {
    const stored: StoredResponse[] = [];
    const made = await create(
      'https://shop.example.org/',
      tenant,
      claim(async (_, response) => void stored.push(response)),
    );
    expect(stored).toEqual([{ status: 201, body: made }]);
    const lost = await testTenant(world.deployment);
    const failing = create(
      'https://shop.example.org/',
      lost,
      claim(() => Promise.reject(new Error('taken over'))),
    );
    await expect(failing).rejects.toThrow('taken over');
    expect((await list(lost)).data).toEqual([]);
  });
});

describe('listing webhook endpoints', () => {
  it('pages newest first, within the merchant and mode', async () => {
    const owner = await testTenant(world.deployment);
    const ids = [];
    for (let n = 0; n < 3; n++) ids.unshift((await create(`https://shop.example.org/${n}`, owner)).id);
    const live = await create('https://shop.example.org/live', { ...owner, livemode: true });
    const page = await list(owner, { limit: 2 });
    expect(page.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const rest = await list(owner, { startingAfter: page.nextCursor! });
    expect(rest.data.map(({ id }) => id)).toEqual(ids.slice(2));
    await expect(list(owner, { startingAfter: live.id })).rejects.toMatchObject({
      code: 'parameter_invalid',
    });
  });
});
