import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Autopay, createMerchant } from '@autopay/sdk';
import { Forwarder } from '../../scripts/chaos/forwarder.ts';
import { freePort } from '../../scripts/chaos/stage.ts';
import { type Standby, startStandby } from '../../scripts/chaos/standby.ts';
import { connect } from '../../server/db/connect.ts';
import { sleep } from '../../server/lib/clock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { clusterPaths } from '../../server/db/embedded-cluster.ts';
import { ChildDeployment } from '../support/child-service.ts';
import { eventually } from '../support/eventually.ts';
import { expectBooksToMatchChain, PERIOD_SECONDS, type Rpc, subscribe } from './books.ts';

const SUBSCRIPTIONS = 5;
const MONTH_MS = 4_000;

let directory: string;
let primary: EmbeddedPostgres;
let standby: Standby | null = null;
let link: Forwarder;
let address: Forwarder;
let deployment: ChildDeployment;
const rpc: Rpc = (method, params) => deployment.rpc(method, params);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'autopay-failover-load-'));
  await chmod(directory, 0o711);
  [primary, deployment] = await Promise.all([
    startEmbeddedPostgres({
      dataDir: join(directory, 'postgres'),
      settings: { max_connections: '200', wal_level: 'replica', wal_keep_size: '256MB' },
    }),
    ChildDeployment.start(),
  ]);
  address = await Forwarder.start(Number(new URL(primary.url).port));
}, 180_000);
afterAll(async () => {
  await deployment?.stop();
  await standby?.stop();
  await link?.stop();
  await address?.stop();
  await primary?.stop();
  await rm(directory, { recursive: true, force: true });
});

test(
  'a replica that lags takes over under load: charges go on by themselves, and each is made once',
  { timeout: 500_000 },
  async () => {
    const url = Object.assign(new URL(primary.url), { port: String(address.port) }).href;
    const [server] = await Promise.all([
      deployment.spawn(url, ['--role=api']),
      deployment.spawn(url, ['--role=worker']),
      deployment.spawn(url, ['--role=worker']),
    ]);
    const { keys } = await createMerchant({ name: 'Coffee Club' }, { baseUrl: server.url });
    const api = new Autopay(keys.test, { baseUrl: server.url });
    const terms = { maxPeriods: 500 };
    const subscriptions = [];
    for (let n = 0; n < SUBSCRIPTIONS; n += 1) subscriptions.push(await subscribe(api, terms));
    const reading = startReading(server.url, keys.test);
    const months = startMonths(api);

    const port = await freePort();
    link = await Forwarder.start(Number(new URL(primary.url).port));
    const { cluster } = clusterPaths(join(directory, 'postgres'));
    standby = await startStandby({ url: primary.url, cluster }, join(directory, 'standby'), {
      port,
      follow: link.port,
    });
    const sql = connect(primary.url, { max: 1, applicationName: 'autopay-test' });
    await standby.caughtUp(sql);
    link.pointTo(null);
    // The lost side goes on: what it charges now, only the chain will remember.
    const charged = async () => (await sql`select 1 from charges where status = 'succeeded'`).length;
    const before = await charged();
    await eventually(async () => (await charged()) >= before + 2 * SUBSCRIPTIONS, 90_000);
    await sql.end();
    // Fenced, as a failover has to: nobody reaches it any more.
    address.pointTo(null);
    await primary.stop();
    await standby.promote();
    address.pointTo(standby.port);

    await eventually(async () => (await fetch(`${server.url}/readyz`)).status === 200, 60_000);
    const other = connect(standby.url, { max: 1, applicationName: 'autopay-test' });
    await eventually(async () => {
      const rows = await other`select 1 from recoveries where not livemode and height is not null`.catch(
        () => [],
      );
      return rows.length > 0;
    }, 60_000);
    await other.end();
    // Nothing that the lost side signed can land any more: a blockhash's life, and a margin.
    await deployment.rpc('autopay_advanceSlots', [250]);
    // Months go by again, on the new side: first those that it forgot, and then new ones.
    const after = before / SUBSCRIPTIONS + 4;
    for (const { mandate } of subscriptions)
      await eventually(async () => (await api.mandates.get(mandate.id)).periodsCharged >= after, 240_000);
    await months.stop();
    for (const subscription of subscriptions) {
      const { id } = subscription.mandate;
      await eventually(async () => {
        const { data } = await api.mandates.listCharges(id, { limit: 100 });
        return data.every(({ status }, n) => status === (n === 0 ? 'scheduled' : 'succeeded'));
      }, 60_000);
      await expectBooksToMatchChain(rpc, api, subscription);
    }
    const { ok, last } = await reading.stop();
    expect(ok).toBeGreaterThan(100);
    expect(last).toBe(200);
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

/** Reads all the while; while there is no database it may be told so. */
function startReading(url: string, key: string) {
  const over = new AbortController();
  let ok = 0;
  let last = 0;
  const client = async () => {
    while (!over.signal.aborted) {
      last = await fetch(`${url}/v1/mandates?limit=5`, { headers: { authorization: `Bearer ${key}` } }).then(
        async (response) => (await response.arrayBuffer(), response.status),
        () => 0,
      );
      if (last === 200) ok += 1;
      await sleep(20);
    }
  };
  const clients = [client(), client()];
  return {
    stop: async () => {
      over.abort();
      await Promise.all(clients);
      return { ok, last };
    },
  };
}
