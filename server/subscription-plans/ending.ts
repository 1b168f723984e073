import type { Plan } from '../chain/subscriptions/accounts.ts';
import { LANDING_SECONDS } from './plan-terms.ts';

/**
 * What to do about a plan that no mandate needs. Times in the chain's seconds, on the merchant's clock.
 * - `gone`: it is not on chain, and its rent is back.
 * - `sunset`: tell it to end at `endsAt`, as soon as the program allows, which is a period ahead.
 * - `wait`: it ends at `endsAt`.
 * - `delete`: it has ended.
 */
export type EndingStep =
  | { kind: 'gone' }
  | { kind: 'sunset'; endsAt: number }
  | { kind: 'wait'; endsAt: number }
  | { kind: 'delete'; endsAt: number };

/** An earlier end is worth a transaction if it is a day earlier. */
const WORTH_SECONDS = 86_400;
/** The program deletes a plan after its last second; nodes' clocks differ a little. */
const DELETE_AFTER_SECONDS = 5;

/** The next step in ending a plan, from what is on chain. A plan that was told to end once cannot be told again. */
export function nextStep(plan: Plan | null, chainNow: number): EndingStep {
  if (plan === null) return { kind: 'gone' };
  const ends = Number(plan.endsAt);
  const soonest = chainNow + Number(plan.periodHours) * 3_600 + LANDING_SECONDS;
  if (plan.isActive && (ends === 0 || ends > soonest + WORTH_SECONDS))
    return { kind: 'sunset', endsAt: soonest };
  return chainNow > ends + DELETE_AFTER_SECONDS
    ? { kind: 'delete', endsAt: ends }
    : { kind: 'wait', endsAt: ends };
}
