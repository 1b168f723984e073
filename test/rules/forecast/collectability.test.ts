import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Collected, foresee, type ReadAccount } from '../../../rules/forecast/collectability.ts';
import { duesOf, type Upcoming } from '../../../rules/forecast/dues.ts';

const T0 = 1_800_000_000;
const DAY = 86_400;
const HORIZON = { from: T0, until: T0 + 30 * DAY };
const OPEN: ReadAccount = { state: 'open', balance: 100n, delegate: 'key', delegated: 100n, isOurs: true };

const mandate = (id: string, more: Partial<Collected> = {}): Collected => ({
  id,
  scheme: 'approval',
  delegate: 'key',
  remaining: 1_000n,
  ...more,
});
const weekly = (mandateId: string, more: Partial<Upcoming> = {}): Upcoming => ({
  mandateId,
  amount: 10n,
  periodSeconds: 7 * DAY,
  maxPeriods: null,
  anchorAt: T0 + DAY,
  periodIndex: 0,
  nextAttemptAt: T0 + DAY,
  ...more,
});
/** What is covered of the dues of these mandates, and why the others are not. */
function play(account: ReadAccount | null, ...parts: [Collected, Upcoming][]) {
  const dues = parts.flatMap(([, upcoming]) => duesOf(upcoming, HORIZON)).sort((a, b) => a.at - b.at);
  return foresee(account, new Map(parts.map(([one]) => [one.id, one])), dues);
}
const reasons = (...args: Parameters<typeof play>) => play(...args).map(({ reason }) => reason);
const one = (more: Partial<Collected> = {}, upcoming: Partial<Upcoming> = {}): [Collected, Upcoming] => [
  mandate('a', more),
  weekly('a', upcoming),
];

describe('what falls due', () => {
  const days = (more: Partial<Upcoming>) =>
    duesOf(weekly('a', more), HORIZON).map(({ at, count }) => [(at - T0) / DAY, count]);

  test('is the charge to come and one for each period after it, up to the last', () => {
    expect(days({})).toEqual([1, 8, 15, 22, 29].map((day) => [day, 1]));
    expect(days({ maxPeriods: 3 })).toEqual([1, 8, 15].map((day) => [day, 1]));
    expect(days({ nextAttemptAt: T0 + 31 * DAY, periodIndex: 5 })).toEqual([]);
  });

  test('counts what is overdue as due now, and no window that has passed', () => {
    const late = { anchorAt: T0 - 20 * DAY, periodIndex: 0, nextAttemptAt: T0 - 19 * DAY };
    expect(days(late)).toEqual([0, 1, 8, 15, 22, 29].map((day) => [day, 1]));
  });

  test('of short periods is as much as the schedule has, hour by hour', () => {
    const dues = duesOf(weekly('a', { periodSeconds: 60, nextAttemptAt: T0 + DAY }), HORIZON);
    expect(dues.reduce((sum, { count }) => sum + count, 0)).toBe(29 * 1440);
    expect(dues.length).toBeLessThanOrEqual(29 * 24 + 2);
  });
});

describe('what can be collected', () => {
  test('is taken in order of time, and the first that lacks funds takes its mandate out', () => {
    expect(reasons({ ...OPEN, balance: 25n }, one())).toEqual([
      null,
      null,
      ...Array<string>(3).fill('insufficient_funds'),
    ]);
    const small: [Collected, Upcoming] = [
      mandate('b'),
      weekly('b', { amount: 5n, anchorAt: T0 + 2 * DAY, nextAttemptAt: T0 + 2 * DAY }),
    ];
    // 25: 10, 5, 10 is gone; what follows finds nothing.
    const both = play({ ...OPEN, balance: 25n }, one(), small);
    expect(both.slice(0, 5).map(({ due, reason }) => [due.mandateId, reason])).toEqual([
      ['a', null],
      ['b', null],
      ['a', null],
      ['b', 'insufficient_funds'],
      ['a', 'insufficient_funds'],
    ]);
  });

  test('ends with the approval on chain, and with what the payer agreed to', () => {
    expect(reasons({ ...OPEN, delegated: 30n }, one())[3]).toBe('allowance_short');
    expect(reasons(OPEN, one({ remaining: 20n }))).toEqual([
      null,
      null,
      ...Array<string>(3).fill('allowance_short'),
    ]);
    // A plan has no sum that runs out.
    expect(reasons({ ...OPEN, delegated: 0n }, one({ scheme: 'plan' }))).toEqual(Array(5).fill(null));
  });

  test.each([
    ['frozen', { ...OPEN, state: 'frozen' }, 'payer_account_frozen'],
    ['closed', { ...OPEN, state: 'missing' }, 'payer_account_missing'],
    ['given to another application', { ...OPEN, delegate: 'other', isOurs: false }, 'allowance_gone'],
    ['approved to another of our keys', { ...OPEN, delegate: 'newer' }, 'allowance_short'],
    ['without a delegate', { ...OPEN, delegate: null, delegated: 0n, isOurs: false }, 'allowance_gone'],
  ] as const)('is nothing from an account that is %s', (_, account, reason) => {
    expect(reasons(account, one())).toEqual(Array(5).fill(reason));
  });

  test('is everything as long as nobody has looked', () => {
    expect(reasons(null, one())).toEqual(Array(5).fill(null));
  });

  test('never exceeds what is there, whatever is due', () => {
    const amounts = fc.bigInt({ min: 1n, max: 40n });
    fc.assert(
      fc.property(
        fc.array(amounts, { minLength: 1, maxLength: 6 }),
        fc.bigInt({ min: 0n, max: 300n }),
        fc.bigInt({ min: 0n, max: 300n }),
        (due, balance, delegated) => {
          const parts = due.map((amount, at): [Collected, Upcoming] => [
            mandate(`m${at}`),
            weekly(`m${at}`, { amount }),
          ]);
          const verdicts = play({ ...OPEN, balance, delegated }, ...parts);
          const covered = verdicts.reduce(
            (sum, verdict) => sum + BigInt(verdict.covered) * verdict.due.amount,
            0n,
          );
          expect(covered <= balance && covered <= delegated).toBe(true);
          for (const {
            covered: count,
            due: { count: of },
            reason,
          } of verdicts)
            expect(reason === null).toBe(count === of);
        },
      ),
    );
  });
});
