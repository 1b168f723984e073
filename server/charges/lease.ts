import type { Clock } from '../lib/clock.ts';
import type { ChargeRow } from './queries.ts';

/**
 * 25 s: what two slow answers, the commit and the sending take. Nothing new is begun for a charge whose lease has less left:
 * another worker may take it up before its signature is committed, and then the work of the whole batch was for nothing.
 */
const RESERVE_SECONDS = 25;

/** Whether a charge is held for long enough to begin with it. While it is held its `wakeAt` is the end of the lease. */
export function hasTimeLeft({ wakeAt }: Pick<ChargeRow, 'wakeAt'>, clock: Clock): boolean {
  return wakeAt === null || clock.seconds() < wakeAt - RESERVE_SECONDS;
}
