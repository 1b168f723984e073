import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RETRY_SECONDS, type RetrySchedule } from '../../../rules/dunning/policy.ts';
import {
  type ChargeStatus,
  decideDue,
  decideFailure,
  decideNext,
  dueAt,
  type Recurrence,
  statesBefore,
  windowEnd,
} from '../../../rules/charges/machine.ts';

const DAY = 86_400;
const MONTH = 30 * DAY;
const T0 = 1_800_000_000;

const monthly: Recurrence = {
  active: true,
  anchorAt: T0,
  periodSeconds: MONTH,
  maxPeriods: null,
  sellMode: 'subscription',
  windowSeconds: null,
};
const fresh = { periodIndex: 0, attempts: 0, signatures: 0 };

describe('the states that a charge comes from', () => {
  test.each<[ChargeStatus, ChargeStatus[]]>([
    ['scheduled', ['processing']],
    ['processing', ['scheduled', 'retrying', 'processing']],
    ['retrying', ['processing']],
    // Money that an earlier signature moved after all is counted, even when the charge was given up.
    ['succeeded', ['scheduled', 'retrying', 'processing', 'abandoned', 'skipped']],
    ['abandoned', ['scheduled', 'retrying', 'processing']],
    ['skipped', ['processing']],
  ])('%s only after %j', (to, from) => {
    expect(new Set(statesBefore(to))).toEqual(new Set(from));
  });
});

describe('a charge that fell due', () => {
  test('is attempted from the first to the last second of its window', () => {
    expect(decideDue(monthly, fresh, T0)).toEqual({ kind: 'attempt' });
    expect(decideDue(monthly, fresh, T0 + MONTH - 1)).toEqual({ kind: 'attempt' });
  });

  test('moves to the window that holds the present when its own passed without an attempt', () => {
    expect(decideDue(monthly, fresh, T0 + MONTH)).toEqual({
      kind: 'move',
      periodIndex: 1,
      dueAt: T0 + MONTH,
    });
    expect(decideDue(monthly, fresh, T0 + 3 * MONTH + 5)).toMatchObject({ kind: 'move', periodIndex: 3 });
  });

  test('is finished, however late, once something was signed for it', () => {
    expect(decideDue(monthly, { ...fresh, signatures: 1 }, T0 + 5 * MONTH)).toEqual({ kind: 'attempt' });
  });

  test('expires its mandate when no window is left', () => {
    const twice = { ...monthly, maxPeriods: 2 };
    expect(decideDue(twice, fresh, T0 + 2 * MONTH - 1)).toMatchObject({ kind: 'move', periodIndex: 1 });
    expect(decideDue(twice, fresh, T0 + 2 * MONTH)).toEqual({ kind: 'expire' });
  });

  test('is skipped when its mandate is no longer active, signed or not', () => {
    const ended = { ...monthly, active: false };
    expect(decideDue(ended, fresh, T0)).toEqual({ kind: 'skip' });
    expect(decideDue(ended, { ...fresh, signatures: 1 }, T0 + 5 * MONTH)).toEqual({ kind: 'skip' });
  });
});

describe('a failed attempt', () => {
  test('is retried after 15 minutes, 1 hour, 6 hours and 24 hours, and then given up', () => {
    const delays = [900, 3600, 21_600, 86_400];
    for (const [attempts, delay] of delays.entries()) {
      expect(decideFailure(monthly, { ...fresh, attempts }, T0)).toEqual({ kind: 'retry', at: T0 + delay });
    }
    expect(decideFailure(monthly, { ...fresh, attempts: 4 }, T0)).toEqual({ kind: 'abandon' });
  });

  test('is retried by the schedule that its merchant chose', () => {
    const [hour, day] = [3600, 24 * 3600];
    const schedules = {
      short: [900, hour, 6 * hour],
      long: [900, 6 * hour, ...[1, 2, 3, 4, 5, 5].map((days) => days * day)],
    };
    for (const [retries, delays] of Object.entries(schedules) as ['short' | 'long', number[]][]) {
      const at = (attempts: number) => decideFailure(monthly, { ...fresh, attempts }, T0, retries);
      for (const [attempts, delay] of delays.entries())
        expect(at(attempts)).toEqual({ kind: 'retry', at: T0 + delay });
      expect(at(delays.length)).toEqual({ kind: 'abandon' });
      expect(delays.reduce((sum, delay) => sum + delay)).toBeLessThanOrEqual(21 * day);
    }
  });

  test('is retried after at most a fifth of the period, and at least a second', () => {
    const at = (periodSeconds: number, attempts: number) =>
      decideFailure({ ...monthly, periodSeconds }, { ...fresh, attempts }, T0);
    expect(at(3600, 0)).toEqual({ kind: 'retry', at: T0 + 720 });
    expect(at(3600, 3)).toEqual({ kind: 'retry', at: T0 + 720 });
    expect(at(3, 0)).toEqual({ kind: 'retry', at: T0 + 1 });
    expect(at(1, 0)).toEqual({ kind: 'abandon' });
  });

  test('is given up when the retry would fall at the end of the window or past it', () => {
    const end = T0 + MONTH;
    expect(decideFailure(monthly, fresh, end - 901)).toEqual({ kind: 'retry', at: end - 1 });
    expect(decideFailure(monthly, fresh, end - 900)).toEqual({ kind: 'abandon' });
    expect(decideFailure(monthly, fresh, end + 5)).toEqual({ kind: 'abandon' });
  });
});

