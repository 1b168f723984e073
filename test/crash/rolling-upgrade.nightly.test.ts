import { afterAll, beforeAll, expect, test } from 'vitest';
import { Autopay, createMerchant } from '@autopay/sdk';
import { sleep } from '../../server/lib/clock.ts';
import { migrate, schemaVersion } from '../../server/db/migrate.ts';
import { Balancer } from '../support/balancer.ts';
import { ChildDeployment } from '../support/child-service.ts';
import { eventually } from '../support/eventually.ts';
import { makeNewerCode, type NewerCode } from '../support/newer-code.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { expectBooksToMatchChain, PERIOD_SECONDS, type Rpc, subscribe, type Subscription } from './books.ts';
import { dirname, join } from 'node:path';

const PER_SECOND = 100;
/** Every ten requests, one that writes. */
const WRITE_EACH = 10;
/** Charged month after month all the while. */
const SUBSCRIPTIONS = 5;
const MONTH_MS = 4_000;
/** A machine that is busy with other tests is asked as fast as it answers, and not faster. */
const MOST_AT_ONCE = 32;

let database: FreshDatabase;
let deployment: ChildDeployment;
let balancer: Balancer;
let newer: NewerCode;
const rpc: Rpc = (method, params) => deployment.rpc(method, params);

beforeAll(async () => {
  newer = makeNewerCode('alter table charges add column of_a_newer_version text;');
  [database, deployment] = await Promise.all([freshDatabase(), ChildDeployment.start()]);
}, 180_000);
afterAll(async () => {
  balancer?.stop();
  await deployment?.stop();
  await database?.drop();
  newer.remove();
});

test(
  'two APIs and two workers go over to a newer version under 100 requests a second: none fails, and each charge is made once',
  { timeout: 400_000 },
  async () => {
    const settings = {
      // Time for the balancer to notice, which asks each second, also on a busy machine.
      AUTOPAY_DRAIN_SECONDS: '6',
      AUTOPAY_MIGRATE_AT_START: 'off',
      AUTOPAY_QUOTA_OBJECTS_PER_DAY: '1000000',
      AUTOPAY_QUOTA_OBJECTS: '1000000',
    };
    const start = (role: string, main?: string) =>
      deployment.spawn(database.url, [`--role=${role}`], settings, main);
    const workers = await Promise.all([start('worker'), start('worker')]);
    const apis = await Promise.all([start('api'), start('api')]);
    balancer = await Balancer.start(apis.map(({ url }) => url));
    const { keys } = await createMerchant({ name: 'Coffee Club' }, { baseUrl: balancer.url });
    const api = new Autopay(keys.test, { baseUrl: balancer.url });
    const subscriptions: Subscription[] = [];
    for (let n = 0; n < SUBSCRIPTIONS; n += 1) subscriptions.push(await subscribe(api, { maxPeriods: 500 }));
    const load = startLoad(balancer.url, keys.test, subscriptions[0]!);
    const months = startMonths(api);
    const charged = () => countSucceeded(database);

    // The new version's migrations first, while everything runs.
    const migrations = join(dirname(newer.main), 'db', 'migrations');
    expect(await migrate(database.url, migrations)).toEqual([newer.schemaVersion]);
    // A process of the old version may still come back.
    const back = await start('worker');
    expect(await back.terminate()).toBe(0);
    for (const old of workers) {
      const next = await start('worker', newer.main);
      const before = await charged();
      expect(await old.terminate()).toBe(0);
      // Charges go on, whoever makes them.
      await eventually(async () => (await charged()) > before, 90_000);
      void next;
    }
    for (const old of apis) {
      const next = await start('api', newer.main);
      balancer.add(next.url);
      await eventually(() => balancer.isReady(next.url));
      expect(await old.terminate()).toBe(0);
    }
    const running = () => database.sql`
      select role, schema_version from processes where seen_at > clock_timestamp() - interval '10 seconds' order by role`;
    await expect
      .poll(running)
      .toEqual(
        ['api', 'api', 'worker', 'worker'].map((role) => ({ role, schemaVersion: newer.schemaVersion })),
      );
    const { sent, failed } = await load.stop();
    expect(failed).toEqual([]);
    expect(sent).toBeGreaterThan(20 * PER_SECOND);
    // Old code refuses what it would not survive.
    expect(newer.schemaVersion).toBeGreaterThan(await schemaVersion());
    await database.sql`update schema_migrations set breaks_code_before = version where version = ${newer.schemaVersion}`;
    await expect(start('worker')).rejects.toThrow(
      /migration 9000 \(newer\).*needs code that has migration 9000/,
    );

    await months.stop();
    for (const subscription of subscriptions) {
      await eventually(async () => {
        const { data } = await api.mandates.listCharges(subscription.mandate.id, { limit: 100 });
        return data.every(({ status }, n) => status === (n === 0 ? 'scheduled' : 'succeeded'));
      }, 60_000);
      await expectBooksToMatchChain(rpc, api, subscription);
    }
  },
);

/** Month after month falls due. */
function startMonths(api: Autopay) {
  const over = new AbortController();
  const run = async () => {
    while (!over.signal.aborted) {
      await api.test.advanceClock({ seconds: PERIOD_SECONDS }).catch(() => {});
      // A page of the list has a hundred charges.
      await sleep(MONTH_MS, over.signal);
    }
  };
  const running = run();
  return {
    stop: () => {
      over.abort();
      return running;
    },
  };
}

async function countSucceeded({ sql }: FreshDatabase): Promise<number> {
  const [row] = await sql<
    [{ count: number }]
  >`select count(*)::int as count from charges where status = 'succeeded'`;
  return row.count;
}

/** 100 requests a second, or as many as the machine answers, until it is stopped. */
function startLoad(url: string, key: string, { mandate, payee }: Subscription) {
  const terms = { mint: mandate.mint, amountPerPeriod: '1000000', periodSeconds: 86_400 };
  const product = { ...terms, payee: payee.address };
  const failed: string[] = [];
  const running = new Set<Promise<void>>();
  let sent = 0;
  const one = async (n: number) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const request =
      n % WRITE_EACH === 0
        ? fetch(`${url}/v1/products`, {
            method: 'POST',
            headers: { ...headers, 'idempotency-key': `load-${n}` },
            body: JSON.stringify({ ...product, name: `Beans ${n}` }),
          })
        : fetch(`${url}/v1/mandates?limit=5`, { headers });
    try {
      const response = await request;
      const text = await response.text();
      if (!response.ok) failed.push(`${response.status} ${text.slice(0, 200)}`);
    } catch (error) {
      failed.push(`${String(error)}: ${String((error as Error).cause)}`);
    }
  };
  let before = performance.now();
  let due = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    // What could not be sent in time is not made up for.
    due = Math.min(due + ((now - before) / 1000) * PER_SECOND, MOST_AT_ONCE);
    before = now;
    for (; due >= 1 && running.size < MOST_AT_ONCE; due -= 1, sent += 1) {
      const request = one(sent);
      running.add(request);
      void request.finally(() => running.delete(request));
    }
  }, 10);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(running);
      return { sent, failed };
    },
  };
}
