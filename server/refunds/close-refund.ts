import { hasSignedAttempt } from '../attempts/queries.ts';
import { type ChargeRow, lockCharge, updateCharge } from '../charges/queries.ts';
import type { Tx } from '../db/connect.ts';
import type { Moment } from '../merchants/moment.ts';
import { recordEvents } from '../events/record-events.ts';
import { claimSettlement, type Landing } from '../attempts/settlements.ts';
import { lockMandate, type MandateRow } from '../mandates/queries.ts';
import { refundEvent } from './refund-event.ts';
import { lockRefund, type RefundFailure, type RefundRow, updateRefund } from './queries.ts';

/** A refund with its charge and mandate, all locked until the transaction ends. */
export interface LockedRefund {
  mandate: MandateRow;
  charge: ChargeRow;
  refund: RefundRow;
}

/** Locks a refund after its mandate and charge: the lock order used everywhere. */
export async function lockWholeRefund(
  tx: Tx,
  { id, chargeId, mandateId }: Pick<RefundRow, 'id' | 'chargeId' | 'mandateId'>,
): Promise<LockedRefund> {
  const mandate = await lockMandate(tx, mandateId);
  const charge = await lockCharge(tx, chargeId);
  return { mandate, charge, refund: await lockRefund(tx, id) };
}

/**
 * Whether a refund still fits its charge: others, found on chain after a restore, may have used up the rest
 * of it.
 */
export function fitsCharge({ amount, refunded }: ChargeRow, refund: Pick<RefundRow, 'amount'>): boolean {
  return refunded + refund.amount <= amount;
}

/** The error of a refund that no longer fits its charge. */
export const NOT_COVERED: RefundFailure = {
  code: 'refund_exceeds_charge',
  message: 'Other refunds, found on chain after the database was restored, leave too little of the charge.',
};

/**
 * Records that a refund's money moved in the first of `landings` that settled nothing else. The caller holds
 * mandate, charge and refund locked. Returns false, and changes nothing, if every landing was counted before.
 */
export async function settleRefund(
  tx: Tx,
  { charge, refund }: LockedRefund,
  landings: readonly Landing[],
  moment: Moment,
): Promise<boolean> {
  if (refund.status === 'succeeded') return true;
  const txSignature = await claimSettlement(tx, refund, { refundId: refund.id }, landings, moment.realNow);
  if (txSignature === null) return false;
  await updateCharge(tx, charge.id, { refunded: charge.refunded + refund.amount });
  const settled = await updateRefund(tx, refund.id, {
    status: 'succeeded',
    txSignature,
    failureCode: null,
    failureMessage: null,
    wakeAt: null,
    settledAt: moment.now,
  });
  await recordEvents(tx, settled, [refundEvent('refund.succeeded', settled, moment.now)], moment);
  return true;
}

/** Records that a refund will not happen: its amount can be refunded again. The caller holds it locked. */
export async function failRefund(
  tx: Tx,
  refund: RefundRow,
  failure: RefundFailure,
  moment: Moment,
): Promise<void> {
  if (refund.status !== 'pending') return;
  const failed = await updateRefund(tx, refund.id, {
    status: 'failed',
    failureCode: failure.code,
    failureMessage: failure.message,
    wakeAt: null,
  });
  await recordEvents(tx, failed, [refundEvent('refund.failed', failed, moment.now)], moment);
}

/**
 * Records why the chain rejects a refund whose signed bytes are out and could still land once the payee has
 * funds: it stays pending until they expire, and then fails. The caller holds it locked.
 */
export async function noteRefusal(tx: Tx, refund: RefundRow, failure: RefundFailure): Promise<void> {
  if (refund.status !== 'pending' || (await hasSignedAttempt(tx, { refundId: refund.id }))) return;
  await updateRefund(tx, refund.id, { failureCode: failure.code, failureMessage: failure.message });
}

/** Why the chain rejected a refund when it was last submitted; null if it did not. */
export function refusalOf({
  failureCode,
  failureMessage,
}: Pick<RefundRow, 'failureCode' | 'failureMessage'>): RefundFailure | null {
  return failureCode === null ? null : { code: failureCode, message: failureMessage ?? '' };
}
