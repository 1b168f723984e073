import { runUnsigned } from '../chain/localnet.ts';
import type { Chain } from '../chain/rpc.ts';
import { runAtClockOf } from '../chain/run-at-clock.ts';
import { subscriptionsOn } from '../chain/subscriptions/probe.ts';
import { readSubscription } from '../chain/subscriptions/read-subscription.ts';
import { nextStep } from '../chain/subscriptions/signing-steps.ts';
import { standingOf } from '../chain/subscriptions/standing.ts';
import type { Deployment } from '../deployment.ts';
import { type MandateRow } from '../mandates/queries.ts';
import { hasPlan } from '../mandates/subscribed.ts';
import { readMoment } from '../merchants/moment.ts';
import { ensurePlan } from '../subscription-plans/ensure-plan.ts';
import type { Approval } from './activate-mandate.ts';
import { reachSlot } from './simulate-approval.ts';

/**
 * Lets the localnet run what the payer's wallet would have signed for a pending mandate of the plan scheme, step by step, so that their authority
 * and subscription are on chain as the program makes them. Throws what ensurePlan throws.
 */
export async function simulateSubscription(
  deployment: Deployment,
  chain: Chain,
  pending: MandateRow,
  { fundsSufficient }: Approval,
): Promise<Approval> {
  const { mandate, plan } = await ensurePlan(deployment, chain, pending);
  const program = await subscriptionsOn(chain);
  if (!hasPlan(mandate) || program === null)
    throw new Error(`Bug: mandate ${mandate.id} has no plan to subscribe to.`);
  const { now, realNow } = await readMoment(deployment.db, mandate, deployment.clock);
  const clock = { merchantId: mandate.merchantId, offsetSeconds: now - realNow };
  await runAtClockOf(chain, clock, [mandate.planAccount]);
  const commitment = 'confirmed';
  let slot: bigint | undefined;
  for (let remaining = 1; remaining > 0;) {
    const reads = await readSubscription(chain, mandate, { commitment, minContextSlot: slot });
    const signing = { terms: mandate, planId: plan.planId, reads, isConsented: false, program };
    const step = await nextStep(signing);
    slot = await runUnsigned(chain, mandate.payer, step.instructions);
    await reachSlot(chain, slot);
    remaining = step.remaining;
  }
  const reads = await readSubscription(chain, mandate, { commitment, minContextSlot: slot });
  const standing = standingOf(mandate, reads);
  if (standing !== 'works')
    throw new Error(`Bug: the simulated subscription of mandate ${mandate.id} is ${standing}.`);
  return {
    slot: Number(slot),
    fundsSufficient,
    subscribedAt: Number(reads.subscription!.periodStartsAt),
  };
}
