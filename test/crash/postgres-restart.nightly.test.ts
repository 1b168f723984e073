import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Autopay, createMerchant } from '@autopay/sdk';
import { connect } from '../../server/db/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { clusterPaths } from '../../server/db/embedded-cluster.ts';
import { findPostmaster } from '../../server/db/postmaster.ts';
import { ChildDeployment } from '../support/child-service.ts';
import { eventually } from '../support/eventually.ts';
import { expectBooksToMatchChain, PERIOD_SECONDS, type Rpc, subscribe } from './books.ts';

let directory: string;
let postgres: EmbeddedPostgres;
let deployment: ChildDeployment;
const rpc: Rpc = (method, params) => deployment.rpc(method, params);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'autopay-restart-'));
  // As root the server runs as another user, who must pass through.
  await chmod(directory, 0o711);
  [deployment, postgres] = await Promise.all([ChildDeployment.start(), startPostgres()]);
}, 180_000);
afterAll(async () => {
  await deployment.stop();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

function startPostgres(): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir: join(directory, 'postgres') });
}

/**
 * kill -9 of the server, whose sessions end in the middle of whatever they do; then, after `whileAway`, a new one on the same
 * port.
 */
async function crashPostgres(whileAway: () => Promise<void> = async () => {}): Promise<void> {
  const server = await findPostmaster(clusterPaths(join(directory, 'postgres')).cluster);
  process.kill(server!.pid, 'SIGKILL');
  await postgres.exited;
  await whileAway();
  const { url } = postgres;
  // Its sessions take a moment to notice, and until then hold the memory that a new server wants.
  postgres = await eventually(() => startPostgres().catch(() => null));
  expect(postgres.url).toBe(url);
}

test(
  'Postgres killed under load: every mandate that was acknowledged is there, once, and charging goes on',
  { timeout: 240_000 },
  async () => {
    const child = await deployment.spawn(postgres.url);
    const { keys } = await createMerchant({ name: 'Coffee Club' }, { baseUrl: child.url });
    const api = new Autopay(keys.test, { baseUrl: child.url, maxRetries: 8 });
    const charged = await subscribe(api, { periodSeconds: 3, maxPeriods: 5 });
    const { mint, payer } = charged.mandate;
    const body = { payer, payee: charged.payee.address, mint, amountPerPeriod: '1000', periodSeconds: 3_600 };

    const over = new AbortController();
    const acknowledged = new Map<string, string>();
    const unanswered: string[] = [];
    const client = async (name: number) => {
      for (let n = 0; !over.signal.aborted; n += 1) {
        const idempotencyKey = `order-${name}-${n}`;
        try {
          acknowledged.set(idempotencyKey, (await api.mandates.create(body, { idempotencyKey })).id);
        } catch (error) {
          // Claimed as the server died, and nobody was told: the key is free again after a minute at most.
          expect(error).toMatchObject({ code: 'request_in_flight' });
          unanswered.push(idempotencyKey);
        }
      }
    };
    const load = Promise.all([1, 2, 3, 4].map(client));
    await eventually(() => acknowledged.size >= 40);
    await crashPostgres();
    const atRestart = acknowledged.size;
    await eventually(() => acknowledged.size >= atRestart + 40);
    over.abort();
    await load;
    expect(unanswered.length).toBeLessThanOrEqual(4);

    const ids = [...acknowledged.values()];
    expect(new Set(ids).size).toBe(ids.length);
    for (const [idempotencyKey, id] of acknowledged) {
      expect((await api.mandates.create(body, { idempotencyKey })).id).toBe(id);
    }
    let listed = 0;
    for (let startingAfter: string | undefined; ;) {
      const page = await api.mandates.list({
        limit: 100,
        ...(startingAfter === undefined ? {} : { startingAfter }),
      });
      listed += page.data.filter(({ periodSeconds }) => periodSeconds === 3_600).length;
      if (page.nextCursor === null) break;
      startingAfter = page.nextCursor;
    }
    // No more than one for each key: what was begun when Postgres went away was finished or never was.
    expect(listed).toBe(ids.length);

    const ended = await eventually(async () => {
      const mandate = await api.mandates.get(charged.mandate.id);
      return mandate.status !== 'active' && mandate;
    }, 90_000);
    const charges = await expectBooksToMatchChain(rpc, api, charged);
    expect(charges.filter(({ status }) => status === 'succeeded')).toHaveLength(ended.periodsCharged);
    // It was charged before the crash and after it, by the worker's own waking.
    expect(charges.at(-1)!.status).not.toBe('abandoned');
    expect(ended.periodsCharged).toBeGreaterThanOrEqual(3);
    expect(await child.terminate()).toBe(0);
  },
);

test(
  'Postgres killed while a charge is being signed: the charge is made soon after it is back, once',
  { timeout: 240_000 },
  async () => {
    const child = await deployment.spawn(postgres.url);
    const { keys } = await createMerchant({ name: 'Coffee Club' }, { baseUrl: child.url });
    const subscription = await subscribe(new Autopay(keys.test, { baseUrl: child.url }));
    const api = new Autopay(keys.test, { baseUrl: child.url, maxRetries: 0 });
    const { id } = subscription.mandate;
    // Accounts are read between the claim and the signature.
    await deployment.setFaults({ method: 'getMultipleAccounts', kind: 'hang' });
    api.test.advanceClock({ seconds: PERIOD_SECONDS }).catch(() => {});
    const sql = connect(postgres.url, { max: 1, applicationName: 'test' });
    await eventually(async () => {
      const claimed = await sql`select 1 from charges where mandate_id = ${id} and lease_token is not null`;
      return claimed.length > 0;
    });
    await sql.end();
    // The node responds again while Postgres is down: the round cannot record anything.
    await crashPostgres(() => deployment.setFaults());

    // The lease of a process that died takes a minute; this one lives, and gives back what it held.
    await eventually(async () => {
      const { data } = await api.mandates.listCharges(id);
      return data.some(({ periodIndex, status }) => periodIndex === 1 && status === 'succeeded');
    }, 90_000);
    await expectBooksToMatchChain(rpc, api, subscription);
    expect(await child.terminate()).toBe(0);
  },
);
