import type { Signature } from '@solana/kit';
import { type AttemptRow, hasSignedAttempt, insertAttempts } from '../attempts/queries.ts';
import type { Tx } from '../db/connect.ts';
import { newId } from '../lib/ids.ts';
import { findDeparture } from '../merchants/departure-queries.ts';
import { currentChainState } from '../recovery/chain-state.ts';
import { fitsCharge, lockWholeRefund } from './close-refund.ts';
import type { RefundRow } from './queries.ts';
import { findForgottenRefunds } from './recovery-queries.ts';
import { refundTermsOf } from './refund-terms.ts';

/** A refund's signed bytes with everything needed to learn their outcome. */
export interface SignedRefund {
  signature: Signature;
  wire: Uint8Array;
  lastValidBlockHeight: number;
  blockHeightAtSigning: number;
  slotAtSigning: number;
}

/** 2 s: by then the sending process has checked the outcome itself, or has died and another must. */
const FIRST_CHECK_SECONDS = 2;

/**
 * Commits a refund's bytes before they are sent. Returns null if the refund is no longer pending, if other
 * bytes for it may still land, if the merchant has departed, if the chain was halted or a recovery began since `recovery` (when the chain
 * was asked), or if refunds of its charge may be forgotten or leave too little of it.
 */
export async function commitRefundAttempt(
  tx: Tx,
  refund: RefundRow,
  signed: SignedRefund,
  { recovery, realNow }: { recovery: number; realNow: number },
): Promise<AttemptRow | null> {
  const { mandate, charge, refund: current } = await lockWholeRefund(tx, refund);
  const state = await currentChainState(tx, refund.livemode, realNow);
  if (state === null || state.haltedReason !== null || state.recovery !== recovery) return null;
  // Another deployment refunds its payers.
  if ((await findDeparture(tx, refund)) !== null) return null;
  if (!fitsCharge(charge, current) || (await findForgottenRefunds(tx, state, charge.id)) !== null)
    return null;
  if (current.status !== 'pending' || (await hasSignedAttempt(tx, { refundId: refund.id }))) return null;
  const attempt: AttemptRow = {
    id: newId('attempt'),
    merchantId: refund.merchantId,
    livemode: refund.livemode,
    mandateId: refund.mandateId,
    chargeId: null,
    refundId: refund.id,
    reference: refundTermsOf(refund, mandate).reference,
    amount: refund.amount,
    ...signed,
    state: 'signed',
    error: null,
    signedAt: realNow,
    checkAt: realNow + FIRST_CHECK_SECONDS,
    resolvedAt: null,
    backoffUntil: null,
  };
  await insertAttempts(tx, [attempt]);
  return attempt;
}
