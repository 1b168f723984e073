import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../rules/api-error.ts';
import { chooseScheme, type SchemeChoice } from '../../../rules/mandates/scheme.ts';
import { budgetOf, type Terms } from '../../../rules/mandates/terms.ts';
import { U64_MAX } from '../../../rules/money.ts';

const HOUR = 3600;
const MONTHLY: Terms = {
  amountPerPeriod: 1_000_000n,
  periodSeconds: 30 * 24 * HOUR,
  maxPeriods: null,
  trialSeconds: 0,
  sellMode: 'subscription',
};
const ONCE: Terms = { ...MONTHLY, periodSeconds: 0, maxPeriods: 1, sellMode: 'once' };
const NOTHING_ASKED: SchemeChoice = {
  asked: undefined,
  fallback: 'approval',
  isOnChain: true,
  active: null,
  payeeRequiresMemo: false,
};

const choose = (choice: Partial<SchemeChoice>, terms: Partial<Terms> = {}) =>
  chooseScheme({ ...NOTHING_ASKED, ...choice }, { ...MONTHLY, ...terms });

/** The field that an error blames. */
function blamed(run: () => unknown): string | undefined {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'parameter_invalid') return error.param;
    throw error;
  }
  return undefined;
}

describe('a scheme that is asked for', () => {
  test('is taken, whatever the deployment prefers', () => {
    expect(choose({ asked: 'plan' })).toBe('plan');
    expect(choose({ asked: 'approval', fallback: 'plan' })).toBe('approval');
  });

  test('is refused where plan cannot be: for a period, an account or a chain that does not allow it, and for a one-time purchase', () => {
    const asked = 'plan';
    for (const periodSeconds of [1, HOUR - 1, HOUR + 1, 8761 * HOUR]) {
      expect(blamed(() => choose({ asked }, { periodSeconds }))).toBe('scheme');
    }
    expect(blamed(() => choose({ asked, payeeRequiresMemo: true }))).toBe('scheme');
    expect(blamed(() => choose({ asked, isOnChain: false }))).toBe('scheme');
    expect(() => choose({ asked, isOnChain: false })).toThrow(/AUTOPAY_LOCALNET_PROGRAMS/);
    expect(blamed(() => chooseScheme({ ...NOTHING_ASKED, asked }, ONCE))).toBe('scheme');
  });
});

describe('a scheme that nobody asks for', () => {
  test("is the deployment's where the program and the terms allow it, else approval", () => {
    const fallback = 'plan';
    expect(choose({})).toBe('approval');
    expect(choose({ fallback })).toBe('plan');
    expect(choose({ fallback, asked: null })).toBe('plan');
    expect(choose({ fallback }, { periodSeconds: 8760 * HOUR })).toBe('plan');
    expect(choose({ fallback }, { periodSeconds: HOUR + 1 })).toBe('approval');
    expect(choose({ fallback, isOnChain: false })).toBe('approval');
    expect(choose({ fallback, payeeRequiresMemo: true })).toBe('approval');
    expect(chooseScheme({ ...NOTHING_ASKED, fallback }, ONCE)).toBe('approval');
  });
});

describe("the scheme of the payer's active mandates", () => {
  test('decides, whatever is asked', () => {
    expect(choose({ asked: 'plan', active: 'approval' })).toBe('approval');
    expect(choose({ asked: 'approval', active: 'plan' })).toBe('plan');
    expect(choose({ asked: 'plan', active: 'approval' }, { periodSeconds: 60 })).toBe('approval');
    expect(chooseScheme({ ...NOTHING_ASKED, active: 'plan' }, ONCE)).toBe('approval');
  });

  test('refuses terms that do not fit it, naming their field', () => {
    const active = 'plan';
    expect(blamed(() => choose({ active }, { periodSeconds: HOUR + 1 }))).toBe('periodSeconds');
    expect(blamed(() => choose({ active, payeeRequiresMemo: true }))).toBe('payee');
  });
});

test('the budget on a plan is that of all its periods, and has no limit where they have none', () => {
  expect(budgetOf({ ...MONTHLY, maxPeriods: 3 }, 'plan')).toBe(3_000_000n);
  expect(budgetOf({ ...MONTHLY, amountPerPeriod: U64_MAX, maxPeriods: 2 }, 'plan')).toBe(U64_MAX);
  expect(budgetOf(MONTHLY, 'plan')).toBe(U64_MAX);
  expect(budgetOf(MONTHLY, 'approval')).toBe(12_000_000n);
});
