import type { Tx } from '../db/connect.ts';
import { type NewEvent, recordEvents } from '../events/record-events.ts';
import { enqueueMany, enqueueManyOnce, type JobSpec } from '../jobs/enqueue.ts';
import { derivedId, newId } from '../lib/ids.ts';
import { recurrenceOf } from './recurrence.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { type Moment, toRealTime } from '../merchants/moment.ts';
import { chargeEvent } from './charge-event.ts';
import { windowEnd } from '../../rules/charges/machine.ts';
import { announcedAt } from '../../rules/charges/upcoming.ts';
import { type ChargeRow, insertCharges, type NewChargeRow, updateCharge } from './queries.ts';

/**
 * A new charge of a mandate's period. Its id is derived from mandate and period, so no mandate has two
 * charges of one period; a row that moves to a later period keeps its id, and the next one is placed after
 * it. `amountAtomic` is the mandate's unless a payment had another amount.
 */
export function newCharge(
  mandate: MandateRow,
  period: { periodIndex: number; dueAt: number },
  moment: Moment,
  amountAtomic: bigint = mandate.amountPerPeriod,
): NewChargeRow {
  return {
    id: derivedId('charge', mandate.id, period.periodIndex),
    position: newId('charge'),
    merchantId: mandate.merchantId,
    livemode: mandate.livemode,
    mandateId: mandate.id,
    periodIndex: period.periodIndex,
    dueAt: period.dueAt,
    amount: amountAtomic,
    status: 'scheduled',
    attempts: 0,
    setbacks: 0,
    signatures: 0,
    txSignature: null,
    refunded: 0n,
    failureCode: null,
    failureMessage: null,
    nextAttemptAt: period.dueAt,
    wakeAt: toRealTime(moment, period.dueAt),
    backoffUntil: null,
    leaseToken: null,
    createdAt: moment.now,
    settledAt: null,
    receiptNumber: null,
    dunningPolicyId: null,
    version: 1,
    announceAt: announceAtOf(mandate, period, moment),
  };
}

/** In real time, as `wakeAt` is. */
function announceAtOf(mandate: MandateRow, { dueAt }: { dueAt: number }, moment: Moment): number | null {
  const at = announcedAt(mandate, dueAt, moment.now);
  return at === null ? null : toRealTime(moment, at);
}

/** A period of a mandate that is to be charged. */
export interface Placement {
  mandate: MandateRow;
  period: { periodIndex: number; dueAt: number };
  moment: Moment;
}

/** What was placed, and its event if it lies in the future, which the caller records. */
export interface Placed {
  charge: ChargeRow;
  events: NewEvent[];
}

/** Schedules the mandate's charge of a period, with its wake-up. The caller holds the mandate locked. */
export async function placeCharge(
  tx: Tx,
  mandate: MandateRow,
  period: Placement['period'],
  moment: Moment,
): Promise<Placed> {
  const [placed] = await placeCharges(tx, [{ mandate, period, moment }]);
  return placed!;
}

/** The same for one charge of each of several mandates, with as many statements as for one. */
export async function placeCharges(tx: Tx, placements: readonly Placement[]): Promise<Placed[]> {
  const charges = placements.map(({ mandate, period, moment }) => newCharge(mandate, period, moment));
  await insertCharges(tx, charges);
  const wakes = placements.map(({ moment }, at) => {
    const charge = charges[at]!;
    return { charge, at: charge.wakeAt!, realNow: moment.realNow };
  });
  await wakeCollectors(tx, wakes);
  return placements.map(({ mandate, moment }, at) => {
    const charge = charges[at]!;
    const isFuture = charge.dueAt > moment.now;
    return { charge, events: isFuture ? [chargeEvent('charge.scheduled', charge, mandate, moment.now)] : [] };
  });
}

/**
 * Moves a charge whose window passed without an attempt, or without one that landed, to a later one: the same row, announced again unless
 * that window has passed too.
 */
export async function moveCharge(
  tx: Tx,
  charge: ChargeRow,
  mandate: MandateRow,
  period: { periodIndex: number; dueAt: number },
  moment: Moment,
): Promise<void> {
  const wakeAt = toRealTime(moment, period.dueAt);
  const moved = await updateCharge(tx, charge.id, {
    periodIndex: period.periodIndex,
    dueAt: period.dueAt,
    status: 'scheduled',
    attempts: 0,
    // Those of the window before are under another reference.
    signatures: 0,
    failureCode: null,
    failureMessage: null,
    dunningPolicyId: null,
    nextAttemptAt: period.dueAt,
    wakeAt,
    leaseToken: null,
    announceAt: announceAtOf(mandate, period, moment),
  });
  await wakeCollector(tx, charge, wakeAt, moment.realNow);
  if (windowEnd(recurrenceOf(mandate), moved.periodIndex) <= moment.now) return;
  await recordEvents(tx, mandate, [chargeEvent('charge.scheduled', moved, mandate, moment.now)], moment);
}

/** Future charges share one wake-up per 5 s of due time: ten million charges must not be ten million jobs. */
const BUCKET_SECONDS = 5;
/** Within this time each second has its own wake-up, so that short periods are charged on time. */
const NEAR_SECONDS = 60;
/** A job due sooner may already be running, and would miss what this transaction has not committed yet. */
export const SHARED_FROM_SECONDS = 3;

/** A charge that the collector is to look at. */
interface Wake {
  charge: Pick<ChargeRow, 'livemode' | 'mandateId'>;
  /** In real time. */
  at: number;
  realNow: number;
}

/** Wakes the collector for a charge at real time `at`. */
export function wakeCollector(tx: Tx, charge: Wake['charge'], at: number, realNow: number): Promise<void> {
  return wakeCollectors(tx, [{ charge, at, realNow }]);
}

/**
 * Charges of one bucket share a job. Charges due sooner have one job per mandate, whose lock the caller holds, so that nobody waits for
 * another's job.
 */
async function wakeCollectors(tx: Tx, wakes: readonly Wake[]): Promise<void> {
  const [own, shared]: [JobSpec[], JobSpec[]] = [[], []];
  for (const { charge, at, realNow } of wakes) {
    const { livemode, mandateId } = charge;
    const runAt = at - realNow < NEAR_SECONDS ? at : Math.ceil(at / BUCKET_SECONDS) * BUCKET_SECONDS;
    const isSoon = runAt - realNow < SHARED_FROM_SECONDS;
    const jobKey = isSoon ? `collect/${mandateId}` : `collect/${livemode}/${runAt}`;
    (isSoon ? own : shared).push({ task: 'charges:collect', payload: { livemode }, runAt, jobKey });
  }
  await enqueueMany(tx, own);
  await enqueueManyOnce(tx, shared);
}
