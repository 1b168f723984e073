import { remainingBudget } from './approval.ts';
import { type Authorized, authorizedUntilOf } from './present.ts';

/** 7 days: what a payer approved is about to run out when it lasts for this long or for one payment, whichever is more. */
const SHORT_SECONDS = 7 * 86_400;

/** What is left of a payer's approval. */
export interface AuthorizationLeft {
  /** Atomic units. */
  remaining: bigint;
  /** For how many payments that lasts. */
  payments: number;
  /** When the first payment is due that it does not cover, in the merchant's Unix seconds. */
  until: number;
}

/**
 * What is left of the approval of an active mandate, whose next charge is due at `nextDueAt`; null where nothing runs out before the mandate
 * ends: with maxPeriods everything was approved, and on a plan nobody approves a sum.
 */
export function authorizationLeft(
  mandate: Authorized & { pulled: bigint },
  nextDueAt: number,
): AuthorizationLeft | null {
  const { sellMode, maxPeriods, scheme, amountPerPeriod, periodSeconds } = mandate;
  if (sellMode === 'once' || maxPeriods !== null || scheme === 'plan') return null;
  const remaining = remainingBudget(mandate);
  const payments = Number(remaining / amountPerPeriod);
  return { remaining, payments, until: nextDueAt + payments * periodSeconds };
}

/** Whether so little is left that the payer is asked for more. */
export function isRunningOut(
  { periodSeconds }: { periodSeconds: number },
  { payments }: AuthorizationLeft,
): boolean {
  return payments <= Math.max(1, Math.ceil(SHORT_SECONDS / periodSeconds));
}

/** The same for an event that was asked for and did not happen: one payment is left. */
export function leftAsIf(mandate: Authorized): AuthorizationLeft {
  const until = authorizedUntilOf({ ...mandate, scheme: 'approval' });
  return { remaining: mandate.amountPerPeriod, payments: 1, until: until ?? 0 };
}

/** What is left, as events show it. */
export function presentLeft({ remaining, payments, until }: AuthorizationLeft) {
  return { remaining: remaining.toString(), payments, until };
}
