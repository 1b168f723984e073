import { afterEach, beforeEach, expect, it } from 'vitest';
import { enqueueMany } from '../../server/jobs/enqueue.ts';
import { releaseLockedJobs } from '../../server/jobs/release-locked.ts';
import { startWorker } from '../../server/jobs/worker.ts';
import { createLogger } from '../../server/log.ts';
import { eventually } from '../support/eventually.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';

let database: FreshDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

it('jobs of a killed worker run again and leave the queue, those of a living one are left alone', async () => {
  const { sql } = database;
  const endpointIds = ['whe_1', 'whe_2', 'whe_3'];
  await enqueueMany(
    sql,
    endpointIds.map((endpointId) => ({ task: 'webhooks:deliver' as const, payload: { endpointId } })),
  );
  await sql`
    update graphile_worker._private_jobs set attempts = 1, locked_by = 'pool-killed', locked_at = now() - interval '31 seconds'
    where payload->>'endpointId' <> 'whe_3'`;
  await sql`
    update graphile_worker._private_jobs set attempts = 1, locked_by = 'pool-alive', locked_at = now()
    where payload->>'endpointId' = 'whe_3'`;
  await releaseLockedJobs(sql);
  const ran: string[] = [];
  const worker = await startWorker({
    connectionString: database.url,
    tasks: { 'webhooks:deliver': async ({ endpointId }) => void ran.push(endpointId) },
    concurrency: 1,
    logger: createLogger('silent'),
  });
  await eventually(() => ran.length === 2);
  await worker.stop();
  expect(ran.toSorted()).toEqual(['whe_1', 'whe_2']);
  expect(await sql`select locked_by from graphile_worker.jobs`).toEqual([{ lockedBy: 'pool-alive' }]);
  // Nothing to release is no error.
  await releaseLockedJobs(sql);
});
