import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../server/db/embedded.ts';
import { clusterPaths } from '../../../server/db/embedded-cluster.ts';
import { findPostmaster } from '../../../server/db/postmaster.ts';
import type { Part, Play } from '../play.ts';
import { POSTGRES_SETTINGS } from '../stage.ts';
import { pause, recovered } from './strike.ts';

/** Postgres drops everything at once (an immediate shutdown), and is back within seconds. */
export const postgresStops: Part = {
  name: 'postgres',
  workers: 2,
  withinMs: 60_000,
  count: 20,
  strike: async (play, times) => {
    for (let n = 0; n < times; n += 1) {
      await pause(500, 3_000);
      await stopAndStart(play);
      await recovered(play);
    }
  },
};

async function stopAndStart({ stage, watch }: Play): Promise<void> {
  const dataDir = join(stage.directory, 'postgres');
  const server = await findPostmaster(clusterPaths(dataDir).cluster);
  process.kill(server!.pid, 'SIGQUIT');
  watch.note('immediate stop of Postgres');
  await stage.postgres.exited;
  await pause(0, 2_000);
  for (;;) {
    // Its sessions take a moment to notice, and until then hold the memory that a new server wants.
    const started = await startEmbeddedPostgres({ dataDir, settings: POSTGRES_SETTINGS }).catch(() => null);
    if (started !== null) {
      stage.postgres = started;
      stage.forwarder.pointTo(Number(new URL(started.url).port));
      return;
    }
    await pause(100, 100);
  }
}
