import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodesOf, type ExplainedDatabase, type PlanNode, startExplainedDatabase } from '../growth/plans.ts';
import { openShop, type Shop } from '../growth/looks.ts';
import { TestService } from '../support/service.ts';
import { startReceiver } from '../webhooks/receiver.ts';

/** Of one merchant. A hundredth is of one link, as much has a reference, an entry and a name of its own. */
const [MANDATES, CHARGES] = [100_000, 1_000_000];
/** A prepared statement gets a plan for all parameters after five executions, if that is no worse. */
const REPEATS = 8;
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

let database: ExplainedDatabase;
let service: TestService;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let shop: Shop;

beforeAll(async () => {
  database = await startExplainedDatabase();
  service = await TestService.start({ DATABASE_URL: database.url });
  receiver = await startReceiver();
  shop = await openShop(service, receiver.url);
  await fill();
}, 600_000);
afterAll(async () => {
  await service?.stop();
  await receiver?.close();
  await database?.stop();
});

/** Texts of base58 in no order, each the number's own. */
const scattered = (number: string, digits: number) =>
  Array.from(
    { length: Math.ceil(digits / 6) },
    (_, part) =>
      `(select string_agg(substr('${ALPHABET}', 1 + get_byte(sha256((${number} || '/${part}')::bytea), place) % 58, 1), '') from generate_series(0, 5) place)`,
  ).join(' || ');

async function fill(): Promise<void> {
  await database.sql.begin(async (tx) => {
    await tx`
      select set_config(name, value, true)
      from (values ('session_replication_role', 'replica'), ('statement_timeout', '0'), ('auto_explain.log_min_duration', '-1'))
        settings (name, value)`;
    const digits = (of: string) => `translate(lpad((${of})::text, 20, '0'), '0123456789', '123456789A')`;
    await tx.unsafe(`
      insert into mandates
      select filled.* from (select original from mandates original where id = '${shop.mandateId}') template
      cross join generate_series(1, ${MANDATES}) i
      cross join lateral jsonb_populate_record(original, jsonb_build_object(
        'id', 'man_1' || ${digits('i')}, 'payer', ${scattered('i', 43)}, 'reference', 'R' || i, 'status', 'revoked', 'ended_at', 10000 + i,
        'created_at', 1000 + i, 'activated_at', 1000 + i, 'anchor_at', 1000 + i, 'watch_at', null, 'expire_wake_at', null,
        'plan_publish_at', null, 'revoke_publish_at', null,
        'name', case when i % 100 = 0 then 'Name ' || i else 'Membership' end,
        'client_reference', case when i % 100 = 0 then 'user-' || i end,
        'metadata', case when i % 100 = 0 then jsonb_build_object('order', 'A-' || i) else '{"plan": "gold"}' end)) filled`);
    await tx.unsafe(`
      insert into charges
      select filled.* from (select original from charges original where id = '${shop.chargeId}') template
      cross join generate_series(1, ${CHARGES}) i
      cross join lateral jsonb_populate_record(original, jsonb_build_object(
        'id', 'chg_1' || ${digits('i')}, 'position', 'chg_1' || ${digits('i')}, 'mandate_id', 'man_1' || ${digits(`1 + i % ${MANDATES}`)},
        'period_index', i / ${MANDATES}, 'tx_signature', 'S' || i, 'settled_at', 1000 + i, 'created_at', 1000 + i,
        'receipt_number', 1000 + i, 'attempts', case when i % 20 = 0 then 2 else 1 end, 'offer_id', case when i % 100 = 0 then '${shop.productId}' end)) filled`);
    await tx.unsafe(`
      insert into settlements
      select filled.* from (select original from settlements original where charge_id = '${shop.chargeId}') template
      cross join generate_series(1, ${CHARGES}) i
      cross join lateral jsonb_populate_record(original, jsonb_build_object(
        'charge_id', 'chg_1' || ${digits('i')}, 'signature', ${scattered('i', 84)})) filled`);
  });
  const connection = await database.sql.reserve();
  await connection`set statement_timeout = 0`;
  await connection`vacuum analyze`.simple();
  await connection`reset statement_timeout`;
  connection.release();
}

