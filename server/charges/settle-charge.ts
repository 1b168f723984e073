import type { Tx } from '../db/connect.ts';
import { type NewEvent, recordEvents } from '../events/record-events.ts';
import { endMandate } from '../mandates/end-mandate.ts';
import { recurrenceOf } from './recurrence.ts';
import { type PulledMandate, setPulled } from '../mandates/queries.ts';
import { currentChainState, mayHaveForgotten } from '../recovery/chain-state.ts';
import { claimSettlement, claimSettlements, type Landing } from '../attempts/settlements.ts';
import type { LockedCharge } from './close-charge.ts';
import { chargeEvent } from './charge-event.ts';
import { decideNext } from '../../rules/charges/machine.ts';
import type { Moment } from '../merchants/moment.ts';
import { type Placement, placeCharges } from './place-charge.ts';
import { setPaid } from './queries.ts';
import { takeReceiptNumbers } from './receipt-numbers.ts';
import { expiringEvents } from './authorization-expiring.ts';

/** A charge with the transfers that may pay it, oldest first. Mandate and charge are locked, and the charge has not succeeded yet. */
export interface Settlement extends LockedCharge {
  landings: readonly Landing[];
  moment: Moment;
}

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
  const settled = await settleCharges(tx, [{ ...locked, landings, moment }]);
  return settled.has(locked.charge.id);
}

/**
 * The same for charges of as many mandates, all of one mode, with about as many statements as for one. Returns the ids of those that
 * were settled.
 */
export async function settleCharges(
  tx: Tx,
  settlements: readonly Settlement[],
): Promise<ReadonlySet<string>> {
  const by = await claimAll(tx, settlements);
  const claimed = settlements.filter(({ charge }) => by.has(charge.id));
  if (claimed.length === 0) return new Set();
  const mandates = await setPulled(tx, claimed.map(pulledFrom));
  // From here until the commit nobody else settles for these merchants: what can be done before is.
  const numbers = await takeReceiptNumbers(
    tx,
    claimed.map(({ charge }) => charge),
  );
  const charges = await setPaid(
    tx,
    claimed.map(({ charge: { id }, moment }) => ({
      id,
      txSignature: by.get(id)!,
      settledAt: moment.now,
      receiptNumber: numbers.get(id)!,
    })),
  );
  const paid = claimed.map(({ mandate, charge, moment }) => ({
    mandate: mandates.get(mandate.id)!,
    charge: charges.get(charge.id)!,
    wasGivenUp: charge.status === 'abandoned',
    moment,
  }));
  const followed = await followUp(tx, paid);
  const byTenant = Map.groupBy(paid, ({ mandate }) => mandate.merchantId);
  for (const ofTenant of byTenant.values()) {
    const events = ofTenant.flatMap(({ mandate, charge, moment }) => [
      chargeEvent('charge.succeeded', charge, mandate, moment.now),
      ...(followed.get(mandate.id) ?? []),
    ]);
    const [{ mandate, moment }] = ofTenant as [Paid];
    await recordEvents(tx, mandate, events, moment);
  }
  return new Set(by.keys());
}

/** The signature that settles each charge, by its id. Those whose transfers were all counted before are not in it. */
async function claimAll(tx: Tx, settlements: readonly Settlement[]): Promise<ReadonlyMap<string, string>> {
  const by = new Map<string, string>();
  const [single, several] = [
    settlements.filter(({ landings }) => landings.length === 1),
    settlements.filter(({ landings }) => landings.length !== 1),
  ];
  if (single.length > 0) {
    const claims = single.map(({ charge, landings }) => ({
      tenant: charge,
      chargeId: charge.id,
      landing: landings[0]!,
    }));
    const ids = await claimSettlements(tx, claims, single[0]!.moment.realNow);
    for (const { chargeId, landing } of claims) if (ids.has(chargeId)) by.set(chargeId, landing.signature);
  }
  for (const { charge, landings, moment } of several) {
    const target = { chargeId: charge.id };
    const signature = await claimSettlement(tx, charge, target, landings, moment.realNow);
    if (signature !== null) by.set(charge.id, signature);
  }
  return by;
}

function pulledFrom({ mandate, charge }: LockedCharge): PulledMandate {
  const { id, budget } = mandate;
  const pulled = mandate.pulled + charge.amount;
  return {
    id,
    periodsCharged: mandate.periodsCharged + 1,
    pulled,
    // More was pulled than the budget allows: a restore forgot a top-up. The chain is right.
    budget: budget > pulled || mandate.sellMode === 'once' ? budget : pulled,
  };
}

interface Paid extends LockedCharge {
  /** It had been given up, and its merchant kept the mandate: the next charge is placed already. */
  wasGivenUp: boolean;
  moment: Moment;
}

/** Places the next charge of each mandate, or ends it. Returns the events by mandate id. */
async function followUp(tx: Tx, paid: readonly Paid[]): Promise<ReadonlyMap<string, NewEvent[]>> {
  const events = new Map<string, NewEvent[]>();
  // A transaction signed before a revocation may land after it: the money is counted, and nothing more is
  // scheduled.
  const active = paid.filter(({ mandate }) => mandate.status === 'active');
  if (active.length === 0) return events;
  const state = await currentChainState(tx, active[0]!.mandate.livemode, active[0]!.moment.realNow);
  const placements: Placement[] = [];
  for (const { mandate, charge, wasGivenUp, moment } of active) {
    const pace = mayHaveForgotten(state, mandate) ? 'following' : 'current';
    const { periodsCharged } = mandate;
    const next = decideNext(recurrenceOf(mandate), charge.periodIndex, periodsCharged, moment.now, pace);
    if (next.kind === 'complete')
      events.set(mandate.id, [(await endMandate(tx, mandate, 'complete', moment.now, 'term')).event]);
    // 'expire': this was the last window, and the mandate ends at its own expiry.
    else if (next.kind !== 'expire' && !wasGivenUp) placements.push({ mandate, period: next, moment });
  }
  const placed = await placeCharges(tx, placements);
  const expiring = await expiringEvents(tx, placements);
  for (const [at, { mandate }] of placements.entries()) {
    events.set(mandate.id, [...placed[at]!.events, ...(expiring.get(mandate.id) ?? [])]);
  }
  return events;
}
