import { expect, test } from 'vitest';
import { decideEntitlement, type Purchase } from '../../../rules/entitlements/machine.ts';

const ANCHOR = 1_000_000;
const PERIOD = 100;

/** An active subscription that has paid its first period and waits for the second. */
const PAID: Purchase = {
  sellMode: 'subscription',
  status: 'active',
  anchorAt: ANCHOR,
  periodSeconds: PERIOD,
  trialSeconds: 0,
  paidPeriod: 0,
  openDueAt: ANCHOR + PERIOD,
  openFailed: false,
  keepsAccess: true,
};
const PENDING: Purchase = { ...PAID, status: 'pending', anchorAt: null, paidPeriod: null, openDueAt: null };
const ORDER: Purchase = { ...PENDING, sellMode: 'once', periodSeconds: 0 };

const NOT = { entitled: false };
const until = (validUntil: number | null) => ({ entitled: true, validUntil });
/** `seconds` after the first period began. */
const decide = (seconds: number, ...purchases: Partial<Purchase>[]) =>
  decideEntitlement(
    purchases.map((purchase) => ({ ...PAID, ...purchase })),
    ANCHOR + seconds,
  );

test('nobody is entitled by nothing, or by what was never signed', () => {
  expect(decide(0)).toEqual(NOT);
  expect(decide(0, PENDING)).toEqual(NOT);
  expect(decide(0, { ...PENDING, trialSeconds: 50 })).toEqual(NOT);
  expect(decide(0, { ...PENDING, status: 'expired' })).toEqual(NOT);
});

test('a paid period entitles to its end, exclusive, whatever became of the mandate', () => {
  for (const status of ['active', 'revoked', 'expired', 'completed'] as const) {
    expect(decide(99, { status })).toEqual(until(ANCHOR + 100));
    expect(decide(100, { status, openDueAt: null })).toEqual(NOT);
  }
  expect(decide(250, { paidPeriod: 3, openDueAt: ANCHOR + 400 })).toEqual(until(ANCHOR + 400));
});

test('a first charge that has not succeeded entitles to nothing', () => {
  expect(decide(0, { paidPeriod: null, openDueAt: ANCHOR })).toEqual(NOT);
  expect(decide(50, { paidPeriod: null, openDueAt: ANCHOR })).toEqual(NOT);
});

test('a trial entitles to its end once it began, also when it was cancelled meanwhile', () => {
  const trial = { trialSeconds: 50, paidPeriod: null, openDueAt: ANCHOR };
  expect(decide(-1, trial)).toEqual(until(ANCHOR));
  expect(decide(-1, { ...trial, status: 'revoked' })).toEqual(until(ANCHOR));
  expect(decide(0, { ...trial, status: 'revoked' })).toEqual(NOT);
});

test('while the charge that follows is on its way the payer keeps what they had', () => {
  expect(decide(100, {})).toEqual(until(ANCHOR + 100));
  expect(decide(199, {})).toEqual(until(ANCHOR + 100));
  expect(decide(30, { trialSeconds: 50, paidPeriod: null, openDueAt: ANCHOR })).toEqual(until(ANCHOR));
  for (const status of ['revoked', 'expired'] as const) expect(decide(100, { status })).toEqual(NOT);
  expect(decide(100, { openDueAt: null })).toEqual(NOT);
});

test('where a merchant ends access with the first failure, a charge that has not failed yet still keeps it', () => {
  const strict = { keepsAccess: false };
  expect(decide(100, strict)).toEqual(until(ANCHOR + 100));
  expect(decide(100, { ...strict, openFailed: true })).toEqual(NOT);
  expect(decide(100, { openFailed: true })).toEqual(until(ANCHOR + 100));
  // What is paid for is theirs, whatever fails.
  expect(decide(99, { ...strict, openFailed: true, openDueAt: ANCHOR + 50 })).toEqual(until(ANCHOR + 100));
});

test('a charge after a refunded or missed period continues nothing', () => {
  // Period 1 was refunded in full, and period 2 is being charged.
  expect(decide(205, { paidPeriod: 0, openDueAt: ANCHOR + 200 })).toEqual(NOT);
  // Period 0 was refunded in full, and period 1 is not due yet.
  expect(decide(50, { paidPeriod: null })).toEqual(NOT);
  // The next one is far off: nothing is being charged.
  expect(decide(150, { openDueAt: ANCHOR + 300 })).toEqual(NOT);
});

test('an order that was paid entitles for good, however it stands, and an unpaid one to nothing', () => {
  expect(decide(0, ORDER)).toEqual(NOT);
  expect(decide(0, { ...ORDER, status: 'completed' })).toEqual(NOT);
  for (const status of ['completed', 'revoked', 'expired'] as const) {
    expect(decide(10_000, { ...ORDER, status, anchorAt: ANCHOR, paidPeriod: 0 })).toEqual(until(null));
  }
  // Paid after it had expired: the money was taken.
  expect(decide(0, { ...ORDER, status: 'expired', paidPeriod: 0 })).toEqual(until(null));
});

test('of several purchases the best counts, in any order', () => {
  const bought = { ...ORDER, status: 'completed', paidPeriod: 0 } as const;
  const short = { openDueAt: null };
  const long = { paidPeriod: 4, openDueAt: null };
  const many: [Partial<Purchase>[], object][] = [
    [[short, long, PENDING], until(ANCHOR + 500)],
    [[long, short], until(ANCHOR + 500)],
    [[short, bought, long], until(null)],
    [[bought, short], until(null)],
    [[PENDING, short], until(ANCHOR + 100)],
  ];
  for (const [purchases, best] of many) expect(decide(0, ...purchases)).toEqual(best);
});
