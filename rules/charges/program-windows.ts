/**
 * When a subscription of the Subscriptions program lets a charge be pulled. The program counts periods from the second at which the payer
 * subscribed, and allows one amount in each; the first charge is due when the trial is over. All times are the chain's Unix seconds, on the
 * merchant's clock.
 */

/** The part of a mandate that its windows follow from. */
export interface Subscribed {
  /** From this second the program counts periods. */
  subscribedAt: number;
  /** When the first charge is due. */
  anchorAt: number;
  periodSeconds: number;
  trialSeconds: number;
}

/** A period of the program: its first second, and the first one after it. */
export interface ProgramWindow {
  opensAt: number;
  endsAt: number;
}

/**
 * 3 minutes before a window ends nothing is signed any more for it: what was sent lands up to 90 s later, which would take the amount of the next
 * one, and the clocks of chain and service may be as far apart.
 */
export const CLOSING_SECONDS = 180;

/**
 * A trial that ends less than 15 minutes before a period of the program does leaves no time to collect in that one: the charge waits for the next,
 * and so do all that follow.
 */
const LEAST_SECONDS = 900;

/** The one window in which the charge of period `index` may be pulled. */
export function programWindow(subscribed: Subscribed, index: number): ProgramWindow {
  const { subscribedAt, periodSeconds, trialSeconds } = subscribed;
  const before = Math.floor((trialSeconds + LEAST_SECONDS) / periodSeconds);
  const opensAt = subscribedAt + (before + index) * periodSeconds;
  return { opensAt, endsAt: opensAt + periodSeconds };
}

/** For how long each charge can be pulled from when it is due on, the same for all of a mandate: at most a period. */
export function ownWindowSeconds(subscribed: Subscribed): number {
  const { endsAt } = programWindow(subscribed, 0);
  return Math.min(subscribed.periodSeconds, endsAt - CLOSING_SECONDS - subscribed.anchorAt);
}

/** Whether a pull may be signed at `now`; before the window opens, in how many seconds it does. `endsAt` of the plan: 0 for never. */
export function placeInWindow(
  window: ProgramWindow,
  planEndsAt: bigint,
  now: number,
): { kind: 'open' } | { kind: 'early'; waitSeconds: number } | { kind: 'over' } {
  if (now < window.opensAt) return { kind: 'early', waitSeconds: window.opensAt - now };
  const endsAt = planEndsAt === 0n ? window.endsAt : Math.min(window.endsAt, Number(planEndsAt));
  return now < endsAt - CLOSING_SECONDS ? { kind: 'open' } : { kind: 'over' };
}
