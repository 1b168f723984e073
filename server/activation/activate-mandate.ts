import type { Tx } from '../db/connect.ts';
import { ApiError } from '../../rules/api-error.ts';
import { type NewEvent, recordEvents } from '../events/record-events.ts';
import { placeCharge } from '../charges/place-charge.ts';
import { type Moment, toRealTime } from '../merchants/moment.ts';
import { transition } from '../../rules/mandates/machine.ts';
import { mandateEvent } from '../mandates/mandate-event.ts';
import { type MandateRow, updateMandate } from '../mandates/queries.ts';
import { scheduleOf } from '../../rules/mandates/terms.ts';
import { wakePlanPublisher } from '../mandates/publish-queries.ts';

/** What was found on chain when a mandate became active. */
export interface Approval {
  /** Accounts are never judged by a node that has not seen this slot. */
  slot: number;
  /** Whether the payer held one period's amount. */
  fundsSufficient: boolean;
  /** Under plan: the second from which the program counts periods, on the merchant's clock. */
  subscribedAt?: number;
}

/**
 * Activates a pending mandate that the caller holds locked and whose consent and cover it has checked; places
 * the first charge. Returns the row. Throws mandate_not_pending.
 */
export async function activateMandate(
  tx: Tx,
  mandate: MandateRow,
  approval: Approval,
  moment: Moment,
): Promise<MandateRow> {
  const { mandate: active, event } = await markActive(tx, mandate, approval, moment);
  const first = await placeCharge(tx, active, { periodIndex: 0, dueAt: active.anchorAt! }, moment);
  await recordEvents(tx, active, [event, ...first.events], moment);
  return active;
}

/** The activation alone, with its event for the caller to record. Throws mandate_not_pending. */
export async function markActive(
  tx: Tx,
  mandate: MandateRow,
  approval: Approval,
  moment: Moment,
): Promise<{ mandate: MandateRow; event: NewEvent }> {
  const next = transition(mandate.status, 'activate');
  if ('refused' in next) throw new ApiError('mandate_not_pending');
  const { subscribedAt = null } = approval;
  // The program's periods are behind, never ahead: a period that it has not opened cannot be charged.
  const startsAt = subscribedAt === null ? moment.now : Math.min(subscribedAt, moment.now);
  const { anchorAt, expiresAt } = scheduleOf(mandate, startsAt);
  const active = await updateMandate(tx, mandate.id, {
    status: next.to,
    startAt: moment.now,
    activatedAt: moment.now,
    anchorAt,
    expiresAt,
    expireWakeAt: expiresAt === null ? null : toRealTime(moment, expiresAt),
    fundsSufficient: approval.fundsSufficient,
    authorizationSlot: approval.slot,
    subscribedAt,
    ...(mandate.planDeferred ? { planDeferred: false, planPublishAt: moment.realNow } : {}),
    // Orders are watched further: a second payment must be noticed too.
    ...(mandate.sellMode === 'once' ? {} : { watchAt: null }),
  });
  if (mandate.planDeferred) await wakePlanPublisher(tx, mandate.livemode);
  return { mandate: active, event: mandateEvent('mandate.activated', active, moment.now) };
}
