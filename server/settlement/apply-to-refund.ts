import type { AttemptRow } from '../attempts/queries.ts';
import { classifyFailure } from '../chain/failure.ts';
import type { Tx } from '../db/connect.ts';
import type { Moment } from '../merchants/moment.ts';
import { failRefund, settleRefund } from '../refunds/close-refund.ts';
import { lockRefund, updateRefund } from '../refunds/queries.ts';
import { type Outcome, transferIndexOf } from './apply-to-charge.ts';

/**
 * Takes a refund on from what became of its attempt. The caller holds the attempt locked. One that failed on chain
 * is over; one that expired moved nothing, so the watch goes on with it.
 */
export async function applyToRefund(
  tx: Tx,
  attempt: AttemptRow,
  outcome: Outcome,
  moment: Moment,
): Promise<void> {
  const refund = await lockRefund(tx, attempt.refundId!);
  if (outcome.kind === 'landed') return settleRefund(tx, refund, outcome.signature, moment);
  if (refund.status !== 'pending') return;
  if (outcome.kind === 'expired') {
    await updateRefund(tx, refund.id, { wakeAt: moment.realNow });
    return;
  }
  const failure = classifyFailure(outcome.error, transferIndexOf(attempt));
  const code = failure.kind === 'account' ? failure.code : 'chain_refused';
  await failRefund(tx, refund, { code, message: failure.message });
}
