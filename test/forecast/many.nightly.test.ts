import { afterAll, beforeAll, expect, test } from 'vitest';
import { horizonOf } from '../../rules/forecast/summary.ts';
import { getForecast } from '../../server/forecast/get-forecast.ts';
import { readForeseen } from '../../server/forecast/queries.ts';
import { testDeployment, testTenant } from '../support/deployment.ts';

const COUNT = 60_000;
const DAY = 86_400;

let world: Awaited<ReturnType<typeof testDeployment>>;
let merchantId: string;
beforeAll(async () => {
  world = await testDeployment();
  ({ merchantId } = await testTenant(world.deployment));
  const { db } = world.deployment;
  const now = world.clock.seconds();
  // Postgres has looked at none of these tables when the forecast is asked for, as after an import.
  await db.begin(async (tx) => {
    await tx`select set_config('session_replication_role', 'replica', true), set_config('statement_timeout', '0', true)`;
    await tx`
      insert into mandates (
        id, merchant_id, livemode, payer, payee, mint, token_program, decimals, amount_per_period, period_seconds, trial_seconds, sell_mode,
        status, genesis_hash, delegate, reference, client_secret_hash, budget, created_at, start_at, activated_at, anchor_at, recorded_at)
      select 'man_' || lpad(n::text, 8, '0'), ${merchantId}, false, 'payer' || n / 2, 'payee', 'mint', 'token', 6, 10, ${7 * DAY}, 0,
        'subscription', 'active', 'genesis', 'key', 'reference' || n, sha256(''), 10000, ${now}, ${now}, ${now}, ${now + DAY}, ${now}
      from generate_series(0, ${COUNT - 1}::integer) n`;
    await tx`
      insert into charges (id, position, merchant_id, livemode, mandate_id, period_index, amount, due_at, status, created_at, next_attempt_at, wake_at)
      select 'chg_' || id, 'chg_' || id, ${merchantId}, false, id, 0, 10, anchor_at, 'scheduled', 1, anchor_at, anchor_at from mandates`;
    // Of ten payments of each payer the last is not covered: every account has to be played.
    await tx`
      insert into payer_accounts
      select distinct false, payer, mint, 'open', 95, 'key', 10000, true, ${now}::bigint from mandates where merchant_id = ${merchantId}`;
  });
});
afterAll(() => world.drop());

test('a forecast of many subscriptions that Postgres has not counted yet compares none with each other', async () => {
  const { tokens, atRisk, mandatesAtRisk } = await getForecast(
    world.deployment,
    { merchantId, livemode: false },
    {},
  );
  expect(tokens[0]).toMatchObject({
    expected: { payments: (COUNT * 9) / 2, amount: String(COUNT * 45) },
    atRisk: { payments: COUNT / 2, amount: String(COUNT * 5) },
  });
  expect([mandatesAtRisk, atRisk.length]).toEqual([COUNT / 2, 50]);
});

test('what is held of them at once does not grow with their number, and no account is torn apart', async () => {
  const scope = { merchantId, livemode: false, mint: null, ...horizonOf(world.clock.seconds(), 30) };
  let [parts, mandates] = [0, 0];
  for await (const { doubtful } of readForeseen(world.deployment.db, scope)) {
    expect(doubtful.length).toBeLessThan(1_010);
    for (const of of Map.groupBy(doubtful, ({ payer }) => payer).values()) expect(of).toHaveLength(2);
    [parts, mandates] = [parts + 1, mandates + doubtful.length];
  }
  expect(mandates).toBe(COUNT);
  expect(parts).toBeGreaterThan(COUNT / 1_010);
});
