import type { Clock } from './clock.ts';
import { mapInLanes } from './lanes.ts';

/** How a backlog is worked off. */
export interface Backlog<T> {
  /** Takes some of what is due, and leaves it to this caller for a while. Returns none when nothing is left. */
  claim: () => Promise<readonly T[]>;
  work: (item: T) => Promise<unknown>;
  /** How many are worked on at once. */
  lanes: number;
  /** After this time nothing more is claimed. What was claimed is finished. */
  forMs: number;
}

/** Works until nothing is due or the time is over, so that the size of a batch limits nothing. Returns how many there were. */
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
