import { runUnsigned } from '../chain/localnet.ts';
import type { Chain } from '../chain/rpc.ts';
import { runAtClockOf } from '../chain/run-at-clock.ts';
import type { Plan } from '../chain/subscriptions/accounts.ts';
import { subscriptionsOn } from '../chain/subscriptions/probe.ts';
import { readSubscription } from '../chain/subscriptions/read-subscription.ts';
import { nextStep } from '../chain/subscriptions/signing-steps.ts';
import { standingOf } from '../chain/subscriptions/standing.ts';
import type { Deployment } from '../deployment.ts';
import { type MandateRow } from '../mandates/queries.ts';
import { hasPlan, type SubscribedMandate } from '../mandates/subscribed.ts';
import { readMoment } from '../merchants/moment.ts';
import { ensurePlanAhead } from '../subscription-plans/ensure-plan.ts';
import { requireUnguarded } from '../subscriptions/require-unguarded.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { Approval } from './activate-mandate.ts';
import { reachSlot } from './simulate-approval.ts';

/** Requests at once for one payer may choose the same plan, to which one of them subscribes: each round at least one is through. */
const TRIES = 10;
/** A slot or two: then the others see that subscription, and choose the next plan. */
const SHOWN_MS = 500;

/** A mandate that nobody has signed, as it is to be inserted, and what its simulated signature says. */
export interface Simulated {
  mandate: SubscribedMandate;
  approval: Approval;
}

/**
 * Lets the localnet run what the payer's wallet would have signed for a mandate of the plan scheme, step by step, so that their authority and
 * subscription are on chain as the program makes them. The mandate itself is not inserted yet, so that a failure leaves none behind: only a
 * subscription without a mandate may stay, and from that nothing is pulled. Throws what ensurePlanAhead throws; parameter_invalid.
 */
export async function simulateSubscription(
  deployment: Deployment,
  chain: Chain,
  draft: MandateRow,
  { fundsSufficient }: Approval,
): Promise<Simulated> {
  for (let tries = 1; ; tries += 1) {
    const { mandate, plan } = await ensurePlanAhead(deployment, chain, draft);
    if (!hasPlan(mandate)) throw new Error(`Bug: mandate ${mandate.id} has no plan to subscribe to.`);
    try {
      const subscribed = await subscribe(deployment, chain, mandate, plan);
      return { mandate, approval: { ...subscribed, fundsSufficient } };
    } catch (error) {
      if (tries === TRIES || error instanceof ApiError) throw error;
      await deployment.clock.sleep(SHOWN_MS);
      const { subscription } = await readSubscription(chain, mandate, { commitment: 'confirmed' });
      if (subscription === null) throw error;
    }
  }
}

async function subscribe(
  { db, clock }: Deployment,
  chain: Chain,
  mandate: SubscribedMandate,
  { planId }: Plan,
): Promise<Omit<Approval, 'fundsSufficient'>> {
  const program = await subscriptionsOn(chain);
  if (program === null) throw new Error('Bug: there is no program to subscribe with.');
  const { now, realNow } = await readMoment(db, mandate, clock);
  const merchantClock = { merchantId: mandate.merchantId, offsetSeconds: now - realNow };
  await runAtClockOf(chain, merchantClock, [mandate.planAccount]);
  const commitment = 'confirmed';
  let slot: bigint | undefined;
  for (let remaining = 1; remaining > 0;) {
    const reads = await readSubscription(chain, mandate, { commitment, minContextSlot: slot });
    requireUnguarded(reads);
    const step = await nextStep({ terms: mandate, planId, reads, isConsented: false, program });
    slot = await runUnsigned(chain, mandate.payer, step.instructions);
    await reachSlot(chain, slot);
    remaining = step.remaining;
  }
  const reads = await readSubscription(chain, mandate, { commitment, minContextSlot: slot });
  const standing = standingOf(mandate, reads);
  if (standing !== 'works')
    throw new Error(`Bug: the simulated subscription of mandate ${mandate.id} is ${standing}.`);
  return { slot: Number(slot), subscribedAt: Number(reads.subscription!.periodStartsAt) };
}
