import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foresee, type ReadAccount } from '../../../rules/forecast/collectability.ts';
import { type Cure, curesOf } from '../../../rules/forecast/cures.ts';
import { duesInOrder, type ForeseenMandate } from '../../../rules/forecast/judge.ts';

const T0 = 1_800_000_000;
const DAY = 86_400;
const HORIZON = { from: T0, until: T0 + 30 * DAY };
const OPEN: ReadAccount = { state: 'open', balance: 100n, delegate: 'key', delegated: 100n, isOurs: true };

/** A weekly payment of 10 from tomorrow on: five of them fall due. */
const weekly = (id: string, more: Partial<ForeseenMandate> = {}): ForeseenMandate => ({
  id,
  mandateId: id,
  payer: 'payer',
  mint: 'USDC',
  scheme: 'approval',
  delegate: 'key',
  remaining: 1_000n,
  amount: 10n,
  periodSeconds: 7 * DAY,
  maxPeriods: null,
  anchorAt: T0 + DAY,
  periodIndex: 0,
  nextAttemptAt: T0 + DAY,
  account: OPEN,
  ...more,
});
const cures = (account: Partial<ReadAccount> | null, ...mandates: ForeseenMandate[]) => {
  const read = account && { ...OPEN, ...account };
  return curesOf(
    mandates.map((mandate) => ({ ...mandate, account: read })),
    HORIZON,
  );
};
const later = (days: number): Partial<ForeseenMandate> => ({
  anchorAt: T0 + days * DAY,
  nextAttemptAt: T0 + days * DAY,
});

describe('funds that are missing', () => {
  test('are told for the first payment that fails and for all, and when that is due', () => {
    expect(cures({ balance: 25n }, weekly('a'))).toEqual([
      {
        kind: 'add_funds',
        reason: 'insufficient_funds',
        mint: 'USDC',
        mandateId: 'a',
        amountForFirst: 5n,
        amount: 25n,
        by: T0 + 15 * DAY,
      },
    ]);
    expect(cures({ balance: 50n }, weekly('a'))).toEqual([]);
  });

  test('are those of all mandates together, whoever collects', () => {
    const two = [weekly('a'), weekly('b', { amount: 7n, ...later(2) })];
    // 50 and four times 7: the fifth of the second one is due when the 30 days are over.
    expect(cures({ balance: 70n }, ...two)).toMatchObject([
      { kind: 'add_funds', mandateId: 'a', amount: 8n, amountForFirst: 8n, by: T0 + 29 * DAY },
    ]);
  });

  test('of short periods are told by the hour, with what the first of it lacks', () => {
    const minutes = weekly('a', { periodSeconds: 60, remaining: 1_000_000n, maxPeriods: 100, ...later(1) });
    const [cure] = cures({ balance: 15n, delegated: 1_000_000n }, minutes);
    expect(cure).toMatchObject({ kind: 'add_funds', amount: 985n, amountForFirst: 5n });
  });

  test('of an account that was closed are all, and nothing can be approved on it', () => {
    expect(
      cures({ state: 'missing', balance: 0n, delegate: null, isOurs: false }, weekly('a')),
    ).toMatchObject([
      { kind: 'add_funds', reason: 'payer_account_missing', amount: 50n, amountForFirst: 10n },
    ]);
  });
});

describe('an approval that is missing', () => {
  test('is told beside the funds, for both are needed', () => {
    expect(cures({ balance: 45n, delegated: 30n }, weekly('a'))).toMatchObject([
      { kind: 'approve', reason: 'allowance_short', mandateId: 'a', amount: null, by: T0 + 22 * DAY },
      { kind: 'add_funds', amount: 5n, by: T0 + 29 * DAY },
    ]);
  });

  test('is one signature for all where the chain carries too little, and one for each whose own budget ends', () => {
    const two = [weekly('a'), weekly('b', later(2))];
    expect(cures({ delegated: 15n }, ...two)).toMatchObject([{ mandateId: 'b', by: T0 + 2 * DAY }]);
    const spent = [
      weekly('a', { remaining: 20n, ...later(2) }),
      weekly('b', { remaining: 10n, ...later(3) }),
      weekly('c'),
    ];
    expect(cures({ balance: 150n, delegated: 5n }, ...spent)).toMatchObject([
      // What is signed for it carries what the third may still take, whose payment fails before its own.
      { kind: 'approve', mandateId: 'a', by: T0 + DAY },
      { kind: 'approve', mandateId: 'b', by: T0 + 3 * DAY },
    ]);
  });

  test('was taken back, or is with another application', () => {
    expect(cures({ delegate: 'other', isOurs: false }, weekly('a'))).toMatchObject([
      { kind: 'approve', reason: 'allowance_gone', by: T0 + DAY },
    ]);
    expect(cures({ isOurs: false }, weekly('a', { scheme: 'plan' }))).toMatchObject([
      { kind: 'approve', reason: 'allowance_gone' },
    ]);
    expect(cures({ delegated: 0n }, weekly('a', { scheme: 'plan' }))).toEqual([]);
  });
});

