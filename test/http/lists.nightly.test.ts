import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationTable } from '../../server/generated/operations.ts';
import { Client, type Exchange } from '../conformance/client.ts';
import { type Deployments, OWNER_KEY } from '../conformance/deployments.ts';
import { type Shop, World } from '../conformance/world.ts';
import { refusal } from '../support/refusal.ts';
import { TestService } from '../support/service.ts';

let service: TestService;
let world: World;
let shop: Shop;
/** Where each list is found, and what proves its reader. */
const lists = new Map<
  string,
  { path: string; headers: Record<string, string>; more: () => Promise<unknown> }
>();

/** Lists whose items are on none of those. */
const foreign: { path: string; headers: Record<string, string> }[] = [];

const LISTS = Object.values(operationTable)
  .map(({ operationId }) => operationId)
  .filter((id) => id.startsWith('list'));

beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_OWNER_KEY: OWNER_KEY });
  const at = Object.assign(new Client(service.url), { localnetUrl: service.running.localnetUrl });
  world = new World({ embedded: at, stop: () => service.stop() } as unknown as Deployments);
  shop = await world.shop();
  await fill(await world.person());
}, 180_000);
afterAll(() => world.close());

/** Three and more of everything that is listed. */
async function fill(person: Awaited<ReturnType<World['person']>>): Promise<void> {
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const own = bearer(shop.key);
  const owner = bearer(OWNER_KEY);
  const post =
    (path: string, body: object, headers: Record<string, string> = own) =>
    () =>
      world.embedded.ok('POST', path, { headers, body });
  const payer = await world.wallet(shop);
  const monthly = {
    amountPerPeriod: '1000',
    periodSeconds: 2_592_000,
    payee: shop.payee.address,
    mint: shop.mint,
  };
  /** Returns once its first charge is settled: what that records would come in between the pages of another list. */
  const activate = async ({ address }: { address: string }) => {
    const made = await post('/v1/mandates', { ...monthly, payer: address, autoAuthorize: true })();
    await world.advance(shop, 1);
    return made;
  };
  const mandate = () => activate(payer);
  const subscribe = async () => activate(await world.wallet(shop));
  const listed = (id: string, path: string, more: () => Promise<unknown>, headers = own) =>
    lists.set(id, { path, headers, more });

  const { id } = (await mandate()).body;
  for (let month = 0; month < 3; month += 1) await world.advance(shop, 2_592_000);
  const advance = () => world.advance(shop, 2_592_000);
  const { data: charges } = (await world.charges(shop, id)).body;
  const paid = charges.find(({ status }: { status: string }) => status === 'succeeded');
  const { token } = await world.signIn(shop.at, payer);
  const refund = post(`/v1/charges/${paid.id}/refund`, { amount: '1' });
  const offer = { name: 'Guide', ...monthly };

  listed('listTokens', '/v1/tokens', post('/v1/test/tokens', {}));
  listed('listPlatformTokens', '/v1/platform/tokens', post('/v1/test/tokens', {}), owner);
  listed('listPlatformMerchants', '/v1/platform/merchants', () => world.openShop(), owner);
  listed('listMandates', '/v1/mandates', mandate);
  listed('listMandateCharges', `/v1/mandates/${id}/charges`, advance);
  listed('listCharges', '/v1/charges', advance);
  listed('listMandateRefunds', `/v1/mandates/${id}/refunds`, refund);
  listed('listRefunds', '/v1/refunds', refund);
  listed(
    'listWebhookEndpoints',
    '/v1/webhook_endpoints',
    post('/v1/webhook_endpoints', { url: 'https://shop.example.com/' }),
  );
  listed('listEvents', '/v1/events', post('/v1/test/events', { type: 'charge.succeeded' }));
  listed(
    'listWebhookDeliveries',
    '/v1/webhook_deliveries',
    post('/v1/test/events', { type: 'charge.succeeded' }),
  );
  listed(
    'listApiKeys',
    '/v1/api_keys',
    post('/v1/api_keys', { name: 'More', mode: 'test' }, person.headers as never),
    person.headers as never,
  );
  const theirs = person.headers as never;
  const invite = post('/v1/team/invitations', { role: 'viewer' }, theirs);
  listed('listTeamInvitations', '/v1/team/invitations', invite, theirs);
  const join = async () => {
    const token = new URL((await invite()).body.url).hash.slice(1);
    const email = `viewer-${token.slice(-12).toLowerCase()}@coffee.example`;
    return post('/v1/invitations/sign_up', { token, email, password: 'correct horse battery' }, {})();
  };
  listed('listTeamMembers', '/v1/team/members', join, theirs);
  listed(
    'listAuditLog',
    '/v1/audit_log',
    post('/v1/api_keys', { name: 'More', mode: 'test' }, person.headers as never),
    person.headers as never,
  );
  listed(
    'listPlatformMerchants',
    '/v1/platform/merchants',
    post('/v1/platform/merchants', { name: 'More' }, owner),
    owner,
  );
  listed(
    'listTokenRequests',
    '/v1/platform/token_requests',
    post('/v1/token_requests', { mint: payer.address }),
    owner,
  );
  const copyPlan = () => insertPlan(shop.id);
  listed('listSubscriptionPlans', '/v1/subscription_plans', copyPlan);
  listed('listPaymentLinks', '/v1/payment_links', post('/v1/payment_links', offer));
  listed('listProducts', '/v1/products', post('/v1/products', offer));
  listed('listCustomers', '/v1/customers', subscribe);
  listed('listWalletMandates', '/v1/wallet/mandates', mandate, bearer(token));
  listed('listWalletMandateCharges', `/v1/wallet/mandates/${id}/charges`, advance, bearer(token));
  // A charge has more than one signature only after an outage: what is paged is the rows.
  const { data: attempts } = (await shop.ok('GET', `/v1/charges/${paid.id}/attempts`)).body;
  listed('listChargeAttempts', `/v1/charges/${paid.id}/attempts`, () => copyAttempt(attempts[0].id));

  for (const { more } of lists.values()) for (let n = 0; n < 3; n += 1) await more();
  await fillForeign(post);
}

