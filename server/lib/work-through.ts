import type { Clock } from './clock.ts';
import { mapInLanes } from './lanes.ts';

/** How to work through a backlog. */
export interface Backlog<T> {
  /** Claims some of what is due for this caller. Returns none if nothing is left. */
  claim: () => Promise<readonly T[]>;
  work: (item: T) => Promise<unknown>;
  /** How many are processed at once. */
  lanes: number;
  /** After this time nothing more is claimed. Claimed items are finished. */
  forMs: number;
}

/**
 * Works until nothing is due or the time is up, so that the batch size limits nothing. Returns how many there
 * were.
 */
export async function workThrough<T>(
  clock: Clock,
  { claim, work, lanes, forMs }: Backlog<T>,
): Promise<number> {
  const deadline = clock.monotonicMs() + forMs;
  let worked = 0;
  do {
    const claimed = await claim();
    if (claimed.length === 0) return worked;
    await mapInLanes(claimed, lanes, work);
    worked += claimed.length;
  } while (clock.monotonicMs() < deadline);
  return worked;
}