const TABLES = new Set([
  'mandates',
  'charges',
  'refunds',
  'settlements',
  'attempts',
  'authorizations',
  'events',
  'offers',
]);
/** What a page or a search may look at: a page is 100 rows, each with its mandate. */
const MOST_ROWS = 3_000;

/**
 * How the statements of a request read too much of what grows: whole tables, or many more rows than they show. Background work runs
 * statements of its own meanwhile, which test/growth looks at: what was seen once only is one of those.
 */
async function faultsOf(path: string): Promise<string[]> {
  const faults = new Map<string, string[]>();
  for (let n = 0; n < REPEATS; n += 1) {
    const ran = await database.during(async () => {
      const { status, body } = await service.call('GET', path, { key: shop.merchant.testKey });
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    });
    const seen = new Map(ran.map(({ plan, text }) => [text, nodesOf(plan).flatMap(faultOf)]));
    for (const [text, found] of seen) {
      if (found.length > 0) faults.set(text, [...(faults.get(text) ?? []), found.join(', ')]);
    }
  }
  return [...faults].flatMap(([text, found]) => (found.length > 1 ? [`${found[0]}: ${text}`] : []));
}

function faultOf(node: PlanNode): string[] {
  const table = node['Relation Name'] ?? '';
  if (!TABLES.has(table)) return [];
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const visited = node['Actual Loops'] * (node['Actual Rows'] + removed);
  // A table of one page is read whole, whatever its indexes.
  const isWhole = node['Node Type'] === 'Seq Scan' && visited > 100;
  return isWhole || visited > MOST_ROWS ? [`${node['Node Type']} of ${table} visits ${visited}`] : [];
}

test('a search reads by indexes alone, at a million charges of a merchant', async () => {
  const { payer, subscribed, chargeId, mandateId, productId, merchant } = shop;
  const { txSignature } = await merchant.api.charges.get(chargeId);
  const [refund] = (await merchant.api.refunds.list()).data;
  const [event] = (await merchant.api.events.list({ limit: 1 })).data;
  const texts = [
    ...[mandateId, chargeId, refund!.id, productId, event!.id].flatMap((id) => [
      id,
      id.slice(0, -3),
      id.slice(0, 7),
    ]),
    ...[payer.wallet.address, subscribed.payee.address, txSignature!].flatMap((text) => [
      text,
      text.slice(0, 6),
    ]),
    '5ZgR',
    'Membership',
    'name 5',
    'user-5',
    'user-500',
    'A-700',
    'gold',
    'chg_1',
    'man_1',
    'nothing of the kind',
  ];
  for (const text of texts) {
    expect([text, await faultsOf(`/v1/search?query=${encodeURIComponent(text)}`)]).toEqual([text, []]);
  }
}, 600_000);

test('filtered lists read by indexes alone, at a million charges of a merchant', async () => {
  const { payer, subscribed, productId } = shop;
  const filters = [
    `mint=${subscribed.mint}`,
    `product=${productId}`,
    `payer=${payer.wallet.address}`,
    'clientReference=user-500',
    'metadata=order:A-700',
    'createdFrom=1700000000&createdTo=1700086400',
    'order=asc',
  ];
  for (const list of ['mandates', 'charges', 'refunds', 'customers']) {
    for (const filter of filters) {
      if (list === 'customers' && filter.startsWith('mint')) continue;
      const path = `/v1/${list}?${filter}&limit=100`;
      expect([path, await faultsOf(path)]).toEqual([path, []]);
    }
  }
  for (const filter of [
    'paidFrom=1700000000&paidTo=1700086400',
    'recovered=true',
    'recovered=true&order=asc',
    'recovered=true&status=succeeded',
  ]) {
    const path = `/v1/charges?${filter}&limit=100`;
    expect([path, await faultsOf(path)]).toEqual([path, []]);
  }
}, 600_000);
