import type { Clock } from '../lib/clock.ts';
import type { ChargeRow } from '../charges/queries.ts';

/**
 * 25 s: the time for two slow responses, the commit and the sending. No work starts on a charge whose lease
 * has less left: another worker could take it up before its signature is committed, and the whole batch's
 * work would be lost.
 */
const RESERVE_SECONDS = 25;

/**
 * Whether a charge is held for long enough to start work on it. While it is held its `wakeAt` is the end of
 * the lease.
 */
export function hasTimeLeft({ wakeAt }: Pick<ChargeRow, 'wakeAt'>, clock: Clock): boolean {
  return wakeAt === null || clock.seconds() < wakeAt - RESERVE_SECONDS;
}
