import type { AttemptRow } from '../attempts/queries.ts';
import { classifyFailure, inChainsWords } from '../chain/failure.ts';
import type { Tx } from '../db/connect.ts';
import type { Moment } from '../merchants/moment.ts';
import { failRefund, type LockedRefund, settleRefund } from './close-refund.ts';
import { updateRefund } from './queries.ts';
import { type Outcome, transferIndexOf } from '../charges/apply-outcome.ts';

/**
 * Applies the outcome of an attempt to its refund. The caller holds refund and attempt locked. An attempt
 * that failed on chain ends the refund; one that expired moved nothing, so the watch continues. Returns
 * false, and changes nothing, for a landing whose transfers all settled something else.
 */
export async function applyToRefund(
  tx: Tx,
  locked: LockedRefund,
  attempt: AttemptRow,
  outcome: Outcome,
  moment: Moment,
): Promise<boolean> {
  const { refund } = locked;
  if (outcome.kind === 'landed') return settleRefund(tx, locked, outcome.landings, moment);
  if (refund.status !== 'pending') return true;
  if (outcome.kind === 'expired') {
    await updateRefund(tx, refund.id, { wakeAt: moment.realNow });
    return true;
  }
  const failure = inChainsWords(classifyFailure(outcome.error, transferIndexOf(attempt)), outcome.error);
  const code = failure.kind === 'account' ? failure.code : 'chain_refused';
  await failRefund(tx, refund, { code, message: failure.message });
  return true;
}