/** Lists of another mandate, merchant and mode, with items whose ids are no cursors of the lists above. */
async function fillForeign(
  post: (path: string, body: object, headers?: Record<string, string>) => () => Promise<Exchange>,
): Promise<void> {
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const monthly = { amountPerPeriod: '1000', periodSeconds: 2_592_000, mint: shop.mint };
  for (const owner of [shop, await world.openShop()]) {
    const own = bearer(owner.key);
    const payer = await world.wallet(owner);
    const offer = { name: 'Guide', payee: owner.payee.address, ...monthly };
    await post('/v1/webhook_endpoints', { url: 'https://shop.example.com/' }, own)();
    const terms = { payer: payer.address, payee: owner.payee.address, ...monthly, autoAuthorize: true };
    const { id } = (await post('/v1/mandates', terms, own)()).body;
    await world.advance(owner, 2_592_000);
    const { data } = (await world.charges(owner, id)).body;
    const paid = data.find(({ status }: { status: string }) => status === 'succeeded');
    await post(`/v1/charges/${paid.id}/refund`, { amount: '1' }, own)();
    const { token } = await world.signIn(owner.at, payer);
    const paths = [
      `/v1/mandates/${id}/charges`,
      `/v1/mandates/${id}/refunds`,
      `/v1/charges/${paid.id}/attempts`,
    ];
    foreign.push(...paths.map((path) => ({ path, headers: own })));
    foreign.push({ path: '/v1/wallet/mandates', headers: bearer(token) });
    if (owner === shop) continue;
    await post('/v1/payment_links', offer, own)();
    await post('/v1/products', offer, own)();
    const listed = ['mandates', 'charges', 'events', 'webhook_endpoints', 'webhook_deliveries', 'customers'];
    for (const list of [...listed, 'payment_links', 'products']) {
      foreign.push({ path: `/v1/${list}`, headers: own });
    }
  }
  const live = bearer(shop.liveKey);
  await post('/v1/webhook_endpoints', { url: 'https://shop.example.com/' }, live)();
  foreign.push({ path: '/v1/webhook_endpoints', headers: live });
  const { headers } = await world.signUp();
  foreign.push({ path: '/v1/api_keys', headers: headers as never });
  foreign.push({ path: '/v1/audit_log', headers: headers as never });
}

