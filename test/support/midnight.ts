import { setTimeout } from 'node:timers/promises';

const DAY_SECONDS = 86_400;
/** What a test that counts by the day takes at most, on a slow machine. */
const MARGIN_SECONDS = 40;

/** Before a test that counts by the day: waits out a midnight (UTC) that would come in the middle of it. */
export async function pastMidnight(): Promise<void> {
  const left = DAY_SECONDS - ((Date.now() / 1000) % DAY_SECONDS);
  if (left < MARGIN_SECONDS) await setTimeout(left * 1000 + 1_000);
}
