import { describe, expect, it } from 'vitest';
import type { WalletMandate } from '@autopay/sdk';
import { coverOfTopUp, defaultPayments, neededBy, paymentsCovered } from '../../pages/portal/allowance.ts';
import { portal } from '../../pages/words/catalogue/en.ts';
import { needsTopUp, paymentsLeft, runsOut, stateOf } from '../../pages/portal/state-of.ts';

/** An active subscription of 1 a month without an end, of whose approval 5 remain. */
function mandateOf(changes: Partial<WalletMandate> = {}): WalletMandate {
  return {
    id: 'man_a',
    mint: 'USDC',
    delegate: 'key one',
    status: 'active',
    sellMode: 'subscription',
    amountPerPeriod: '1000000',
    maxPeriods: null,
    periodsCharged: 7,
    trialEndsAt: null,
    remainingBudget: '5000000',
    remainingAllowance: '5000000',
    failing: null,
    ...changes,
  } as WalletMandate;
}

const FAILING = {
  code: 'insufficient_funds' as const,
  message: 'The wallet holds too little.',
  amount: '1000000',
  nextAttemptAt: 100,
};

const OTHERS = [
  mandateOf({ id: 'man_b', remainingBudget: '300' }),
  mandateOf({ id: 'man_c', remainingBudget: '40', delegate: 'key two' }),
  mandateOf({ id: 'man_d', remainingBudget: '9', mint: 'USDT' }),
  mandateOf({ id: 'man_e', remainingBudget: '9', status: 'pending' }),
  mandateOf({ id: 'man_f', remainingBudget: '9', status: 'revoked' }),
];

describe('what a top-up approves', () => {
  it('is the payments to come, beside what the other active mandates on the token may still take', () => {
    const mandate = mandateOf();
    expect(coverOfTopUp(mandate, [mandate, ...OTHERS], 12)).toEqual({
      own: 12_000_000n,
      others: 340n,
      total: 12_000_340n,
    });
  });

  it('is never less than what was agreed, and for a mandate with an end all that remains', () => {
    expect(coverOfTopUp(mandateOf(), [], 3).own).toBe(5_000_000n);
    expect(coverOfTopUp(mandateOf({ maxPeriods: 12 }), [], 100).own).toBe(5_000_000n);
  });

  it('stops where token amounts do', () => {
    const dear = mandateOf({ amountPerPeriod: (2n ** 63n).toString() });
    expect(coverOfTopUp(dear, OTHERS, 12).total).toBe(2n ** 64n - 1n);
  });
});

it('an approval may be lowered to what the mandates of one key and token need', () => {
  expect(neededBy('key one', 'USDC', [mandateOf(), ...OTHERS])).toBe(5_000_300n);
  expect(neededBy('key two', 'USDC', OTHERS)).toBe(40n);
  expect(neededBy('key three', 'USDC', OTHERS)).toBe(0n);
});

it('covers 12 payments where nobody chose, or 90 days of more frequent ones', () => {
  expect([2_592_000, 604_800, 86_400].map(defaultPayments)).toEqual([12, 13, 90]);
});

it('counts whole payments alone', () => {
  expect(paymentsCovered(mandateOf({ remainingBudget: '2999999' }))).toBe(2n);
});

describe('a mandate', () => {
  it('needs a top-up where its budget or the chain does not carry one payment more', () => {
    expect(needsTopUp(mandateOf())).toBe(false);
    expect(needsTopUp(mandateOf({ remainingBudget: '999999' }))).toBe(true);
    expect(needsTopUp(mandateOf({ remainingAllowance: '999999' }))).toBe(true);
  });

  it.each([
    [{ remainingBudget: '3999999' }, 3, false],
    [{ remainingBudget: '2999999' }, 2, true],
    [{ remainingAllowance: '1000000' }, 1, true],
    [{ remainingBudget: '999999' }, 0, false],
    [{ remainingBudget: '2000000', remainingAllowance: null }, 2, true],
    // These are all that remain of a limited number.
    [{ maxPeriods: 9, remainingBudget: '2000000', remainingAllowance: '2000000' }, null, false],
    [{ maxPeriods: 9, remainingBudget: '2000000', remainingAllowance: '1000000' }, 1, true],
    [{ status: 'revoked', remainingBudget: '1000000' }, null, false],
  ] as [Partial<WalletMandate>, number | null, boolean][])(
    'with %o has %s payments left, and running out is %s',
    (changes, left, isRunningOut) => {
      expect(paymentsLeft(mandateOf(changes))).toBe(left);
      expect(runsOut(mandateOf(changes))).toBe(isRunningOut);
    },
  );

  it('needs none where the chain cannot be asked, where it was paid for the last time, or where it has ended', () => {
    expect(needsTopUp(mandateOf({ remainingAllowance: null }))).toBe(false);
    const last = { maxPeriods: 7, remainingBudget: '0', remainingAllowance: '0' };
    expect(needsTopUp(mandateOf(last))).toBe(false);
    expect(needsTopUp(mandateOf({ status: 'revoked', remainingBudget: '0' }))).toBe(false);
  });

  it.each([
    [{}, 'Active', 'running'],
    [{ trialEndsAt: 200, periodsCharged: 0 }, 'Free trial', 'running'],
    [{ trialEndsAt: 99, periodsCharged: 1 }, 'Active', 'running'],
    [{ failing: FAILING, remainingBudget: '0' }, 'Payment failed', 'running'],
    [{ remainingBudget: '2000000' }, 'Runs out soon', 'running'],
    [{ status: 'pending' }, 'Not approved yet', 'waiting'],
    [{ status: 'completed' }, 'All paid', 'ended'],
    [{ status: 'completed', sellMode: 'once' }, 'Paid', 'bought'],
    [{ status: 'active', sellMode: 'once' }, 'Being paid', 'running'],
    [{ status: 'expired' }, 'Ended', 'ended'],
    [{ status: 'revoked' }, 'Cancelled', 'ended'],
  ] as [Partial<WalletMandate>, string, string][])('with %o is told as %s', (changes, label, group) => {
    const state = stateOf(mandateOf(changes));
    expect([portal.states[state.name], state.group]).toEqual([label, group]);
  });
});
