import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect } from '../../server/db/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { clusterPaths } from '../../server/db/embedded-cluster.ts';
import { migrate } from '../../server/db/migrate.ts';
import { findPostmaster } from '../../server/db/postmaster.ts';
import { enqueueMany } from '../../server/jobs/enqueue.ts';
import { releaseLockedJobs } from '../../server/jobs/release-locked.ts';
import { startWorker } from '../../server/jobs/worker.ts';
import { createLogger } from '../../server/log.ts';
import { eventually } from '../support/eventually.ts';

let directory: string;
let postgres: EmbeddedPostgres;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'autopay-loss-'));
  // As root the server runs as another user, who must pass through.
  await chmod(directory, 0o711);
  postgres = await startPostgres();
  await migrate(postgres.url);
});
afterEach(async () => {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

function startPostgres(): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir: join(directory, 'postgres'), settings: { fsync: 'off' } });
}

/** An immediate stop: every session is cut off in the middle of what it does. */
async function stopAtOnce(): Promise<void> {
  const server = await findPostmaster(clusterPaths(join(directory, 'postgres')).cluster);
  process.kill(server!.pid, 'SIGQUIT');
  await postgres.exited;
}

/**
 * A stop may come between taking a job, which is committed, and hearing of it: that job stays locked for a
 * worker that is gone. The service releases it after half a minute, which passes here at once.
 */
async function releaseJobsOfTheLost(): Promise<void> {
  const sql = connect(postgres.url, { max: 1, applicationName: 'autopay-test' });
  await sql`
    update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'
    where locked_at is not null`;
  await releaseLockedJobs(sql);
  await sql.end();
}

// An unhandled rejection fails the run, as it would end a process of the service.
it('survives every stop of Postgres under a filled queue, and goes on when it is back', async () => {
  const left = new Set(Array.from({ length: 60 }, (_, n) => `whe_${n}`));
  const sql = connect(postgres.url, { max: 1, applicationName: 'autopay-test' });
  await enqueueMany(
    sql,
    [...left].map((endpointId) => ({ task: 'webhooks:deliver' as const, payload: { endpointId } })),
  );
  await sql.end();
  let gate = Promise.withResolvers<void>();
  let entered = Promise.withResolvers<void>();
  const worker = await startWorker({
    connectionString: postgres.url,
    tasks: {
      'webhooks:deliver': async ({ endpointId }) => {
        left.delete(endpointId);
        entered.resolve();
        await gate.promise;
      },
    },
    concurrency: 2,
    logger: createLogger('silent'),
  });
  for (let stop = 0; stop < 3; stop += 1) {
    await entered.promise;
    await stopAtOnce();
    // What runs ends while there is nowhere to write that down, and jobs wait behind it.
    const ending = gate;
    gate = Promise.withResolvers();
    entered = Promise.withResolvers();
    ending.resolve();
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { url } = postgres;
    postgres = await eventually(() => startPostgres().catch(() => null));
    expect(postgres.url).toBe(url);
  }
  gate.resolve();
  await releaseJobsOfTheLost();
  await eventually(() => left.size === 0);
  await worker.stop();
}, 60_000);
