import type { Plan } from '../chain/subscriptions/accounts.ts';
import type { Terms } from '../../rules/mandates/terms.ts';
import type { PlanRow } from './queries.ts';

/**
 * Why a plan on chain is not what was recorded, or null if it is. Nobody is given a plan to subscribe to that differs in anything.
 */
export function differenceOf(plan: Plan, row: PlanRow): string | null {
  const [payee, ...others] = plan.destinations;
  if (plan.owner !== row.owner || plan.planId !== row.number) return 'it is another plan';
  if (plan.mint !== row.mint) return `its token is ${plan.mint}`;
  if (plan.amountAtomic !== row.amount) return `its amount is ${plan.amountAtomic}`;
  if (plan.periodHours !== BigInt(row.periodHours)) return `its period is ${plan.periodHours} hours`;
  if (payee !== row.payee || others.length > 0) return `it pays ${plan.destinations.join(', ') || 'anyone'}`;
  if (plan.pullers.join() !== row.puller) return `its pullers are ${plan.pullers.join(', ') || 'nobody'}`;
  if (!plan.isActive) return 'it takes no new subscriptions';
  if (plan.endsAt !== BigInt(row.endsAt ?? 0)) return `it ends at ${plan.endsAt}`;
  return null;
}

/** 5 minutes: a signed transaction lands within about 90 s or never, and the clocks of nodes differ a little. */
export const LANDING_SECONDS = 300;
const DAY_SECONDS = 86_400;

type OwnTerms = Pick<Terms, 'periodSeconds' | 'trialSeconds'> & { maxPeriods: number };

/**
 * When a mandate's own plan ends that is made now: after the trial and all periods. The program wants at least one period from the second in
 * which the plan is made, which may be a little later.
 */
export function endOfOwnPlan(terms: OwnTerms, chainNow: number): number {
  return chainNow + lifeOf(terms);
}

/**
 * Whether a mandate's own plan can still be subscribed to. What passes before the payer does is missing at its end, so that half a period, or
 * a day, is the most. One that is not on chain yet must also still have a period to go when it lands.
 */
export function isOwnPlanFresh(
  { endsAt, madeAt }: Pick<PlanRow, 'endsAt' | 'madeAt'>,
  terms: OwnTerms,
  chainNow: number,
): boolean {
  if (endsAt === null) return false;
  const wantedAt = endsAt - lifeOf(terms);
  if (chainNow >= wantedAt + Math.min(terms.periodSeconds / 2, DAY_SECONDS)) return false;
  return madeAt !== null || endsAt - chainNow >= terms.periodSeconds + LANDING_SECONDS / 2;
}

function lifeOf({ trialSeconds, maxPeriods, periodSeconds }: OwnTerms): number {
  return Math.max(trialSeconds + maxPeriods * periodSeconds, periodSeconds + LANDING_SECONDS);
}
