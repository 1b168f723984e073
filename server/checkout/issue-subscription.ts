import { ApiError } from '../../rules/api-error.ts';
import { authorizeSubscription } from '../activation/authorize-subscription.ts';
import type { Chain } from '../chain/rpc.ts';
import { nextStep, type Signing, type SigningStep } from '../chain/subscriptions/signing-steps.ts';
import { isRestorable, standingOf } from '../chain/subscriptions/standing.ts';
import { settleSubscriptions } from '../delegations/settle-subscriptions.ts';
import type { Deployment } from '../deployment.ts';
import { type MandateRow } from '../mandates/queries.ts';
import { hasPlan, type SubscribedMandate } from '../mandates/subscribed.ts';
import { ensurePlan } from '../subscription-plans/ensure-plan.ts';
import { requireUnguarded } from '../subscriptions/require-unguarded.ts';
import { readSigning } from './read-signing.ts';
import { mayBeSponsored } from './sponsor-fee.ts';

/** What the payer signs next, of a mandate whose plan is on chain. */
export interface IssuedStep extends SigningStep {
  mandate: SubscribedMandate;
  /** Whether the service pays its fee and the rent of what it opens. */
  isSponsored: boolean;
}

/**
 * The next step of a pending mandate of the plan scheme. Its plan is made if there is none to subscribe to. Where the payer subscribed already and
 * another application's delegate came after, they make their authority the delegate again. The service pays fee and rent if it may, unless
 * `payerPaysFee`. Throws mandate_not_pending, verification_failed, broadcast_unavailable, parameter_invalid of a guarded token account, what
 * ensurePlan throws; ChainUnavailableError.
 */
export async function issueSubscription(
  deployment: Deployment,
  chain: Chain,
  asked: MandateRow,
  { payerPaysFee }: { payerPaysFee: boolean },
): Promise<IssuedStep> {
  const { mandate, signing } = await findSigning(deployment, chain, asked);
  requireUnguarded(signing.reads);
  const step = await nextStep(signing);
  const isSponsored =
    !payerPaysFee && (await mayBeSponsored(deployment, chain, mandate, step, signing.reads)) === 'offered';
  if (!isSponsored) return { mandate, ...step, isSponsored };
  return { mandate, ...(await nextStep({ ...signing, rentPayer: chain.feePayer.address })), isSponsored };
}

async function findSigning(
  deployment: Deployment,
  chain: Chain,
  asked: MandateRow,
): Promise<{ mandate: SubscribedMandate; signing: Signing }> {
  // What the payer signed is looked for first: a plan that they subscribed to is never replaced by another.
  const isConsented = hasPlan(asked) && (await isSigned(deployment, chain, asked));
  await settleSubscriptions(deployment, chain, asked);
  if (isConsented) {
    const signing = await readSigning(deployment, chain, asked, { isConsented });
    if (isRestorable(standingOf(asked, signing.reads))) return { mandate: asked, signing };
  }
  const { mandate } = await ensurePlan(deployment, chain, asked);
  if (!hasPlan(mandate)) throw new Error(`Bug: mandate ${mandate.id} has no plan after it was chosen.`);
  const signing = await readSigning(deployment, chain, mandate, { isConsented: false });
  return { mandate, signing };
}

/** Whether the payer subscribed, and something is missing still. Throws mandate_not_pending, verification_failed. */
async function isSigned(deployment: Deployment, chain: Chain, mandate: MandateRow): Promise<boolean> {
  const outcome = await authorizeSubscription(deployment, chain, mandate, {});
  if (outcome === 'activated' || outcome === 'not_pending') throw new ApiError('mandate_not_pending');
  if (outcome === 'short_of_funds') throw new ApiError('verification_failed');
  return outcome === 'not_covered';
}
