import { decideDue, type Pace, windowEnd } from '../../rules/charges/machine.ts';
import { type LockedCharge, skipCharge } from '../charges/close-charge.ts';
import { moveCharge } from '../charges/place-charge.ts';
import { recurrenceOf } from '../charges/recurrence.ts';
import type { Tx } from '../db/connect.ts';
import { recordEvents } from '../events/record-events.ts';
import { endMandate } from '../mandates/end-mandate.ts';
import type { Moment } from '../merchants/moment.ts';

/**
 * Handles a due charge that is not pulled. Decided again under the lock: a revoke may have come in between. With `isOver` its window has closed by
 * the chain's clock, which may be a little ahead of the schedule's.
 */
export async function passOver(
  tx: Tx,
  locked: LockedCharge,
  moment: Moment,
  { pace = 'current', isOver = false }: { pace?: Pace; isOver?: boolean } = {},
): Promise<void> {
  const recurrence = recurrenceOf(locked.mandate);
  const now = isOver ? Math.max(moment.now, windowEnd(recurrence, locked.charge.periodIndex)) : moment.now;
  const decision = decideDue(recurrence, locked.charge, now, pace);
  if (decision.kind === 'move') return moveCharge(tx, locked.charge, locked.mandate, decision, moment);
  if (decision.kind === 'expire') {
    const { mandate, event } = await endMandate(tx, locked.mandate, 'expire', moment.now, 'term');
    await recordEvents(tx, mandate, [event], moment);
    return skipCharge(tx, { ...locked, mandate }, moment);
  }
  if (decision.kind === 'skip') return skipCharge(tx, locked, moment);
}
