import type { Deployment } from '../deployment.ts';
import {
  findFirstSettlement,
  haveEnded,
  insertClosedHours,
  listUnclosed,
  lockProgress,
  takeTransactionId,
  type Unclosed,
} from './closing-queries.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '../../rules/metrics/window.ts';

/**
 * An hour is closed an hour after its end, to allow for that much difference between the clocks of settling
 * processes.
 */
const MARGIN_SECONDS = 3_600;
/**
 * Transactions here take milliseconds. One that takes longer, in any database of the server, postpones the
 * closing to the next run.
 */
const BARRIER_MS = 10_000;
const POLL_MS = 50;

/**
 * Sums what settled in hours that are over, once and for good: settled rows never change. Nothing that settles waits for it.
 *
 * What is not there yet can no longer come: whoever settles something locks a row, which gives its transaction an id, *then* reads the
 * clock. So a transaction that reads a time in an hour which was over when we looked at the clock has an id smaller than the
 * one we take after that, and once all smaller ones have ended its rows are seen. That holds across a test clock's moves, however late it commits.
 */
export async function closeHours(
  deployment: Deployment,
  livemode: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const { db, clock } = deployment;
  const unclosed = await listUnclosed(db, livemode, {
    realNow: clock.seconds(),
    marginSeconds: MARGIN_SECONDS,
  });
  if (unclosed.length === 0) return;
  const barrier = await takeTransactionId(db);
  const deadline = clock.milliseconds() + BARRIER_MS;
  while (!(await haveEnded(db, barrier))) {
    if (signal?.aborted || clock.milliseconds() > deadline) return;
    await clock.sleep(POLL_MS, signal);
  }
  for (const tenant of unclosed) {
    // A day at a time: no statement reads more, however long the history.
    for (;;) {
      if (signal?.aborted) return;
      if (!(await closeSomeOrSkip(deployment, tenant))) break;
    }
  }
}

/** A failure for one merchant is logged and retried at the next run: the others are still closed. */
async function closeSomeOrSkip(deployment: Deployment, tenant: Unclosed): Promise<boolean> {
  try {
    return await closeSome(deployment, tenant);
  } catch (error) {
    const { merchantId, livemode } = tenant;
    deployment.log.error({ err: error, merchantId, livemode }, "a merchant's hours could not be summed");
    return false;
  }
}

/** Closes the next hours with settlements, at most a day's worth. Returns whether there may be more. */
async function closeSome({ db }: Deployment, { horizon, ...tenant }: Unclosed): Promise<boolean> {
  const isDone = await db.begin(async (tx) => {
    const closedBefore = await lockProgress(tx, tenant);
    if (closedBefore === null) return true;
    const first = await findFirstSettlement(tx, tenant, { start: closedBefore, end: horizon });
    if (first === null) return true;
    const start = first - (first % HOUR_SECONDS);
    const end = Math.min(start + DAY_SECONDS, horizon);
    await insertClosedHours(tx, tenant, { start, end });
    return end === horizon;
  });
  return !isDone;
}
