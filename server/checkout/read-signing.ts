import { ApiError } from '../../rules/api-error.ts';
import { type Chain, ChainUnavailableError } from '../chain/rpc.ts';
import { runAtClockOf } from '../chain/run-at-clock.ts';
import { subscriptionsOn } from '../chain/subscriptions/probe.ts';
import { readSubscription } from '../chain/subscriptions/read-subscription.ts';
import type { Signing } from '../chain/subscriptions/signing-steps.ts';
import type { Deployment } from '../deployment.ts';
import type { SubscribedMandate } from '../mandates/subscribed.ts';
import { readMoment } from '../merchants/moment.ts';
import { differenceOf } from '../subscription-plans/plan-terms.ts';
import { findPlan } from '../subscription-plans/queries.ts';

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
