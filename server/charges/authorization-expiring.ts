import { presentMandate } from '../../rules/mandates/present.ts';
import { authorizationLeft, isRunningOut } from '../../rules/mandates/authorization-left.ts';
import type { Tx } from '../db/connect.ts';
import { listRecorded } from '../events/queries.ts';
import { eventId, type NewEvent } from '../events/record-events.ts';
import type { Placement } from './place-charge.ts';

/**
 * The events of mandates whose approval is running out, now that a charge was collected and the next one is placed; by mandate id. Each
 * budget is told of once: a top-up raises it, and the new one runs out in its turn. The caller holds the mandates locked.
 */
export async function expiringEvents(
  tx: Tx,
  placements: readonly Placement[],
): Promise<ReadonlyMap<string, NewEvent[]>> {
  const events = placements.flatMap((placement) => expiringEvent(placement) ?? []);
  const recorded = await listRecorded(tx, events.map(eventId));
  return Map.groupBy(
    events.filter((event) => !recorded.has(eventId(event))),
    ({ mandateId }) => mandateId,
  );
}

function expiringEvent({ mandate, period, moment }: Placement): NewEvent | null {
  const left = authorizationLeft(mandate, period.dueAt);
  if (left === null || !isRunningOut(mandate, left)) return null;
  return {
    type: 'mandate.authorization_expiring',
    object: presentMandate(mandate),
    authorization: left,
    mandateId: mandate.id,
    chargeId: null,
    createdAt: moment.now,
    occurrence: `${mandate.budget}`,
  };
}
