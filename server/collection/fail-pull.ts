import { ACCOUNT_FAILURES } from '../../rules/failures.ts';
import type { Failure } from '../chain/failure.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { failCharge } from '../charges/close-charge.ts';
import { detectCancellation } from '../delegations/detect-cancellation.ts';
import { noticeSubscriptionEnd } from '../delegations/notice-subscription-end.ts';
import { applyLandedTopUps } from '../delegations/settle-approvals.ts';
import type { Deployment } from '../deployment.ts';
import type { MandateRow } from '../mandates/queries.ts';
import { hasPlan } from '../mandates/subscribed.ts';
import type { HeldBatch } from './held-batch.ts';
import type { HeldCharge } from './read-due.ts';

/**
 * Handles a charge that cannot be pulled. Only the state of the payer's or payee's account is a failed
 * attempt; anything else is a fault of ours, and sets the charge back.
 */
export async function failPull(
  batch: HeldBatch,
  chain: Chain,
  { charge, mandate }: HeldCharge,
  failure: Failure,
): Promise<void> {
  const { log } = batch.deployment;
  if (failure.kind === 'account' && failure.code !== 'allowance_gone') {
    await batch.change(charge, (tx, locked, now) => failCharge(tx, locked, failure, now));
    return;
  }
  if (failure.kind === 'ours')
    log.error({ chargeId: charge.id, reason: failure.message }, 'a charge cannot be pulled');
  // A missing allowance is more than a failed attempt: confirmed twice at finalized, it revokes the mandate.
  // Until then the charge waits.
  else if (await isDisplaced(batch.deployment, chain, mandate)) {
    const short = { code: 'allowance_short' as const, message: ACCOUNT_FAILURES.allowance_short };
    await batch.change(charge, (tx, locked, now) => failCharge(tx, locked, short, now));
    return;
  }
  await batch.setBack([charge], failure.message);
}

/**
 * Checks whether the payer cancelled the authorization, or another key took its place. Returns true if nothing covers this
 * mandate until the payer signs again: another of our keys has the slot or, in place of a subscription's authority, any. If no node can
 * tell yet, that stays open and blocks no other charge of the batch.
 */
async function isDisplaced(deployment: Deployment, chain: Chain, mandate: MandateRow): Promise<boolean> {
  try {
    if (hasPlan(mandate)) return (await noticeSubscriptionEnd(deployment, chain, mandate)) === 'displaced';
    await applyLandedTopUps(deployment, chain, mandate);
    const { displaced } = await detectCancellation(deployment, chain, mandate);
    return displaced.includes(mandate.id);
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    deployment.log.warn({ err: error, mandateId: mandate.id }, 'looking for a cancellation is postponed');
    return false;
  }
}
