import { hasChargeInFlight } from '../attempts/queries.ts';
import { countsFrom } from '../chain/check-subscription.ts';
import { PLAN_GONE } from '../chain/failure.ts';
import type { Chain } from '../chain/rpc.ts';
import type { Plan } from '../chain/subscriptions/accounts.ts';
import { readSubscription } from '../chain/subscriptions/read-subscription.ts';
import { isEnded, isEndedByOwner, standingOf } from '../chain/subscriptions/standing.ts';
import type { Deployment } from '../deployment.ts';
import type { SubscribedMandate } from '../mandates/subscribed.ts';
import { readMoment } from '../merchants/moment.ts';
import { cancelMandate, secondSightSeconds, type TakenAway } from './detect-cancellation.ts';
import { markGoneSeen } from './share-queries.ts';

/**
 * How the subscription of an active mandate was found: `ended`, and its mandate with it; `suspected` of that once, with the second look still to come;
 * `displaced` by another application, which ends nothing; `stands`; or `unknown` while something is in flight.
 */
export type SubscriptionNotice = 'ended' | 'suspected' | 'displaced' | 'stands' | 'unknown';

/**
 * Notices that the subscription of an active mandate was ended on chain, by its payer or by the plan's owner: the charge is abandoned and the mandate
 * revoked. Requires that nothing of it is in flight, and that it is seen twice some time apart, at finalized, by a node that has seen the
 * authorization. Throws ChainUnavailableError: if no node can tell, it stays unknown.
 */
export async function noticeSubscriptionEnd(
  deployment: Deployment,
  chain: Chain,
  mandate: SubscribedMandate,
  { apartSeconds = secondSightSeconds(chain) }: { apartSeconds?: number } = {},
): Promise<SubscriptionNotice> {
  const { db, clock } = deployment;
  if (await hasChargeInFlight(db, mandate.id)) return 'unknown';
  const reads = await readSubscription(chain, mandate, {
    commitment: 'finalized',
    minContextSlot: BigInt(mandate.authorizationSlot ?? 0),
  });
  const standing = standingOf(mandate, reads);
  const isAnother = standing === 'works' && !countsFrom(mandate, reads.subscription!, mandate.subscribedAt!);
  const { now: merchantNow } = await readMoment(db, mandate, clock);
  const isGone = isEnded(standing) || isAnother;
  if (!isGone && !hasOutlivedPlan(mandate, reads.plan, merchantNow)) {
    if (mandate.goneSeenAt !== null) await markGoneSeen(db, [mandate.id], null);
    return standing === 'displaced' ? 'displaced' : 'stands';
  }
  const now = clock.seconds();
  if (mandate.goneSeenAt === null) {
    await markGoneSeen(db, [mandate.id], now);
    return 'suspected';
  }
  if (now - mandate.goneSeenAt < apartSeconds) return 'suspected';
  const isOwners = !isGone || isEndedByOwner(mandate, reads);
  await cancelMandate(deployment, mandate.id, isOwners ? takenByOwner(mandate) : undefined);
  return 'ended';
}

/** A plan that pays its owner is the merchant's. The service ends none that a mandate needs: who has its key is not known. */
function takenByOwner({ planOwner, payee }: SubscribedMandate): TakenAway {
  return { endedBy: planOwner === payee ? 'merchant' : null, message: PLAN_GONE };
}

/** 5 minutes: the clocks of chain and service differ a little, and what was signed for the last period may still land. */
const OVER_SECONDS = 300;

/**
 * Whether the plan of a mandate without an end has ended: its owner brought that about, and nothing can be pulled any more. One with `maxPeriods`
 * ends by itself.
 */
export function hasOutlivedPlan(
  { maxPeriods }: Pick<SubscribedMandate, 'maxPeriods'>,
  plan: Plan | null,
  now: number,
): boolean {
  return (
    maxPeriods === null && plan !== null && plan.endsAt !== 0n && now > Number(plan.endsAt) + OVER_SECONDS
  );
}
