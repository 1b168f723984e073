import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideDue, decideFailure, decideNext, dueAt, windowEnd } from '../../../rules/charges/machine.ts';
import {
  ownWindowSeconds,
  placeInWindow,
  programWindow,
  type Subscribed,
} from '../../../rules/charges/program-windows.ts';

const HOUR = 3600;
const S = 1_800_000_000;

const hourly = (trialSeconds: number): Subscribed => ({
  subscribedAt: S,
  anchorAt: S + trialSeconds,
  periodSeconds: HOUR,
  trialSeconds,
});

const recurrenceFor = (subscribed: Subscribed, maxPeriods: number | null = null) => ({
  active: true,
  anchorAt: subscribed.anchorAt,
  periodSeconds: subscribed.periodSeconds,
  maxPeriods,
  sellMode: 'subscription' as const,
  windowSeconds: ownWindowSeconds(subscribed),
});

const fresh = { periodIndex: 0, attempts: 0, signatures: 0 };

describe('the window of a charge', () => {
  test('is the period of the program in which it falls due', () => {
    expect(programWindow(hourly(0), 0)).toEqual({ opensAt: S, endsAt: S + HOUR });
    expect(programWindow(hourly(0), 7)).toEqual({ opensAt: S + 7 * HOUR, endsAt: S + 8 * HOUR });
    // A trial of an hour and a half: due in the middle of the program's second period.
    expect(programWindow(hourly(5400), 0)).toEqual({ opensAt: S + HOUR, endsAt: S + 2 * HOUR });
  });

  test('leaves 15 minutes at least: a trial that ends later waits for the next period of the program', () => {
    expect(programWindow(hourly(HOUR - 901), 0).opensAt).toBe(S);
    expect(ownWindowSeconds(hourly(HOUR - 901))).toBe(901 - 180);
    expect(programWindow(hourly(HOUR - 900), 0).opensAt).toBe(S + HOUR);
    expect(ownWindowSeconds(hourly(HOUR - 900))).toBe(HOUR);
  });

  test('ends for the schedule 3 minutes before it ends on chain, or when the next charge is due', () => {
    expect(ownWindowSeconds(hourly(0))).toBe(HOUR - 180);
    expect(ownWindowSeconds(hourly(600))).toBe(HOUR - 600 - 180);
    // The chain's clock was ahead when the payer subscribed: each charge is due before its window opens.
    expect(ownWindowSeconds({ ...hourly(0), anchorAt: S - 90 })).toBe(HOUR - 90);
    expect(ownWindowSeconds({ ...hourly(0), anchorAt: S - 300 })).toBe(HOUR);
  });

  test('is waited for, and closes 3 minutes before it or its plan ends', () => {
    const window = programWindow(hourly(0), 2);
    const at = (now: number, planEndsAt = 0n) => placeInWindow(window, planEndsAt, S + 2 * HOUR + now);
    expect(at(-10)).toEqual({ kind: 'early', waitSeconds: 10 });
    expect(at(0)).toEqual({ kind: 'open' });
    expect(at(HOUR - 181)).toEqual({ kind: 'open' });
    expect(at(HOUR - 180)).toEqual({ kind: 'over' });
    const planEndsAt = BigInt(S + 2 * HOUR + 600);
    expect(at(419, planEndsAt)).toEqual({ kind: 'open' });
    expect(at(420, planEndsAt)).toEqual({ kind: 'over' });
  });
});

describe('a charge whose window in the program has passed', () => {
  const recurrence = recurrenceFor(hourly(600));
  const end = S + HOUR - 180;

  test('moves to the next period, although that is not due yet', () => {
    expect(decideDue(recurrence, fresh, end - 1)).toEqual({ kind: 'attempt' });
    expect(decideDue(recurrence, fresh, end)).toEqual({
      kind: 'move',
      periodIndex: 1,
      dueAt: S + 600 + HOUR,
    });
    // In the middle of the third window.
    expect(decideDue(recurrence, fresh, S + 2 * HOUR + 1200)).toMatchObject({ periodIndex: 2 });
  });

  test('moves also when something was signed for it: another signature would take the next window’s amount', () => {
    const signed = { ...fresh, signatures: 2 };
    expect(decideDue(recurrence, signed, end - 1)).toEqual({ kind: 'attempt' });
    expect(decideDue(recurrence, signed, end)).toMatchObject({ kind: 'move', periodIndex: 1 });
  });

  test('is not retried, and a success in it is followed by a charge that can still be made', () => {
    expect(decideFailure(recurrence, fresh, end - 721)).toEqual({ kind: 'retry', at: end - 1 });
    expect(decideFailure(recurrence, fresh, end - 720)).toEqual({ kind: 'abandon' });
    expect(decideNext(recurrence, 0, 1, end + 60)).toMatchObject({ periodIndex: 1 });
    expect(decideNext(recurrence, 0, 1, S + 2 * HOUR - 100)).toMatchObject({ periodIndex: 2 });
  });

  test('expires its mandate when it was the last', () => {
    const twice = recurrenceFor(hourly(600), 2);
    expect(decideDue(twice, fresh, end)).toMatchObject({ kind: 'move', periodIndex: 1 });
    expect(decideDue(twice, { ...fresh, periodIndex: 1 }, end + HOUR)).toEqual({ kind: 'expire' });
    expect(decideNext(twice, 0, 1, end + HOUR)).toEqual({ kind: 'expire' });
  });
});