/** An attempt that expired, beside the one that landed. */
async function copyAttempt(id: string): Promise<void> {
  const { newId } = await import('../../server/lib/ids.ts');
  await service.db`
    insert into attempts (id, merchant_id, livemode, mandate_id, charge_id, reference, amount, signature, wire,
      last_valid_block_height, block_height_at_signing, slot_at_signing, state, signed_at, resolved_at)
    select ${newId('attempt')}, merchant_id, livemode, mandate_id, charge_id, reference, amount, ${newId('attempt')}, wire,
      last_valid_block_height, block_height_at_signing, slot_at_signing, 'expired', signed_at, signed_at
    from attempts where id = ${id}`;
}

/** Making one takes a chain with the Subscriptions program: what is paged is the rows. */
async function insertPlan(merchantId: string): Promise<void> {
  const { newId } = await import('../../server/lib/ids.ts');
  const id = newId('subscriptionPlan');
  await service.db`
    insert into subscription_plans (
      address, merchant_id, livemode, genesis_hash, owner, number, puller, payee, mint, token_program, amount, period_hours, status, recorded_at,
      id, created_at)
    values (${id}, ${merchantId}, false, 'none', 'owner', 1, 'puller', 'owner', 'mint', 'token', 1, 1, 'wanted', 0, ${id}, 0)`;
}

/** What the cursor of an item is, by the contract: its id, or what names it where it has none. */
const cursorOf = (item: Record<string, string>) =>
  item['id'] ?? (item['object'] === 'token' ? item['mint'] : item['payer'])!;

async function read(operation: string, query: string) {
  const { path, headers } = lists.get(operation)!;
  return service.call('GET', `${path}?${query}`, { headers });
}

/** Every cursor of a list. */
async function cursorsOf({ path, headers }: { path: string; headers: Record<string, string> }) {
  const cursors: string[] = [];
  for (let after = ''; ;) {
    const { body } = await service.call('GET', `${path}?limit=50${after}`, { headers });
    cursors.push(...body.data.map(cursorOf));
    if (body.nextCursor === null) return cursors;
    after = `&startingAfter=${body.nextCursor}`;
  }
}

describe.each(LISTS)('%s', (operation) => {
  test('is paged, in both directions, and an item that comes in between moves none', async () => {
    const all = (await read(operation, 'limit=50')).body;
    expect(all.data.length, 'too few to page').toBeGreaterThanOrEqual(3);
    const first = (await read(operation, 'limit=2')).body;
    // An item may change between two reads: a delivery is attempted, a plan is published. Its place may not.
    expect({ ...first, data: first.data.map(cursorOf) }).toEqual({
      object: 'list',
      data: all.data.slice(0, 2).map(cursorOf),
      hasMore: true,
      nextCursor: cursorOf(all.data[1]),
    });
    await lists.get(operation)!.more();
    const rest: unknown[] = [];
    for (let cursor = first.nextCursor; cursor !== null;) {
      const page = (await read(operation, `limit=2&startingAfter=${cursor}`)).body;
      expect(page.data.length).toBeGreaterThan(0);
      expect(page.hasMore).toBe(page.nextCursor !== null);
      rest.push(...page.data.map(cursorOf));
      cursor = page.nextCursor;
    }
    const known = all.data.slice(2).map(cursorOf);
    expect(rest.slice(0, known.length)).toEqual(known);
    expect(new Set(rest).size).toBe(rest.length);
    // Forward again, from the third: the two before it, the nearest ones.
    const back = (await read(operation, `limit=2&endingBefore=${cursorOf(all.data[2])}`)).body;
    expect(back.data.map(cursorOf)).toEqual(all.data.slice(0, 2).map(cursorOf));
  });

  test('rejects an invalid limit and a foreign cursor', async () => {
    const most = operation === 'listEvents' ? 50 : 100;
    for (const limit of [0, -1, most + 1, '1.5', 'ten', '']) {
      expect(refusal(await read(operation, `limit=${limit}`))).toBe('400 parameter_invalid limit');
    }
    expect((await read(operation, `limit=${most}`)).status).toBe(200);
    for (const cursor of ['nothing', 'man_2mXHtmZ8b9BDfkgwSf5cUs', '%00']) {
      for (const param of ['startingAfter', 'endingBefore']) {
        expect(refusal(await read(operation, `${param}=${cursor}`))).toBe(`400 parameter_invalid ${param}`);
      }
    }
  });
});

