import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationTable } from '../../server/generated/operations.ts';
import { Client } from '../conformance/client.ts';
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

const LISTS = Object.values(operationTable)
  .map(({ operationId }) => operationId)
  .filter((id) => id.startsWith('list'));

beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_OWNER_KEY: OWNER_KEY });
  const at = Object.assign(new Client(service.url), { localnetUrl: service.running.localnetUrl });
  world = new World({ embedded: at, stop: () => service.stop() } as unknown as Deployments);
  shop = await world.shop();
  await fill(await world.person());
}, 60_000);
afterAll(() => world.close());

/** Three and more of everything that is listed. */
async function fill(person: Awaited<ReturnType<World['person']>>): Promise<void> {
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  const own = bearer(shop.key);
  const owner = bearer(OWNER_KEY);
  const post =
    (path: string, body: object, headers = own) =>
    () =>
      world.embedded.ok('POST', path, { headers, body });
  const payer = await world.wallet(shop);
  const monthly = {
    amountPerPeriod: '1000',
    periodSeconds: 2_592_000,
    payee: shop.payee.address,
    mint: shop.mint,
  };
  const mandate = post('/v1/mandates', { ...monthly, payer: payer.address, autoAuthorize: true });
  const subscribe = async () => {
    const wallet = await world.wallet(shop);
    return post('/v1/mandates', { ...monthly, payer: wallet.address, autoAuthorize: true })();
  };
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
  listed('listMandates', '/v1/mandates', mandate);
  listed('listMandateCharges', `/v1/mandates/${id}/charges`, advance);
  listed('listCharges', '/v1/charges', advance);
  listed('listMandateRefunds', `/v1/mandates/${id}/refunds`, refund);
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
  listed(
    'listTokenRequests',
    '/v1/platform/token_requests',
    post('/v1/token_requests', { mint: payer.address }),
    owner,
  );
  listed('listPaymentLinks', '/v1/payment_links', post('/v1/payment_links', offer));
  listed('listProducts', '/v1/products', post('/v1/products', offer));
  listed('listCustomers', '/v1/customers', subscribe);
  listed('listWalletMandates', '/v1/wallet/mandates', mandate, bearer(token));
  listed('listWalletMandateCharges', `/v1/wallet/mandates/${id}/charges`, advance, bearer(token));
  // A charge has more than one signature only after an outage: what is paged is the rows.
  const { data: attempts } = (await shop.ok('GET', `/v1/charges/${paid.id}/attempts`)).body;
  listed('listChargeAttempts', `/v1/charges/${paid.id}/attempts`, () => copyAttempt(attempts[0].id));

  for (const { more } of lists.values()) for (let n = 0; n < 3; n += 1) await more();
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

/** What the cursor of an item is, by the contract: its id, or what names it where it has none. */
const cursorOf = (item: Record<string, string>) =>
  item['id'] ?? (item['object'] === 'token' ? item['mint'] : item['payer'])!;

async function read(operation: string, query: string) {
  const { path, headers } = lists.get(operation)!;
  return service.call('GET', `${path}?${query}`, { headers });
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

  test('refuses what is no limit and no cursor of its own', async () => {
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

test('every list of the contract is here', () => {
  expect([...lists.keys()].toSorted()).toEqual(LISTS.toSorted());
});
