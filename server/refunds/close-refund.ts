import { updateCharge, lockCharge } from '../charges/queries.ts';
import type { Tx } from '../db/connect.ts';
import type { Moment } from '../merchants/moment.ts';
import { type RefundRow, updateRefund } from './queries.ts';

/** Records that a refund's money moved in `txSignature`, now. The caller holds its mandate and the refund locked. */
export async function settleRefund(
  tx: Tx,
  refund: RefundRow,
  txSignature: string,
  { now }: Pick<Moment, 'now'>,
): Promise<void> {
  if (refund.status === 'succeeded') return;
  const charge = await lockCharge(tx, refund.chargeId);
  await updateCharge(tx, charge.id, { refunded: charge.refunded + refund.amount });
  await updateRefund(tx, refund.id, {
    status: 'succeeded',
    txSignature,
    failureCode: null,
    failureMessage: null,
    wakeAt: null,
    settledAt: now,
  });
}

/** Records that a refund will not happen: its amount can be refunded again. The caller holds it locked. */
export async function failRefund(
  tx: Tx,
  refund: RefundRow,
  failure: { code: string; message: string },
): Promise<void> {
  if (refund.status !== 'pending') return;
  await updateRefund(tx, refund.id, {
    status: 'failed',
    failureCode: failure.code,
    failureMessage: failure.message,
    wakeAt: null,
  });
}