describe('after a success', () => {
  test('the next period is due where it always was, however late the success came', () => {
    expect(decideNext(monthly, 0, 1, T0 + 5 * DAY)).toEqual({
      kind: 'schedule',
      periodIndex: 1,
      dueAt: T0 + MONTH,
    });
    // Settled in the next window: that one is due at once.
    expect(decideNext(monthly, 0, 1, T0 + MONTH + 5)).toMatchObject({ periodIndex: 1, dueAt: T0 + MONTH });
    expect(decideNext(monthly, 0, 1, T0 + 4 * MONTH)).toMatchObject({ periodIndex: 4 });
  });

  test('the mandate completes with its last period, and a one-time purchase with its only one', () => {
    expect(decideNext({ ...monthly, maxPeriods: 3 }, 2, 3, T0 + 2 * MONTH)).toEqual({ kind: 'complete' });
    const once: Recurrence = { ...monthly, sellMode: 'once', periodSeconds: 0, maxPeriods: 1 };
    expect(decideNext(once, 0, 1, T0)).toEqual({ kind: 'complete' });
    expect(windowEnd(once, 0)).toBe(Infinity);
  });

  test('in the last window of a mandate that missed some, its end date is awaited', () => {
    expect(decideNext({ ...monthly, maxPeriods: 3 }, 2, 2, T0 + 2 * MONTH)).toEqual({ kind: 'expire' });
  });
});

/** What may happen to the charge that is due: the service is down for a while first, then it works, or the payer cannot pay. */
const step = fc.record({
  downSeconds: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 400 })),
  fails: fc.boolean(),
});
const plans = fc.record({
  periodSeconds: fc.integer({ min: 1, max: 100 }),
  maxPeriods: fc.option(fc.integer({ min: 1, max: 12 })),
  retries: fc.constantFrom('short' as const, 'standard' as const, 'long' as const),
  keeps: fc.boolean(),
});

/** Plays a schedule by the decisions alone; returns when each period was charged and each attempt made. */
function play(
  { retries, keeps, ...recurrence }: Recurrence & { retries: RetrySchedule; keeps: boolean },
  steps: readonly { downSeconds: number; fails: boolean }[],
) {
  const charged: { periodIndex: number; at: number }[] = [];
  const attempts: { periodIndex: number; at: number }[] = [];
  let charge = fresh;
  let now = recurrence.anchorAt;
  let end = 'still running';
  for (const { downSeconds, fails } of steps) {
    now += downSeconds;
    const due = decideDue(recurrence, charge, now);
    if (due.kind === 'expire') return { charged, attempts, end: 'expired' };
    if (due.kind === 'move') charge = { ...fresh, periodIndex: due.periodIndex };
    attempts.push({ periodIndex: charge.periodIndex, at: now });
    if (fails) {
      const next = decideFailure(recurrence, charge, now, retries);
      if (next.kind === 'abandon') {
        const after = keeps ? decideNext(recurrence, charge.periodIndex, charged.length, now) : null;
        if (after?.kind !== 'schedule') return { charged, attempts, end: 'abandoned' };
        charge = { ...fresh, periodIndex: after.periodIndex };
        now = Math.max(now, after.dueAt);
        continue;
      }
      charge = { ...charge, attempts: charge.attempts + 1 };
      now = next.at;
    } else {
      charged.push({ periodIndex: charge.periodIndex, at: now });
      const next = decideNext(recurrence, charge.periodIndex, charged.length, now);
      if (next.kind !== 'schedule') {
        end = next.kind;
        break;
      }
      charge = { ...fresh, periodIndex: next.periodIndex };
      now = Math.max(now, next.dueAt);
    }
  }
  return { charged, attempts, end };
}

describe('whatever outages and failures a schedule meets', () => {
  const property = (
    holds: (recurrence: Recurrence, played: ReturnType<typeof play>, retries: RetrySchedule) => void,
  ) =>
    fc.assert(
      fc.property(plans, fc.array(step, { maxLength: 60 }), (terms, steps) => {
        const recurrence = { ...monthly, ...terms };
        holds(recurrence, play(recurrence, steps), terms.retries);
      }),
      { numRuns: 2_000 },
    );

  test('no period window is charged twice, and each charge falls into its own window', () => {
    property((recurrence, { charged }) => {
      expect(new Set(charged.map(({ periodIndex }) => periodIndex)).size).toBe(charged.length);
      for (const { periodIndex, at } of charged) {
        expect(at).toBeGreaterThanOrEqual(dueAt(recurrence, periodIndex));
        expect(at).toBeLessThan(windowEnd(recurrence, periodIndex));
      }
    });
  });

  test('no attempt is made at or past the end of its window, nor more than its schedule has', () => {
    property((recurrence, { attempts }, retries) => {
      const perPeriod = new Map<number, number>();
      for (const { periodIndex, at } of attempts) {
        expect(at).toBeLessThan(windowEnd(recurrence, periodIndex));
        perPeriod.set(periodIndex, (perPeriod.get(periodIndex) ?? 0) + 1);
      }
      expect(Math.max(0, ...perPeriod.values())).toBeLessThanOrEqual(RETRY_SECONDS[retries].length + 1);
    });
  });

  test('never more than maxPeriods are charged, and all of them complete the mandate', () => {
    property((recurrence, { charged, end }) => {
      if (recurrence.maxPeriods === null) return;
      expect(charged.length).toBeLessThanOrEqual(recurrence.maxPeriods);
      expect(end === 'complete').toBe(charged.length === recurrence.maxPeriods);
      for (const { periodIndex } of charged) expect(periodIndex).toBeLessThan(recurrence.maxPeriods);
    });
  });
});
