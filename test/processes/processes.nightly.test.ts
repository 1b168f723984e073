import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Autopay, createMerchant } from '@autopay/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChildService, spawnService } from '../support/child-service.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { subscribe } from '../crash/books.ts';
import { type Sample, scrape, valueOf } from '../monitoring/scrape.ts';

/** Merchants that one address creates in a minute. */
const LIMIT = 12;

let directory: string;
let service: ChildService;
let metricsPort: number;
let key: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'autopay-processes-'));
  metricsPort = await freePort();
  service = await spawnService(
    {
      AUTOPAY_DATA_DIR: directory,
      AUTOPAY_LOCALNET_SLOT_MS: '100',
      AUTOPAY_RATE_MERCHANTS_PER_MINUTE: String(LIMIT),
      AUTOPAY_DRAIN_SECONDS: '5',
      AUTOPAY_METRICS_PORT: String(metricsPort),
    },
    ['--processes=2'],
  );
  const { keys } = await createMerchant({ name: 'Coffee Club' }, { baseUrl: service.url });
  key = keys.test;
}, 120_000);
afterAll(async () => {
  await service?.kill();
  await rm(directory, { recursive: true, force: true });
});

/** The processes that serve requests: Postgres' are below a shell. */
function children(): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(service.pid), '-f', 'server/main.ts'], {
    encoding: 'utf8',
  });
  return stdout.trim().split('\n').filter(Boolean).map(Number);
}

/** A request on a connection of its own, so that any process may get it. */
const look = (timeoutMs = 10_000) =>
  fetch(`${service.url}/livez`, {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(timeoutMs),
  }).then(async (answer) => (await answer.arrayBuffer(), answer.status));

test('several processes serve one port, and one of their own does the background work', async () => {
  const [stopped] = children();
  expect(children()).toHaveLength(2);
  // One of them stands still, and the other goes on.
  process.kill(stopped!, 'SIGSTOP');
  const statuses = await Promise.all(Array.from({ length: 8 }, () => look(2_000).catch(() => 'timeout')));
  process.kill(stopped!, 'SIGCONT');
  expect(new Set(statuses)).toEqual(new Set([200, 'timeout']));
  const api = new Autopay(key, { baseUrl: service.url });
  const { mandate } = await subscribe(api, { trialSeconds: 2 });
  await eventually(async () => (await api.mandates.get(mandate.id)).periodsCharged === 1);
});

test('they count requests together', async () => {
  const body = JSON.stringify({ name: 'Coffee Club' });
  const headers = { 'content-type': 'application/json', connection: 'close' };
  const create = () => fetch(`${service.url}/v1/merchants`, { method: 'POST', headers, body });
  const answers = await Promise.all(Array.from({ length: 30 }, create));
  const statuses = answers.map(({ status }) => status);
  // One was created before.
  expect(statuses.filter((status) => status === 201)).toHaveLength(LIMIT - 1);
  expect(statuses.filter((status) => status === 429)).toHaveLength(30 - LIMIT + 1);
});

test('one address serves the metrics of all of them', async () => {
  const url = `http://127.0.0.1:${metricsPort}/metrics`;
  const servedOf = (samples: readonly Sample[]) =>
    samples
      .filter(
        ({ name, labels }) => name === 'autopay_requests_total' && labels['operation'] === 'getTestClock',
      )
      .reduce((sum, { value }) => sum + value, 0);
  const before = servedOf(await scrape(url));
  const headers = { authorization: `Bearer ${key}`, connection: 'close' };
  await Promise.all(Array.from({ length: 40 }, () => fetch(`${service.url}/v1/test/clock`, { headers })));
  const samples = await scrape(url);
  expect(servedOf(samples) - before).toBe(40);
  // Two of them serve requests, and one works in the background.
  expect(samples.filter(({ name }) => name === 'autopay_build_info')).toHaveLength(3);
  expect(samples.some(({ name }) => name === 'autopay_task_rounds_total')).toBe(true);
  // The deployment's own are there once.
  expect(valueOf(samples, 'autopay_oldest_due_charge_seconds', { mode: 'test' })).not.toBeNull();
});

test('SIGHUP replaces them one by one, and no request fails', { timeout: 240_000 }, async () => {
  const before = children();
  const over = new AbortController();
  const failures: unknown[] = [];
  let served = 0;
  const client = async () => {
    while (!over.signal.aborted) {
      await fetch(`${service.url}/v1/tokens`, { headers: { authorization: `Bearer ${key}` } })
        .then(async (answer) => {
          await answer.arrayBuffer();
          if (answer.status !== 200) failures.push(answer.status);
        })
        .catch((error: unknown) => failures.push(error));
      served += 1;
    }
  };
  const load = Promise.all([1, 2, 3, 4].map(client));
  process.kill(service.pid, 'SIGHUP');
  await eventually(
    () => children().length === 2 && children().every((pid) => !before.includes(pid)),
    200_000,
  );
  over.abort();
  await load;
  expect(failures).toEqual([]);
  expect(served).toBeGreaterThan(100);
});

test('one that is killed is replaced', async () => {
  const [killed, other] = children();
  process.kill(killed!, 'SIGKILL');
  await eventually(() => {
    const now = children();
    return now.length === 2 && !now.includes(killed!) && now.includes(other!);
  });
  expect(await Promise.all(Array.from({ length: 8 }, () => look()))).toEqual(Array(8).fill(200));
});

test('a port that is in use is an error that says so', async () => {
  const { port } = new URL(service.url);
  const other = await mkdtemp(join(tmpdir(), 'autopay-processes-'));
  const start = spawnService({ AUTOPAY_DATA_DIR: other, AUTOPAY_PORT: port }, ['--processes=2']);
  await expect(start).rejects.toThrow(/AUTOPAY_PORT: another program uses it/);
  await rm(other, { recursive: true, force: true });
});

test('SIGTERM stops all of them, once they have served for the drain time', async () => {
  const before = children();
  const startedAt = performance.now();
  const exitCode = service.terminate();
  await eventually(async () => (await fetch(`${service.url}/readyz`)).status === 503);
  expect(await look()).toBe(200);
  expect(await exitCode).toBe(0);
  expect(performance.now() - startedAt).toBeGreaterThan(4_900);
  for (const pid of before) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
});