test('nothing that a payer can send or sign helps an account that is frozen, or is not theirs', () => {
  expect(cures({ state: 'frozen', balance: 0n, delegated: 0n }, weekly('a'))).toMatchObject([
    { kind: 'ask_issuer', reason: 'payer_account_frozen', amount: null, by: T0 + DAY },
  ]);
  expect(cures({ state: 'invalid', balance: 0n }, weekly('a'))).toMatchObject([
    { kind: 'another_wallet', reason: 'payer_account_invalid', amount: null },
  ]);
});

test('nothing is told of what was not read, does not fall due, or is covered in each token by itself', () => {
  expect(cures(null, weekly('a'))).toEqual([]);
  expect(cures({ state: 'frozen' }, weekly('a', later(31)))).toEqual([]);
  const [one, two] = [weekly('a'), weekly('b', { mint: 'EURC' })];
  expect(cures({ balance: 50n, delegated: 50n }, one, two)).toEqual([]);
  expect(cures({ balance: 49n }, one, two).map(({ mint }) => mint)).toEqual(['USDC', 'EURC']);
});

/** The account and the mandates once the payer has done what was told. */
function done(told: readonly Cure[], account: ReadAccount, mandates: readonly ForeseenMandate[]) {
  let { balance } = account;
  const signed = new Set<string>();
  for (const { kind, amount, mandateId } of told) {
    if (kind === 'add_funds') balance += amount!;
    else signed.add(mandateId);
  }
  const renewed = mandates.map((mandate) =>
    signed.has(mandate.id) ? { ...mandate, remaining: mandate.remaining + 100_000n } : mandate,
  );
  if (signed.size === 0) return { account: { ...account, balance }, mandates: renewed };
  // An approval carries what all of the payer's mandates may still take.
  const delegated = renewed.reduce((sum, { remaining }) => sum + remaining, 0n);
  return {
    account: { ...account, balance, delegated, delegate: 'key', isOurs: true },
    mandates: renewed,
  };
}

test('whoever does all that is told can be collected from for everything, and whoever leaves one out cannot', () => {
  const amounts = fc.bigInt({ min: 1n, max: 40n });
  const mandate = fc.record({
    amount: amounts,
    remaining: fc.bigInt({ min: 0n, max: 300n }),
    day: fc.nat(35),
  });
  const held = fc.bigInt({ min: 0n, max: 600n });
  const slot = fc.constantFrom({ delegate: 'key', isOurs: true }, { delegate: null, isOurs: false });
  fc.assert(
    fc.property(
      fc.array(mandate, { minLength: 1, maxLength: 5 }),
      held,
      held,
      slot,
      (parts, balance, delegated, by) => {
        const account = { ...OPEN, balance, delegated: by.isOurs ? delegated : 0n, ...by };
        const mandates = parts.map(({ day, ...terms }, at) =>
          weekly(`m${at}`, { ...terms, ...later(day), account }),
        );
        const told = curesOf(mandates, HORIZON);
        const isCovered = (cured: readonly Cure[]) => {
          const after = done(cured, account, mandates);
          const byId = new Map(after.mandates.map((one) => [one.id, one]));
          const verdicts = foresee(after.account, byId, duesInOrder(after.mandates, HORIZON));
          return verdicts.every(({ reason }) => reason === null);
        };
        expect(isCovered(told)).toBe(true);
        for (const left of told) expect(isCovered(told.filter((cure) => cure !== left))).toBe(false);
        const funds = told.find(({ kind }) => kind === 'add_funds');
        if (funds !== undefined) {
          expect(funds.amountForFirst! > 0n && funds.amountForFirst! <= funds.amount!).toBe(true);
          const less = told.map((cure) => (cure === funds ? { ...cure, amount: cure.amount! - 1n } : cure));
          expect(isCovered(less)).toBe(false);
        }
      },
    ),
  );
});
