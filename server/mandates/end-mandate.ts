import type { Tx } from '../db/connect.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { NewEvent } from '../events/record-events.ts';
import { type EndedBy, type MandateTrigger, transition } from '../../rules/mandates/machine.ts';
import { mandateEvent } from './mandate-event.ts';
import { type MandateRow, updateMandate } from './queries.ts';
import { wakeRevokePublisher } from './publish-queries.ts';

const EVENTS = {
  revoke: 'mandate.revoked',
  cancel: 'mandate.revoked',
  complete: 'mandate.completed',
  expire: 'mandate.expired',
} as const satisfies Partial<Record<MandateTrigger, NewEvent['type']>>;

/**
 * Ends a mandate that the caller holds locked, and returns the row with its event for the caller to record.
 * No new signature is made for it once this commits. `now` in the merchant's Unix seconds; `endedBy`
 * null if nobody knows. Throws already_revoked.
 */
export async function endMandate(
  tx: Tx,
  mandate: MandateRow,
  trigger: keyof typeof EVENTS,
  now: number,
  endedBy: EndedBy | null,
): Promise<{ mandate: MandateRow; event: NewEvent }> {
  const next = transition(mandate.status, trigger);
  if ('refused' in next) {
    if (next.refused === null)
      throw new Error(`Bug: ${trigger} of mandate ${mandate.id} while ${mandate.status}.`);
    throw new ApiError(next.refused);
  }
  const ended = await updateMandate(tx, mandate.id, {
    status: next.to,
    // One that was completed or had expired ended then, though its merchant revokes it now.
    endedAt: mandate.endedAt ?? now,
    endedBy: mandate.endedAt === null ? endedBy : mandate.endedBy,
    expireWakeAt: null,
    goneSeenAt: null,
    // Orders are still watched after their end: a late payment must be noticed.
    ...(mandate.sellMode === 'once' ? {} : { watchAt: null }),
  });
  // The chain remembers it if a restored database does not. A mandate that never was active has nothing to
  // charge.
  if (next.to === 'revoked' && mandate.activatedAt !== null && mandate.sellMode === 'subscription')
    await wakeRevokePublisher(tx, mandate.id);
  return { mandate: ended, event: mandateEvent(EVENTS[trigger], ended, now) };
}