test('a cursor of another list, mandate, merchant or mode is refused by every list', async () => {
  const all = [...lists.values(), ...foreign];
  const strangers = new Set<string>();
  for (const list of all) {
    const cursors = await cursorsOf(list);
    expect(cursors, list.path).not.toHaveLength(0);
    for (const cursor of [cursors.at(0)!, cursors.at(-1)!]) strangers.add(cursor);
  }
  for (const [operation, list] of lists) {
    const own = new Set(await cursorsOf(list));
    for (const cursor of strangers) {
      if (own.has(cursor)) continue;
      const answer = await read(operation, `startingAfter=${cursor}`);
      expect([operation, cursor, refusal(answer)]).toEqual([
        operation,
        cursor,
        '400 parameter_invalid startingAfter',
      ]);
    }
  }
}, 120_000);

test('a cursor is of the list that its filters name, whatever its status is now', async () => {
  const own = { authorization: `Bearer ${shop.key}` };
  const get = (path: string) => service.call('GET', path, { headers: own });
  const { data: mandates } = (await get('/v1/mandates')).body;
  const [one, other] = [mandates[0], mandates.find(({ payer }: never) => payer !== mandates[0].payer)];
  const firstOf = async (path: string) => (await get(path)).body.data[0];
  const endpoints = (await get('/v1/webhook_endpoints')).body.data;
  const deliveryOf = (endpoint: { id: string }) => firstOf(`/v1/webhook_deliveries?endpoint=${endpoint.id}`);
  const [newest, oldest] = [await deliveryOf(endpoints[0]), await deliveryOf(endpoints.at(-1))];
  const { data: deliveries } = (await get(`/v1/webhook_deliveries?endpoint=${oldest.endpoint}`)).body;
  const another = deliveries.find(({ event }: { event: string }) => event !== oldest.event);
  const chargeOf = async ({ id }: { id: string }) => (await firstOf(`/v1/charges?mandate=${id}`)).id;
  const eventOf = async (query: string) => (await firstOf(`/v1/events?${query}`)).id;
  const cases = [
    [`/v1/mandates?payer=${one.payer}`, one.id, other.id],
    [`/v1/charges?mandate=${one.id}`, await chargeOf(one), await chargeOf(other)],
    [
      `/v1/events?mandate=${one.id}`,
      await eventOf(`mandate=${one.id}`),
      await eventOf(`mandate=${other.id}`),
    ],
    [
      '/v1/events?type=mandate.created',
      await eventOf('type=mandate.created'),
      await eventOf('type=charge.scheduled'),
    ],
    [`/v1/webhook_deliveries?endpoint=${endpoints[0].id}`, newest.id, oldest.id],
    [`/v1/webhook_deliveries?event=${oldest.event}`, oldest.id, another.id],
  ];
  for (const [path, member, stranger] of cases) {
    expect([path, (await get(`${path}&startingAfter=${member}`)).status]).toEqual([path, 200]);
    const refused = await get(`${path}&startingAfter=${stranger}`);
    expect([path, refusal(refused)]).toEqual([path, '400 parameter_invalid startingAfter']);
  }
  // It was on the page before, and has another status since.
  const { data: charges } = (await get(`/v1/mandates/${one.id}/charges`)).body;
  const paid = charges.find(({ status }: { status: string }) => status === 'succeeded');
  expect((await get(`/v1/charges?status=scheduled&startingAfter=${paid.id}`)).status).toBe(200);
});

test('every list of the contract is here', () => {
  expect([...lists.keys()].toSorted()).toEqual(LISTS.toSorted());
});
