/**
 * Decides what happens to a charge. No I/O: state and time in, decision out. All times in the merchant's Unix
 * seconds.
 */

export type ChargeStatus = 'scheduled' | 'processing' | 'succeeded' | 'retrying' | 'abandoned' | 'skipped';

/**
 * The statuses that can follow each status. `processing` returns to the previous one if the fault was ours.
 * From every open or given-up status a charge can still succeed: money moved by an earlier signature is
 * counted whenever it is found.
 */
const TRANSITIONS: Record<ChargeStatus, readonly ChargeStatus[]> = {
  scheduled: ['processing', 'succeeded', 'abandoned'],
  retrying: ['processing', 'succeeded', 'abandoned'],
  processing: ['processing', 'scheduled', 'retrying', 'succeeded', 'abandoned', 'skipped'],
  succeeded: [],
  abandoned: ['succeeded'],
  skipped: ['succeeded'],
};

/** The states from which a charge may become `to`. */
export function statesBefore(to: ChargeStatus): ChargeStatus[] {
  const states = Object.keys(TRANSITIONS) as ChargeStatus[];
  return states.filter((from) => TRANSITIONS[from].includes(to));
}

/** 15 minutes, 1 hour, 6 hours and 24 hours after a failed attempt: time to top up a wallet, within a day or so. */
const RETRY_SECONDS = [900, 3600, 21_600, 86_400];

/** The part of a mandate that determines its schedule. */
export interface Plan {
  active: boolean;
  anchorAt: number;
  periodSeconds: number;
  maxPeriods: number | null;
  sellMode: 'subscription' | 'once';
}

/** The part of a charge that decisions depend on. */
export interface OpenCharge {
  periodIndex: number;
  /** Failed attempts so far. */
  attempts: number;
  /** Signatures made so far: with none, nothing can have moved. */
  signatures: number;
}

/** When period `index` is due. */
export function dueAt(plan: Plan, index: number): number {
  return plan.anchorAt + index * plan.periodSeconds;
}

/** The end of period `index`'s window, exclusive; infinite for a one-time purchase, which has no next period. */
export function windowEnd(plan: Plan, index: number): number {
  return plan.sellMode === 'once' ? Infinity : dueAt(plan, index + 1);
}

/** The period whose window holds `now`; 0 before the first one. */
function currentIndex(plan: Plan, now: number): number {
  if (plan.sellMode === 'once') return 0;
  return Math.max(0, Math.floor((now - plan.anchorAt) / plan.periodSeconds));
}

export type DueDecision =
  | { kind: 'attempt' }
  | { kind: 'skip' }
  /** Its window passed without an attempt: missed windows are never charged. */
  | { kind: 'move'; periodIndex: number; dueAt: number }
  /** Its window passed and none is left: the mandate's expiry ends it. */
  | { kind: 'expire' };

/**
 * How a schedule skips windows that passed: to the `current` one or, while forgotten charges are looked up on
 * chain, to the `following` one, since each may have been charged.
 */
export type Pace = 'current' | 'following';

/** What to do with a charge that a worker took up at `now`. */
export function decideDue(plan: Plan, charge: OpenCharge, now: number, pace: Pace = 'current'): DueDecision {
  if (!plan.active) return { kind: 'skip' };
  // A signature was made in its window: it is resolved, however late.
  if (charge.signatures > 0 || now < windowEnd(plan, charge.periodIndex)) return { kind: 'attempt' };
  const periodIndex = pace === 'following' ? charge.periodIndex + 1 : currentIndex(plan, now);
  if (plan.maxPeriods !== null && periodIndex >= plan.maxPeriods) return { kind: 'expire' };
  return { kind: 'move', periodIndex, dueAt: dueAt(plan, periodIndex) };
}

export type FailureDecision = { kind: 'retry'; at: number } | { kind: 'abandon' };

/**
 * What follows a failed attempt. Delays are at most a fifth of the period and at least a second; there is no
 * retry at or past the window's end. `charge.attempts` does not count the attempt that just failed.
 */
export function decideFailure(plan: Plan, charge: OpenCharge, now: number): FailureDecision {
  const base = RETRY_SECONDS[charge.attempts];
  if (base === undefined) return { kind: 'abandon' };
  const fifth = plan.sellMode === 'once' ? Infinity : Math.floor(plan.periodSeconds / 5);
  const at = now + Math.max(1, Math.min(base, fifth));
  return at < windowEnd(plan, charge.periodIndex) ? { kind: 'retry', at } : { kind: 'abandon' };
}

export type NextDecision =
  | { kind: 'complete' }
  | { kind: 'expire' }
  | { kind: 'schedule'; periodIndex: number; dueAt: number };

/** What follows a charge of `periodIndex` that succeeded at `now` as number `periodsCharged`. */
export function decideNext(
  plan: Plan,
  periodIndex: number,
  periodsCharged: number,
  now: number,
  pace: Pace = 'current',
): NextDecision {
  if (plan.sellMode === 'once' || (plan.maxPeriods !== null && periodsCharged >= plan.maxPeriods)) {
    return { kind: 'complete' };
  }
  const next = pace === 'following' ? periodIndex + 1 : Math.max(periodIndex + 1, currentIndex(plan, now));
  if (plan.maxPeriods !== null && next >= plan.maxPeriods) return { kind: 'expire' };
  return { kind: 'schedule', periodIndex: next, dueAt: dueAt(plan, next) };
}
