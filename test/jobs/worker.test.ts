import { afterEach, beforeEach, expect, it } from 'vitest';
import { enqueue, enqueueMany } from '../../server/jobs/enqueue.ts';
import { startWorker, type TaskHandlers, type Worker } from '../../server/jobs/worker.ts';
import { createLogger } from '../../server/log.ts';
import { eventually } from '../support/eventually.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';

let database: FreshDatabase;
let worker: Worker | undefined;
let logged: string;

beforeEach(async () => {
  database = await freshDatabase();
  logged = '';
});

afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await database.drop();
});

async function work(tasks: Partial<TaskHandlers>): Promise<void> {
  const logger = createLogger('info', { write: (line) => void (logged += line) });
  worker = await startWorker({ connectionString: database.url, tasks, concurrency: 4, logger });
}

const waiting = () =>
  database.sql`select key, task_identifier as task, attempts from graphile_worker.jobs order by id`;

it('hands a payload over as it was enqueued', async () => {
  const seen: unknown[] = [];
  await work({ 'webhooks:deliver': async (payload) => void seen.push(payload) });
  await enqueue(database.sql, 'webhooks:deliver', { endpointId: 'whe_"quoted" \\ ä' });
  await eventually(() => seen.length === 1);
  expect(seen).toEqual([{ endpointId: 'whe_"quoted" \\ ä' }]);
});

it('runs no job of a transaction that was rolled back', async () => {
  const seen: boolean[] = [];
  await work({ 'charges:collect': async ({ livemode }) => void seen.push(livemode) });
  const failed = database.sql.begin(async (tx) => {
    await enqueue(tx, 'charges:collect', { livemode: true });
    throw new Error('changed its mind');
  });
  await expect(failed).rejects.toThrow('changed its mind');
  await database.sql.begin((tx) => enqueue(tx, 'charges:collect', { livemode: false }));
  await eventually(() => seen.length > 0);
  expect(seen).toEqual([false]);
});

it('wakes a task at its time and not before', async () => {
  const now = Math.floor(Date.now() / 1000);
  const seen: boolean[] = [];
  await work({ 'mandates:expire': async ({ livemode }) => void seen.push(livemode) });
  await enqueue(database.sql, 'mandates:expire', { livemode: true }, { runAt: now + 3600 });
  await enqueue(database.sql, 'mandates:expire', { livemode: false }, { runAt: now - 3600 });
  await eventually(() => seen.length > 0);
  expect(seen).toEqual([false]);
  const [job] =
    await database.sql`select extract(epoch from run_at)::int8 as run_at from graphile_worker.jobs where run_at > now()`;
  expect(job).toEqual({ runAt: now + 3600 });
});

it('keeps one waiting job per key, the latest', async () => {
  await enqueueMany(database.sql, [
    { task: 'charges:collect', payload: { livemode: false }, jobKey: 'collect' },
    { task: 'charges:collect', payload: { livemode: true }, jobKey: 'collect' },
    { task: 'sweep', payload: {} },
    { task: 'sweep', payload: {} },
  ]);
  await enqueue(database.sql, 'charges:collect', { livemode: true }, { jobKey: 'collect' });
  expect((await waiting()).map((job) => job.task)).toEqual(['sweep', 'sweep', 'charges:collect']);
});

it('enqueues and runs two thousand jobs', async () => {
  const seen = new Set<string>();
  await work({ 'webhooks:deliver': async ({ endpointId }) => void seen.add(endpointId) });
  const specs = Array.from({ length: 2000 }, (_, n) => ({
    task: 'webhooks:deliver' as const,
    payload: { endpointId: `whe_${n}` },
  }));
  await enqueueMany(database.sql, specs);
  await enqueueMany(database.sql, []);
  await eventually(() => seen.size === 2000);
});

it('logs a task that throws, without its payload, and tries it again', async () => {
  let runs = 0;
  await work({
    'webhooks:deliver': async () => {
      runs += 1;
      throw new Error('the first time it fails');
    },
  });
  await enqueue(database.sql, 'webhooks:deliver', { endpointId: 'whe_private' });
  await eventually(() => logged.includes('the first time it fails'));
  await eventually(async () => (await waiting())[0]?.attempts === 1);
  expect(runs).toBe(1);
  expect(logged).not.toContain('whe_private');
});

it('stops: aborts what runs, waits for it, and leaves the rest to another process', async () => {
  let ended = false;
  let started = false;
  await work({
    'charges:collect': async (_, signal) => {
      started = true;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ended = true;
    },
  });
  await enqueue(database.sql, 'charges:collect', { livemode: true });
  await eventually(() => started);
  await worker!.stop();
  expect(ended).toBe(true);
  await worker!.ended;
  await enqueue(database.sql, 'charges:collect', { livemode: true });
  const [job] = await database.sql`select locked_by from graphile_worker.jobs`;
  expect(job).toEqual({ lockedBy: null });
});
