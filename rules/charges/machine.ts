/**
 * Decides what happens to a charge. No I/O: state and time in, decision out. All times in the merchant's Unix
 * seconds.
 */

import { RETRY_SECONDS, type RetrySchedule } from '../dunning/policy.ts';

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

/** The part of a mandate that determines its schedule. */
export interface Recurrence {
  active: boolean;
  anchorAt: number;
  periodSeconds: number;
  maxPeriods: number | null;
  sellMode: 'subscription' | 'once';
  /** For how long each charge can be pulled from when it is due on, at most a period; null: until the next one is due. */
  windowSeconds: number | null;
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
export function dueAt(recurrence: Recurrence, index: number): number {
  return recurrence.anchorAt + index * recurrence.periodSeconds;
}

/** The end of period `index`'s window, exclusive; infinite for a one-time purchase, which has no next period. */
export function windowEnd(recurrence: Recurrence, index: number): number {
  const { sellMode, windowSeconds, periodSeconds } = recurrence;
  return sellMode === 'once' ? Infinity : dueAt(recurrence, index) + (windowSeconds ?? periodSeconds);
}

/** The period whose window holds `now`; 0 before the first one. */
function currentIndex(recurrence: Recurrence, now: number): number {
  if (recurrence.sellMode === 'once') return 0;
  return Math.max(0, Math.floor((now - recurrence.anchorAt) / recurrence.periodSeconds));
}

/** The first period whose window has not passed at `now`: the current one, or the next if windows are shorter than periods. */
function firstOpenIndex(recurrence: Recurrence, now: number): number {
  const index = currentIndex(recurrence, now);
  return now < windowEnd(recurrence, index) ? index : index + 1;
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
export function decideDue(
  recurrence: Recurrence,
  charge: OpenCharge,
  now: number,
  pace: Pace = 'current',
): DueDecision {
  if (!recurrence.active) return { kind: 'skip' };
  // A signature was made in its window: it is resolved, however late. Where the chain has windows of its own, another signature would take what the
  // next one allows, so the charge moves on: its signatures, none of which landed, are watched all the same.
  const isFinished = charge.signatures > 0 && recurrence.windowSeconds === null;
  if (isFinished || now < windowEnd(recurrence, charge.periodIndex)) return { kind: 'attempt' };
  const periodIndex = pace === 'following' ? charge.periodIndex + 1 : firstOpenIndex(recurrence, now);
  if (recurrence.maxPeriods !== null && periodIndex >= recurrence.maxPeriods) return { kind: 'expire' };
  return { kind: 'move', periodIndex, dueAt: dueAt(recurrence, periodIndex) };
}

export type FailureDecision = { kind: 'retry'; at: number } | { kind: 'abandon' };

/**
 * What follows a failed attempt. Delays are at most a fifth of the period and at least a second; there is no
 * retry at or past the window's end. `charge.attempts` does not count the attempt that just failed.
 */
export function decideFailure(
  recurrence: Recurrence,
  charge: OpenCharge,
  now: number,
  retries: RetrySchedule = 'standard',
): FailureDecision {
  const base = RETRY_SECONDS[retries][charge.attempts];
  if (base === undefined) return { kind: 'abandon' };
  const fifth = recurrence.sellMode === 'once' ? Infinity : Math.floor(recurrence.periodSeconds / 5);
  const at = now + Math.max(1, Math.min(base, fifth));
  return at < windowEnd(recurrence, charge.periodIndex) ? { kind: 'retry', at } : { kind: 'abandon' };
}

export type NextDecision =
  | { kind: 'complete' }
  | { kind: 'expire' }
  | { kind: 'schedule'; periodIndex: number; dueAt: number };

/** What follows a charge of `periodIndex` that succeeded at `now` as number `periodsCharged`. */
export function decideNext(
  recurrence: Recurrence,
  periodIndex: number,
  periodsCharged: number,
  now: number,
  pace: Pace = 'current',
): NextDecision {
  if (
    recurrence.sellMode === 'once' ||
    (recurrence.maxPeriods !== null && periodsCharged >= recurrence.maxPeriods)
  ) {
    return { kind: 'complete' };
  }
  const next =
    pace === 'following' ? periodIndex + 1 : Math.max(periodIndex + 1, firstOpenIndex(recurrence, now));
  if (recurrence.maxPeriods !== null && next >= recurrence.maxPeriods) return { kind: 'expire' };
  return { kind: 'schedule', periodIndex: next, dueAt: dueAt(recurrence, next) };
}
