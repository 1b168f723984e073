import { expect, test } from 'vitest';
import { type MandateStatus, type MandateTrigger, transition } from '../../../rules/mandates/machine.ts';
import { authorizedUntil, budgetOf, scheduleOf, type Terms } from '../../../rules/mandates/terms.ts';
import { U64_MAX } from '../../../rules/money.ts';

const DAY = 86_400;
const MONTHLY: Terms = {
  amountPerPeriod: 1_000_000n,
  periodSeconds: 30 * DAY,
  maxPeriods: null,
  trialSeconds: 0,
  sellMode: 'subscription',
};

const ROWS: [MandateStatus, MandateTrigger, MandateStatus | { refused: string | null }][] = [
  ['pending', 'activate', 'active'],
  ['pending', 'revoke', 'revoked'],
  ['pending', 'cancel', 'revoked'],
  ['pending', 'expire', 'expired'],
  ['pending', 'complete', { refused: null }],
  ['active', 'activate', { refused: 'mandate_not_pending' }],
  ['active', 'revoke', 'revoked'],
  ['active', 'cancel', 'revoked'],
  ['active', 'expire', 'expired'],
  ['active', 'complete', 'completed'],
  ['expired', 'activate', { refused: 'mandate_not_pending' }],
  ['expired', 'revoke', 'revoked'],
  ['expired', 'cancel', { refused: null }],
  ['expired', 'expire', { refused: null }],
  ['expired', 'complete', { refused: null }],
  ['completed', 'activate', { refused: 'mandate_not_pending' }],
  ['completed', 'revoke', 'revoked'],
  ['completed', 'cancel', { refused: null }],
  ['completed', 'expire', { refused: null }],
  ['completed', 'complete', { refused: null }],
  ['revoked', 'activate', { refused: 'mandate_not_pending' }],
  ['revoked', 'revoke', { refused: 'already_revoked' }],
  ['revoked', 'cancel', { refused: null }],
  ['revoked', 'expire', { refused: null }],
  ['revoked', 'complete', { refused: null }],
];

test.each(ROWS)('a mandate that is %s and meets %s becomes or answers %j', (from, trigger, expected) => {
  expect(transition(from, trigger)).toEqual(typeof expected === 'string' ? { to: expected } : expected);
});

test('a limited mandate is approved for all of its periods', () => {
  expect(budgetOf({ ...MONTHLY, maxPeriods: 3 }, 'approval')).toBe(3_000_000n);
});

test('an unlimited mandate is approved for twelve periods where those are longer than 90 days', () => {
  expect(budgetOf(MONTHLY, 'approval')).toBe(12_000_000n);
  expect(budgetOf({ ...MONTHLY, periodSeconds: 365 * DAY }, 'approval')).toBe(12_000_000n);
});

test('an unlimited mandate is approved for 90 days, rounded up to whole periods, where twelve are shorter', () => {
  expect(budgetOf({ ...MONTHLY, periodSeconds: 7 * DAY }, 'approval')).toBe(13_000_000n);
  expect(budgetOf({ ...MONTHLY, periodSeconds: 3600 }, 'approval')).toBe(2160n * 1_000_000n);
});

test('a budget that a token account cannot carry is all that it can carry', () => {
  expect(budgetOf({ ...MONTHLY, amountPerPeriod: U64_MAX }, 'approval')).toBe(U64_MAX);
  expect(budgetOf({ ...MONTHLY, amountPerPeriod: U64_MAX / 12n }, 'approval')).toBe((U64_MAX / 12n) * 12n);
});

test('the first charge of a trial is due at its end, and the last window ends the mandate', () => {
  expect(scheduleOf({ ...MONTHLY, maxPeriods: 2, trialSeconds: DAY }, 1000)).toEqual({
    anchorAt: 1000 + DAY,
    trialEndsAt: 1000 + DAY,
    expiresAt: 1000 + DAY + 60 * DAY,
  });
  expect(scheduleOf(MONTHLY, 1000)).toEqual({ anchorAt: 1000, trialEndsAt: null, expiresAt: null });
});

test('a one-time purchase has neither end nor authorization to run out', () => {
  const once: Terms = { ...MONTHLY, sellMode: 'once', periodSeconds: 0, maxPeriods: 1 };
  expect(scheduleOf(once, 1000).expiresAt).toBeNull();
  expect(authorizedUntil(once, 1000, 1_000_000n)).toBeNull();
  expect(budgetOf(once, 'approval')).toBe(1_000_000n);
});

test('a mandate is authorized until the end of the last period that its budget covers', () => {
  expect(authorizedUntil(MONTHLY, 1000, 12_000_000n)).toBe(1000 + 360 * DAY);
  // A part of an amount pulls nothing.
  expect(authorizedUntil(MONTHLY, 1000, 12_999_999n)).toBe(1000 + 360 * DAY);
  const saturated = { ...MONTHLY, amountPerPeriod: U64_MAX / 5n };
  expect(authorizedUntil(saturated, 1000, U64_MAX)).toBe(1000 + 150 * DAY);
  expect(authorizedUntil({ ...MONTHLY, amountPerPeriod: 1n }, 0, U64_MAX)).toBe(1000 * 365 * DAY);
});