/** What happens to the charge that is due: how long it waits, how late what was sent lands, and whether it does. */
const step = fc.record({
  downSeconds: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 4 * HOUR })),
  landsAfter: fc.integer({ min: 0, max: 90 }),
  outcome: fc.constantFrom('paid', 'paid', 'paid', 'short', 'expired'),
});
const subscriptions = fc.record({
  periodHours: fc.integer({ min: 1, max: 4 }),
  trialSeconds: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10 * HOUR })),
  maxPeriods: fc.option(fc.integer({ min: 1, max: 8 })),
  /** How far the chain's clock is ahead of the service's, and how long after the payer subscribed that was noticed. */
  ahead: fc.integer({ min: -90, max: 90 }),
  noticedAfter: fc.integer({ min: 0, max: 120 }),
  steps: fc.array(step, { maxLength: 60 }),
});
type Story = typeof subscriptions extends fc.Arbitrary<infer T> ? T : never;

/** Plays a schedule as the collector does. Returns the pulls that landed, in the chain's seconds. */
function play({ periodHours, trialSeconds, maxPeriods, ahead, noticedAfter, steps }: Story) {
  const activatedAt = S - ahead + noticedAfter;
  const subscribed = {
    subscribedAt: S,
    anchorAt: Math.min(S, activatedAt) + trialSeconds,
    periodSeconds: periodHours * HOUR,
    trialSeconds,
  };
  const recurrence = recurrenceFor(subscribed, maxPeriods);
  const signed: { periodIndex: number; landsAt: number; isPaid: boolean }[] = [];
  let charge = fresh;
  let now = Math.max(activatedAt, dueAt(recurrence, 0));
  let end = 'still running';
  const moveTo = (periodIndex: number) => {
    charge = { ...fresh, periodIndex };
    now = Math.max(now, dueAt(recurrence, periodIndex));
  };
  for (const { downSeconds, landsAfter, outcome } of steps) {
    now += downSeconds;
    let decision = decideDue(recurrence, charge, now);
    const place = placeInWindow(programWindow(subscribed, charge.periodIndex), 0n, now + ahead);
    if (decision.kind === 'attempt' && place.kind === 'over')
      decision = decideDue(recurrence, charge, Math.max(now, windowEnd(recurrence, charge.periodIndex)));
    if (decision.kind === 'expire') return { subscribed, recurrence, signed, end: 'expired' };
    if (decision.kind === 'move') {
      expect(decision.periodIndex).toBeGreaterThan(charge.periodIndex);
      moveTo(decision.periodIndex);
      continue;
    }
    expect(decision.kind).toBe('attempt');
    if (place.kind === 'early') {
      now += place.waitSeconds;
      continue;
    }
    if (outcome === 'short') {
      const failed = decideFailure(recurrence, charge, now);
      if (failed.kind === 'abandon') return { subscribed, recurrence, signed, end: 'abandoned' };
      charge = { ...charge, attempts: charge.attempts + 1 };
      now = failed.at;
      continue;
    }
    signed.push({
      periodIndex: charge.periodIndex,
      landsAt: now + ahead + landsAfter,
      isPaid: outcome === 'paid',
    });
    now += landsAfter;
    if (outcome === 'expired') {
      charge = { ...charge, signatures: charge.signatures + 1 };
      now += 120;
      continue;
    }
    const next = decideNext(
      recurrence,
      charge.periodIndex,
      signed.filter(({ isPaid }) => isPaid).length,
      now,
    );
    if (next.kind !== 'schedule') {
      end = next.kind;
      break;
    }
    moveTo(next.periodIndex);
  }
  return { subscribed, recurrence, signed, end };
}

describe('whatever clocks, trials, outages and failures a subscription meets', () => {
  const property = (holds: (played: ReturnType<typeof play>, story: Story) => void) =>
    fc.assert(
      fc.property(subscriptions, (story) => holds(play(story), story)),
      { numRuns: 3_000 },
    );

  test('whatever is signed for a charge can only land in that charge’s own window', () => {
    property(({ subscribed, signed }) => {
      for (const { periodIndex, landsAt } of signed) {
        const { opensAt, endsAt } = programWindow(subscribed, periodIndex);
        expect(landsAt).toBeGreaterThanOrEqual(opensAt);
        expect(landsAt).toBeLessThan(endsAt);
      }
    });
  });

  test('no window is charged twice, and windows that passed are never charged', () => {
    property(({ signed }) => {
      const paid = signed.filter(({ isPaid }) => isPaid).map(({ periodIndex }) => periodIndex);
      expect(paid).toEqual([...new Set(paid)].toSorted((a, b) => a - b));
    });
  });

  test('no more than maxPeriods are charged, each of the first maxPeriods windows at most', () => {
    property(({ signed, end }, { maxPeriods }) => {
      if (maxPeriods === null) return;
      const paid = signed.filter(({ isPaid }) => isPaid);
      expect(paid.length).toBeLessThanOrEqual(maxPeriods);
      expect(end === 'complete').toBe(paid.length === maxPeriods);
      for (const { periodIndex } of signed) expect(periodIndex).toBeLessThan(maxPeriods);
    });
  });

  test('without outages or failures every period is charged, none of them early or a period late', () => {
    property(({ recurrence, signed }, { steps, ahead }) => {
      if (steps.some(({ downSeconds, outcome }) => downSeconds > 0 || outcome !== 'paid')) return;
      for (const [at, { periodIndex, landsAt }] of signed.entries()) {
        expect(periodIndex).toBe(at);
        const late = landsAt - ahead - dueAt(recurrence, periodIndex);
        expect(late).toBeGreaterThanOrEqual(0);
        // It waits for its window, 15 minutes at most after a trial, and for a clock that is behind.
        expect(late).toBeLessThanOrEqual(900 + 90 + 90 + 120);
      }
    });
  });
});
