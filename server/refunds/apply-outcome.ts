import { type Applier, type Appliers, type Outcome, transferIndexOf } from '../attempts/outcome.ts';
import type { AttemptRow } from '../attempts/queries.ts';
import { classifyFailure, inChainsWords } from '../chain/failure.ts';
import { chargeApplier } from '../charges/apply-outcome.ts';
import { lockCharge } from '../charges/queries.ts';
import type { Tx } from '../db/connect.ts';
import { lockMandate } from '../mandates/queries.ts';
import type { Moment } from '../merchants/moment.ts';
import { failRefund, type LockedRefund, settleRefund } from './close-refund.ts';
import { findChargeOfRefund, lockRefund, updateRefund } from './queries.ts';

/** What the outcome of an attempt means for its refund. */
export const refundApplier: Applier = {
  async lock(tx, { mandateId, refundId }) {
    const mandate = await lockMandate(tx, mandateId);
    const charge = await lockCharge(tx, await findChargeOfRefund(tx, refundId!));
    const refund = await lockRefund(tx, refundId!);
    return {
      tenant: mandate,
      txSignature: refund.txSignature,
      apply: (attempt, outcome, moment) => apply(tx, { mandate, charge, refund }, attempt, outcome, moment),
    };
  },
  isTakenUp: () => Promise.resolve(false),
};

/** Both kinds, for the resolver of attempts. */
export const APPLIERS: Appliers = { charge: chargeApplier, refund: refundApplier };

/** An attempt that failed on chain ends the refund; one that expired moved nothing, so the watch continues. */
async function apply(
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
  await failRefund(tx, refund, { code, message: failure.message }, moment);
  return true;
}
