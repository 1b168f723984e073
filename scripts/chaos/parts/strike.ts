import { sleep } from '../../../server/lib/clock.ts';
import type { Play } from '../play.ts';

const POLL_MS = 50;

/** Waits until `isTrue`, at most `ms`; resolves with whether it became true. */
export async function within(ms: number, isTrue: () => boolean): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (!isTrue()) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/** A random pause of `least` to `most` milliseconds. */
export function pause(least: number, most: number): Promise<void> {
  return sleep(least + Math.random() * (most - least));
}

/** Resolves when charges settle again after the last blow. If they never do, that is found at the end. */
export async function recovered({ watch }: Play): Promise<void> {
  await within(240_000, () => watch.isOver);
}
