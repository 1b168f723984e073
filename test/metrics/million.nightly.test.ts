import { afterAll, beforeAll, expect, it } from 'vitest';
import { visitedBy } from '../growth/judge.ts';
import { type ExplainedDatabase, nodesOf, type Ran, startExplainedDatabase } from '../growth/plans.ts';
import { randomAddress } from '../support/deployment.ts';
import type { Answer, TestMerchant, TestService } from '../support/service.ts';
import { closeHoursAt, DAY, registerTokens, startWithoutChains } from './support.ts';

const CHARGES = 1_000_000;
const MANDATES = 50_000;
/**
 * Charges that one look may read: those of hours that are not summed yet, and the 5 % that were paid after a failure. Counted by the database's
 * plans, because times depend on what else the machine does: 0.12 s on a quiet one, where counting every charge takes 3.5 s.
 */
const MOST_READ = 0.1 * CHARGES;
/** A prepared statement gets a plan for all parameters after five executions, if that is no worse. */
const LOOKS = 7;
const MINTS = Array.from({ length: 4 }, () => randomAddress() as string);

let database: ExplainedDatabase;
let service: TestService;
let merchant: TestMerchant;
const now = Math.floor(Date.now() / 1000);

beforeAll(async () => {
  database = await startExplainedDatabase();
  service = await startWithoutChains({ DATABASE_URL: database.url });
  const tokens = MINTS.map((mint, n) => ({ mint, symbol: `T${n}`, decimals: 6, class: 'stable' as const }));
  await registerTokens(database.sql, false, tokens);
  merchant = await service.merchant();
  await seed();
}, 300_000);
afterAll(async () => {
  await service?.stop();
  await database?.stop();
});

/** Charges of the last 60 days, evenly up to now, of subscriptions in four tokens. Foreign keys hold by construction. */
async function seed(): Promise<void> {
  await database.sql.begin(async (tx) => {
    await tx`
      select set_config(name, value, true)
      from (values ('session_replication_role', 'replica'), ('statement_timeout', '0'), ('auto_explain.log_min_duration', '-1')) settings (name, value)`;
    await tx`
      insert into mandates (id, merchant_id, livemode, payer, payee, mint, token_program, decimals, amount_per_period, period_seconds,
        trial_seconds, sell_mode, status, genesis_hash, delegate, reference, client_secret_hash, budget, created_at, start_at,
        activated_at, anchor_at, ended_at, recorded_at)
      select 'man_' || lpad(n::text, 8, '0'), ${merchant.id}, false, 'payer' || n % 40000, 'payee', (${MINTS}::text[])[n % 4 + 1], 'token', 6,
        1000000, 86400 * (1 + n % 30), 0, 'subscription', case when n % 10 = 0 then 'revoked' else 'active' end, 'genesis', 'delegate',
        'reference' || n, sha256(''), 1000000, at, at, at, at, case when n % 10 = 0 then ${now}::bigint - 86400 end, at
      from generate_series(0, ${MANDATES - 1}::int) n
      cross join lateral (select ${now - 61 * DAY}::bigint + n % 86400 as at) began`;
    // Indexes are built in a tenth of the time that adding a million entries one by one takes.
    const indexes = await tx<{ name: string; definition: string }[]>`
      select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'charges' and indexdef not like 'CREATE UNIQUE%'`;
    for (const { name } of indexes) await tx`drop index ${tx(name)}`;
    await tx`
      insert into charges (id, position, merchant_id, livemode, mandate_id, period_index, amount, due_at, status, attempts, tx_signature, created_at, settled_at, receipt_number)
      select 'chg_' || lpad(n::text, 22, '0'), 'chg_' || lpad(n::text, 22, '0'), ${merchant.id}, false, 'man_' || lpad((n % ${MANDATES}::int)::text, 8, '0'), n / ${MANDATES}::int,
        1000000, at, 'succeeded', case when n % 20 = 0 then 2 else 1 end, 'signature' || n, at, at, n + 1
      from generate_series(0, ${CHARGES - 1}::int) n
      cross join lateral (
        select ${now - 60 * DAY}::bigint + (n + 1) * ${60 * DAY}::bigint / ${CHARGES}::int as at) settled`;
    for (const { definition } of indexes) await tx.unsafe(definition);
  });
  // As the server does by itself within a minute.
  await database.sql`analyze`;
}

it(`metrics over ${CHARGES} charges of ${MANDATES} subscriptions read less than a tenth of the charges once hours are summed`, async () => {
  const look = async (path = '/v1/metrics') => {
    let looked: { body: Answer['body']; ms: number } = { body: null, ms: 0 };
    const statements = await database.during(async () => {
      const startedAt = performance.now();
      const { body } = await service.call('GET', path, { key: merchant.testKey });
      looked = { body, ms: Math.round(performance.now() - startedAt) };
    });
    return { ...looked, chargesRead: chargesReadBy(statements) };
  };
  const counted = await look();
  const closingAt = performance.now();
  await closeHoursAt(service, now);
  const closingMs = Math.round(performance.now() - closingAt);
  const looks = [];
  for (let n = 0; n < LOOKS; n++) looks.push(await look());
  const retention = await look('/v1/metrics/retention?months=24');
  console.log(
    `GET /v1/metrics over ${CHARGES} charges, every charge counted: ${counted.chargesRead} charges read, ${counted.ms} ms; with hours ` +
      `summed: ${looks.at(-1)!.chargesRead} read, ${looks.map(({ ms }) => ms).join(', ')} ms; hours summed in ${closingMs} ms; ` +
      `GET /v1/metrics/retention over ${MANDATES} subscriptions: ${retention.chargesRead} charges read, ${retention.ms} ms. ` +
      `Again: npx vitest run test/metrics/million.nightly.test.ts`,
  );
  expect(retention.body.months.at(-1)).toMatchObject({ churnedBy: { unknown: MANDATES * 0.1 } });
  expect(retention.chargesRead).toBe(0);
  const { body } = looks.at(-1)!;
  expect(body.payments + body.previous.payments).toBeGreaterThan(CHARGES * 0.99);
  expect(body).toMatchObject({
    grossVolume: `${body.payments}000000`,
    activeSubscriptions: MANDATES * 0.9,
  });
  expect(body.byMint).toHaveLength(MINTS.length);
  expect(body.recovered.payments).toBeCloseTo(body.payments / 20, -2);
  // Before any hour is summed each charge is read, or what is measured here misses reads.
  expect(counted.chargesRead).toBeGreaterThan(CHARGES * 0.99);
  for (const { chargesRead } of looks) expect(chargesRead).toBeLessThan(MOST_READ);
}, 240_000);

/** Rows of `charges` that statements visited, whether they returned them or not. */
function chargesReadBy(statements: readonly Ran[]): number {
  const visited = statements
    .flatMap(({ plan }) => nodesOf(plan))
    .filter((node) => node['Relation Name'] === 'charges')
    .reduce((total, node) => total + visitedBy(node), 0);
  return Math.round(visited);
}
