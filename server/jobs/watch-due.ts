import type { DueNow } from '../db/claim-in-turns.ts';
import type { Clock } from '../lib/clock.ts';
import { mapInLanes } from '../lib/lanes.ts';

/** Public nodes reject more than a few simultaneous requests from one address. */
const LANES = 8;
/** Shorter than the 15 s between two sweeps, so that they do not pile up. The rest waits for the next one. */
const SWEEP_MS = 10_000;
/** Longer than a batch takes with a slow node. */
const LEASE_SECONDS = 60;

/** Rows that are looked for on chain, again and again until that is over. */
export interface Watched<Row> {
  /** How many are claimed at once: as many as are worked off before their lease ends. */
  batch: number;
  claim: (due: DueNow) => Promise<readonly Row[]>;
  /** Looks for one, and sets its next time or that there is none. */
  work: (row: Row) => Promise<unknown>;
}

/**
 * Works until nothing is due or the time is up, so that the batch size limits nothing. Rows that become due
 * meanwhile wait for the next round. Returns how many there were.
 */
export async function watchDue<Row>(clock: Clock, { batch, claim, work }: Watched<Row>): Promise<number> {
  const deadline = clock.monotonicMs() + SWEEP_MS;
  const now = clock.seconds();
  let worked = 0;
  do {
    const claimed = await claim({ now, until: clock.seconds() + LEASE_SECONDS, take: batch });
    if (claimed.length === 0) return worked;
    await mapInLanes(claimed, LANES, work);
    worked += claimed.length;
  } while (clock.monotonicMs() < deadline);
  return worked;
}
