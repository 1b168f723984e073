import { saturatingU64, U64_MAX } from '../money.ts';
import type { Scheme } from './scheme.ts';

/** A payer has a day to sign; then the mandate expires, and its link with the client_secret stops working. */
export const PENDING_SECONDS = 24 * 3600;

/** An unlimited mandate is approved for a quarter, so that a forgotten one stops by itself. */
const OPEN_ENDED_SECONDS = 90 * 24 * 3600;
/** ... and for a year of monthly periods, so that nobody has to sign again every quarter for a slow one. */
const OPEN_ENDED_PERIODS = 12;

/** What payer and merchant agreed: amounts in atomic units, lengths in seconds. */
export interface Terms {
  amountPerPeriod: bigint;
  periodSeconds: number;
  maxPeriods: number | null;
  trialSeconds: number;
  sellMode: 'subscription' | 'once';
}

/**
 * The most a mandate's own pulls may take in total before a top-up, capped at u64 max. On a plan nobody approves a sum, so one without maxPeriods
 * has no limit.
 */
export function budgetOf(terms: Terms, scheme: Scheme): bigint {
  if (scheme === 'plan' && terms.maxPeriods === null) return U64_MAX;
  return saturatingU64(terms.amountPerPeriod * BigInt(terms.maxPeriods ?? openEndedPeriods(terms)));
}

/** How many periods an unlimited mandate is approved for at a time. */
export function openEndedPeriods({ periodSeconds }: Pick<Terms, 'periodSeconds'>): number {
  return Math.max(OPEN_ENDED_PERIODS, Math.ceil(OPEN_ENDED_SECONDS / periodSeconds));
}

/** Unix seconds that follow from the moment of activation. */
export interface Schedule {
  /** Period k is due at `anchorAt + k * periodSeconds`. */
  anchorAt: number;
  trialEndsAt: number | null;
  /** End of the last possible period window; null for an unlimited mandate and for a one-time purchase. */
  expiresAt: number | null;
}

/** The schedule of a mandate activated at `activatedAt`; provisional while that is a guess. */
export function scheduleOf(terms: Terms, activatedAt: number): Schedule {
  const anchorAt = activatedAt + terms.trialSeconds;
  const ends = terms.sellMode === 'subscription' && terms.maxPeriods !== null;
  return {
    anchorAt,
    trialEndsAt: terms.trialSeconds > 0 ? anchorAt : null,
    expiresAt: ends ? anchorAt + terms.maxPeriods! * terms.periodSeconds : null,
  };
}

/** End of the last period that the approved budget covers; null for a one-time purchase. */
export function authorizedUntil(terms: Terms, anchorAt: number, budgetAtomic: bigint): number | null {
  if (terms.sellMode === 'once') return null;
  const periods = budgetAtomic / terms.amountPerPeriod;
  // A budget of u64 max at one atomic unit per period would exceed every date: capped at a thousand years.
  const seconds = Math.min(Number(periods) * terms.periodSeconds, 31_536_000_000);
  return anchorAt + seconds;
}
