import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../server/db/connect.ts';
import { eventually } from '../support/eventually.ts';
import { FailoverPostgres } from '../support/failover.ts';
import { TestService } from '../support/service.ts';
import { expectBooksToMatchChain, landedPulls, PERIOD_SECONDS, type Rpc, subscribe } from './books.ts';

let postgres: FailoverPostgres;
let service: TestService;
const rpc: Rpc = (method, params) => service.rpc(method, params);

beforeAll(async () => {
  postgres = await FailoverPostgres.start();
  service = await TestService.start({ DATABASE_URL: postgres.url });
}, 60_000);
afterAll(async () => {
  await service?.stop();
  await postgres.stop();
});

test(
  'a replica that lags is promoted under a running process: what was charged on the lost side is not charged again',
  { timeout: 90_000 },
  async () => {
    const { api } = await service.merchant();
    const subscription = await subscribe(api);
    const { id } = subscription.mandate;
    await postgres.copy();
    await api.test.advanceClock({ seconds: PERIOD_SECONDS });
    const charged = await expectBooksToMatchChain(rpc, api, subscription);
    expect(charged.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'scheduled']);

    await postgres.failOver();
    await eventually(async () => {
      const { data } = await api.mandates.listCharges(id).catch(() => ({ data: [] }));
      return data.length === 2;
    }, 30_000);
    await eventually(() => api.test.advanceClock({ seconds: PERIOD_SECONDS }).catch(() => null), 30_000);
    const sql = connect(postgres.url, { max: 1, applicationName: 'autopay-test' });
    const begun = () => sql`select livemode from recoveries where height is not null`;
    await eventually(async () => (await begun()).length > 0, 30_000);
    await sql.end();
    // Nothing that was signed before can land any more: a blockhash's life, and a margin.
    await service.rpc('autopay_advanceSlots', [250]);
    await eventually(async () => {
      const { data } = await api.mandates.listCharges(id);
      return data.some(({ periodIndex, status }) => periodIndex === 1 && status === 'succeeded');
    }, 30_000);
    const charges = await expectBooksToMatchChain(rpc, api, subscription);
    expect(charges[1]!.txSignature).toBe(charged[1]!.txSignature);
    expect(await landedPulls(rpc, id, 1)).toHaveLength(1);
  },
);

test('a failover between signing and committing drops the signature', { timeout: 90_000 }, async () => {
  const { deployment } = service.running;
  const sql = deployment.db;
  const merchant = await service.merchant();
  const subscription = await subscribe(merchant.api);
  const seen: string[] = [];
  deployment.crashPoint = async (name) => {
    if (name === 'attempt:signed' && seen.length === 0) {
      seen.push(name);
      // As it reads in a promoted replica: the row names an earlier timeline.
      await sql`update postgres_identity set timeline_id = 0`;
    }
  };
  const [{ number }] = await sql<[{ number: number }]>`select max(number) as number from recoveries`;
  // The clock waits for what is due, longer than its client does for the clock.
  const advanced = merchant.api.test.advanceClock({ seconds: PERIOD_SECONDS }).catch(() => null);
  const rows = () => sql`
    select a.state from attempts a join charges c on c.id = a.charge_id
    where c.mandate_id = ${subscription.mandate.id} and c.period_index = 1`;
  await eventually(async () => {
    const [after] = await sql`select max(number) as number from recoveries where not livemode`;
    return after!.number === number + 1;
  });
  expect(await rows()).toEqual([]);
  expect(await sql`select 1 from postgres_identity where timeline_id = 0`).toEqual([]);

  await eventually(
    async () => (await sql`select 1 from recoveries where height is null`).length === 0,
    30_000,
  );
  await service.rpc('autopay_advanceSlots', [250]);
  await advanced;
  await eventually(async () => (await rows()).some(({ state }) => state === 'landed'), 30_000);
  await expectBooksToMatchChain(rpc, merchant.api, subscription);
});
