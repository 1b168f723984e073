import type { Sql } from '../db/connect.ts';

/**
 * A job only wakes a task up, which takes milliseconds: one that is locked for longer belongs to a dead
 * worker.
 */
const LOCKED_SECONDS = 30;

/** Unlocks the jobs of killed workers, which would otherwise stay locked for hours. */
export async function releaseLockedJobs(db: Sql): Promise<void> {
  await db`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
    where locked_at < now() - make_interval(secs => ${LOCKED_SECONDS})
    having count(*) > 0`;
}
