import type { AccountFailureCode } from '../../rules/failures.ts';
import type { Tx } from '../db/connect.ts';
import { recordEvents } from '../events/record-events.ts';
import { endMandate } from '../mandates/end-mandate.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { recurrenceOf } from './recurrence.ts';
import { chargeEvent } from './charge-event.ts';
import { decideFailure } from '../../rules/charges/machine.ts';
import { type Moment, toRealTime } from '../merchants/moment.ts';
import { SHARED_FROM_SECONDS, wakeCollector } from './place-charge.ts';
import { type ChargeRow, updateCharge } from './queries.ts';

/**
 * Why an attempt failed, in the contract's codes: the state of the payer's or payee's account, or of the
 * mint.
 */
export interface ChargeFailure {
  code: AccountFailureCode;
  message: string;
}

/** A charge with its mandate, both locked until the transaction ends. */
export interface LockedCharge {
  mandate: MandateRow;
  charge: ChargeRow;
}

const CLOSED = { nextAttemptAt: null, wakeAt: null, backoffUntil: null, leaseToken: null } as const;

/**
 * Records a failed attempt: retried later in its window, or abandoned, which revokes the mandate. The caller
 * holds both locked. If the mandate has ended meanwhile, the charge is skipped instead.
 */
export async function failCharge(
  tx: Tx,
  { mandate, charge }: LockedCharge,
  failure: ChargeFailure,
  moment: Moment,
): Promise<void> {
  const recurrence = recurrenceOf(mandate);
  if (!recurrence.active) return skipCharge(tx, { mandate, charge }, moment);
  const decision = decideFailure(recurrence, charge, moment.now);
  if (decision.kind === 'abandon') {
    return abandonCharge(
      tx,
      { mandate, charge: { ...charge, attempts: charge.attempts + 1 } },
      failure,
      moment,
    );
  }
  const wakeAt = toRealTime(moment, decision.at);
  const failed = await updateCharge(tx, charge.id, {
    status: 'retrying',
    attempts: charge.attempts + 1,
    setbacks: 0,
    failureCode: failure.code,
    failureMessage: failure.message,
    nextAttemptAt: decision.at,
    wakeAt,
    backoffUntil: null,
    leaseToken: null,
  });
  await wakeCollector(tx, charge, wakeAt, moment.realNow);
  await recordEvents(tx, mandate, [chargeEvent('charge.failed', failed, mandate, moment.now)], moment);
}

/** Gives a charge up and revokes its mandate: retries are exhausted, or the allowance is gone. The caller holds both locked. */
export async function abandonCharge(
  tx: Tx,
  { mandate, charge }: LockedCharge,
  failure: ChargeFailure,
  moment: Moment,
): Promise<void> {
  const abandoned = await updateCharge(tx, charge.id, {
    ...CLOSED,
    status: 'abandoned',
    attempts: charge.attempts,
    failureCode: failure.code,
    failureMessage: failure.message,
  });
  const endedBy = failure.code === 'allowance_gone' ? 'payer' : 'payment_failed';
  const { event } = await endMandate(tx, mandate, 'cancel', moment.now, endedBy);
  await recordEvents(
    tx,
    mandate,
    [chargeEvent('charge.abandoned', abandoned, mandate, moment.now), event],
    moment,
  );
}

/** Records that a charge fell due while its mandate was no longer active. The caller holds both locked. */
export async function skipCharge(tx: Tx, { mandate, charge }: LockedCharge, moment: Moment): Promise<void> {
  const skipped = await updateCharge(tx, charge.id, { ...CLOSED, status: 'skipped' });
  await recordEvents(tx, mandate, [chargeEvent('charge.skipped', skipped, mandate, moment.now)], moment);
}

/** 2 s, doubling to 5 minutes: a charge with a fault of its own does not recover by frequent retries. */
const SETBACK_SECONDS = { first: 2, most: 300 };
/**
 * In an outage it doubles three times at most, to 16 s, so that charges resume soon after the chain is back.
 */
const OUTAGE_SETBACKS = 3;

/**
 * Sets a charge back after a fault of ours: no event, not counted as an attempt, retried in real time.
 * With `waitSeconds` it waits exactly that long; this is not a fault and does not lengthen the next delay.
 */
export async function setBackCharge(
  tx: Tx,
  charge: ChargeRow,
  moment: Moment,
  { isOutage = false, waitSeconds = null }: { isOutage?: boolean; waitSeconds?: number | null } = {},
): Promise<void> {
  const setbacks = isOutage ? Math.min(charge.setbacks, OUTAGE_SETBACKS) : charge.setbacks;
  const delay = Math.min(SETBACK_SECONDS.first * 2 ** Math.min(setbacks, 10), SETBACK_SECONDS.most);
  const backoffUntil = moment.realNow + (waitSeconds ?? delay);
  const after = isOutage ? Math.min(setbacks + 1, OUTAGE_SETBACKS) : setbacks + 1;
  await updateCharge(tx, charge.id, {
    status: statusBefore(charge),
    setbacks: waitSeconds === null ? after : charge.setbacks,
    wakeAt: moment.realNow,
    backoffUntil,
    leaseToken: null,
  });
  // Late enough to share a job: an outage sets thousands back at once.
  const wakeAt = Math.max(backoffUntil, moment.realNow + SHARED_FROM_SECONDS);
  await wakeCollector(tx, charge, wakeAt, moment.realNow);
}

/** Lets a charge wait for its window to open on chain: by the merchant's clock, and nobody's fault. */
export async function postponeCharge(
  tx: Tx,
  charge: ChargeRow,
  moment: Moment,
  waitSeconds: number,
): Promise<void> {
  const wakeAt = moment.realNow + waitSeconds;
  await updateCharge(tx, charge.id, {
    status: statusBefore(charge),
    wakeAt,
    backoffUntil: null,
    leaseToken: null,
  });
  await wakeCollector(tx, charge, wakeAt, moment.realNow);
}

/** What a charge was before it was taken up. With a signature it stays processing until that is resolved. */
function statusBefore({ signatures, attempts }: ChargeRow): ChargeRow['status'] {
  if (signatures > 0) return 'processing';
  return attempts > 0 ? 'retrying' : 'scheduled';
}
