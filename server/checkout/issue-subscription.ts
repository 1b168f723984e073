import { ApiError } from '../../rules/api-error.ts';
import { authorizeSubscription } from '../activation/authorize-subscription.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { runAtClockOf } from '../chain/run-at-clock.ts';
import { subscriptionsOn } from '../chain/subscriptions/probe.ts';
import { readSubscription } from '../chain/subscriptions/read-subscription.ts';
import { nextStep, type Signing, type SigningStep } from '../chain/subscriptions/signing-steps.ts';
import { isRestorable, standingOf } from '../chain/subscriptions/standing.ts';
import { settleSubscriptions } from '../delegations/settle-subscriptions.ts';
import type { Deployment } from '../deployment.ts';
import { type MandateRow } from '../mandates/queries.ts';
import { hasPlan, type SubscribedMandate } from '../mandates/subscribed.ts';
import { readMoment } from '../merchants/moment.ts';
import { ensurePlan } from '../subscription-plans/ensure-plan.ts';
import { differenceOf } from '../subscription-plans/plan-terms.ts';
import { findPlan } from '../subscription-plans/queries.ts';
import { requireUnguarded } from '../subscriptions/require-unguarded.ts';

/** What the payer signs next, of a mandate whose plan is on chain. */
export interface IssuedStep extends SigningStep {
  mandate: SubscribedMandate;
}

/**
 * The next step of a pending mandate of the plan scheme. Its plan is made if there is none to subscribe to. Where the payer subscribed already and
 * another application's delegate came after, they make their authority the delegate again. Throws mandate_not_pending, verification_failed,
 * broadcast_unavailable, parameter_invalid of a guarded token account, what ensurePlan throws; ChainUnavailableError.
 */
export async function issueSubscription(
  deployment: Deployment,
  chain: Chain,
  asked: MandateRow,
): Promise<IssuedStep> {
  // What the payer signed is looked for first: a plan that they subscribed to is never replaced by another.
  const isConsented = hasPlan(asked) && (await isSigned(deployment, chain, asked));
  await settleSubscriptions(deployment, chain, asked);
  if (isConsented) {
    const signing = await readSigning(deployment, chain, asked, { isConsented });
    if (isRestorable(standingOf(asked, signing.reads))) return issueStep(signing, asked);
  }
  const { mandate } = await ensurePlan(deployment, chain, asked);
  if (!hasPlan(mandate)) throw new Error(`Bug: mandate ${mandate.id} has no plan after it was chosen.`);
  const signing = await readSigning(deployment, chain, mandate, { isConsented: false });
  return issueStep(signing, mandate);
}

async function issueStep(signing: Signing, mandate: SubscribedMandate): Promise<IssuedStep> {
  requireUnguarded(signing.reads);
  return { mandate, ...(await nextStep(signing)) };
}

/** Whether the payer subscribed, and something is missing still. Throws mandate_not_pending, verification_failed. */
async function isSigned(deployment: Deployment, chain: Chain, mandate: MandateRow): Promise<boolean> {
  const outcome = await authorizeSubscription(deployment, chain, mandate, {});
  if (outcome === 'activated' || outcome === 'not_pending') throw new ApiError('mandate_not_pending');
  if (outcome === 'short_of_funds') throw new ApiError('verification_failed');
  return outcome === 'not_covered';
}

/** The accounts that decide what a mandate's payer signs, as they are now. Throws broadcast_unavailable; ChainUnavailableError. */
export async function readSigning(
  { db, clock }: Deployment,
  chain: Chain,
  mandate: SubscribedMandate,
  { isConsented }: { isConsented: boolean },
): Promise<Signing> {
  const program = await subscriptionsOn(chain);
  if (program === null) throw new ApiError('broadcast_unavailable');
  const row = await findPlan(db, mandate.planAccount);
  if (row === null) throw new Error(`Bug: mandate ${mandate.id} names a plan that nobody made.`);
  // Simulations and the wallet's own transaction run by the merchant's clock, as the plan was made.
  const { now, realNow } = await readMoment(db, mandate, clock);
  const merchantClock = { merchantId: mandate.merchantId, offsetSeconds: now - realNow };
  await runAtClockOf(chain, merchantClock, [mandate.planAccount]);
  const reads = await readSubscription(chain, mandate, { commitment: 'confirmed' });
  if (reads.plan === null) {
    throw new ChainUnavailableError(
      `No node shows the plan ${mandate.planAccount} of mandate ${mandate.id}.`,
    );
  }
  // A plan that was deleted and made again for somebody else has another second of making, which is all that the subscription would name.
  if (differenceOf(reads.plan, row) !== null || Number(reads.plan.createdAt) !== row.madeAt) {
    throw new Error(`The plan ${mandate.planAccount} on chain is not what mandate ${mandate.id} was given.`);
  }
  return { terms: mandate, planId: row.number, reads, isConsented, program };
}
