import type { Tx } from '../db/connect.ts';
import { type NewEvent, recordEvents } from '../events/record-events.ts';
import { endMandate } from '../mandates/end-mandate.ts';
import { recurrenceOf } from './recurrence.ts';
import { type MandateRow, updateMandate } from '../mandates/queries.ts';
import { currentChainState, mayHaveForgotten } from '../recovery/chain-state.ts';
import { claimSettlement, type Landing } from '../attempts/settlements.ts';
import type { LockedCharge } from './close-charge.ts';
import { chargeEvent } from './charge-event.ts';
import { decideNext } from '../../rules/charges/machine.ts';
import type { Moment } from '../merchants/moment.ts';
import { placeCharge } from './place-charge.ts';
import { type ChargeRow, updateCharge } from './queries.ts';

/**
 * Records that a charge's money moved in the first of `landings` that settled nothing else, and what follows:
 * the next charge, or the mandate's completion. One transaction holds outcome, events, deliveries and the
 * next row. The caller holds mandate and charge locked, and the charge has not succeeded yet. Returns false,
 * and changes nothing, if every landing was counted before.
 */
export async function settleCharge(
  tx: Tx,
  locked: LockedCharge,
  landings: readonly Landing[],
  moment: Moment,
): Promise<boolean> {
  const target = { chargeId: locked.charge.id };
  const txSignature = await claimSettlement(tx, locked.charge, target, landings, moment.realNow);
  if (txSignature === null) return false;
  const charge = await updateCharge(tx, locked.charge.id, {
    status: 'succeeded',
    txSignature,
    settledAt: moment.now,
    failureCode: null,
    failureMessage: null,
    nextAttemptAt: null,
    wakeAt: null,
    backoffUntil: null,
    leaseToken: null,
  });
  const pulled = locked.mandate.pulled + charge.amount;
  const { budget } = locked.mandate;
  const mandate = await updateMandate(tx, locked.mandate.id, {
    periodsCharged: locked.mandate.periodsCharged + 1,
    pulled,
    // More was pulled than the budget allows: a restore forgot a top-up. The chain is right.
    budget: budget > pulled || locked.mandate.sellMode === 'once' ? budget : pulled,
    goneSeenAt: null,
  });
  const events = [chargeEvent('charge.succeeded', charge, mandate, moment.now)];
  // A transaction signed before a revocation may land after it: the money is counted, and nothing more is
  // scheduled.
  if (mandate.status === 'active') events.push(...(await followUp(tx, mandate, charge, moment)));
  await recordEvents(tx, mandate, events, moment);
  return true;
}

async function followUp(tx: Tx, mandate: MandateRow, charge: ChargeRow, moment: Moment): Promise<NewEvent[]> {
  const state = await currentChainState(tx, mandate.livemode, moment.realNow);
  const pace = mayHaveForgotten(state, mandate) ? 'following' : 'current';
  const next = decideNext(
    recurrenceOf(mandate),
    charge.periodIndex,
    mandate.periodsCharged,
    moment.now,
    pace,
  );
  if (next.kind === 'complete') return [(await endMandate(tx, mandate, 'complete', moment.now)).event];
  // This was the last window: the mandate ends at its own expiry.
  if (next.kind === 'expire') return [];
  return (await placeCharge(tx, mandate, next, moment)).events;
}
