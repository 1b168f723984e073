import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReadAccount } from '../../rules/forecast/collectability.ts';
import { type ForeseenMandate, judge } from '../../rules/forecast/judge.ts';
import { presentForecast } from '../../rules/forecast/summary.ts';
import { newCharge } from '../../server/charges/place-charge.ts';
import { insertCharge } from '../../server/charges/queries.ts';
import { getForecast } from '../../server/forecast/get-forecast.ts';
import { updateMandate } from '../../server/mandates/queries.ts';
import type { Tenant } from '../../server/merchants/tenant.ts';
import { savePayerAccounts } from '../../server/payer-accounts/queries.ts';
import { randomAddress, seedMandate, testDeployment, testTenant } from '../support/deployment.ts';

const DAY = 86_400;

let world: Awaited<ReturnType<typeof testDeployment>>;
beforeAll(async () => {
  world = await testDeployment();
});
afterAll(() => world.drop());

interface Terms {
  payer: string;
  mint: string;
  amount?: bigint;
  periodSeconds?: number;
  maxPeriods?: number | null;
  /** Seconds from now to the first charge. */
  dueIn?: number;
  budget?: bigint;
}

const KEY = randomAddress();

/** An active mandate with its first charge to come. */
async function subscribed(tenant: Tenant, terms: Terms) {
  const { db } = world.deployment;
  const { amount = 10n, periodSeconds = 7 * DAY, maxPeriods = null, dueIn = DAY, budget = 10_000n } = terms;
  const now = world.clock.seconds();
  const { id } = await seedMandate(world.deployment, tenant);
  await db`
    update mandates set payer = ${terms.payer}, mint = ${terms.mint}, amount_per_period = ${String(amount)}, period_seconds = ${periodSeconds},
      max_periods = ${maxPeriods}, budget = ${String(budget)}, delegate = ${KEY}
    where id = ${id}`;
  const began = { status: 'active', activatedAt: now, anchorAt: now + dueIn, startAt: now } as const;
  return db.begin(async (tx) => {
    const mandate = await updateMandate(tx, id, began);
    await insertCharge(tx, newCharge(mandate, { periodIndex: 0, dueAt: now + dueIn }, { now, realNow: now }));
    return mandate;
  });
}

const OPEN: ReadAccount = {
  state: 'open',
  balance: 1_000_000n,
  delegate: KEY,
  delegated: 1_000_000n,
  isOurs: true,
};
const holds = (terms: Terms, account: Partial<ReadAccount>) =>
  savePayerAccounts(world.deployment.db, false, [
    { ...OPEN, ...account, ...terms, readAt: world.clock.seconds() },
  ]);
const forecast = (tenant: Tenant, query: { days?: number; mint?: string } = {}) =>
  getForecast(world.deployment, tenant, query);

test('what Postgres sums up is what the rules say, for every kind of schedule', async () => {
  const tenant = await testTenant(world.deployment);
  const mint = randomAddress();
  const kinds = [
    {},
    { periodSeconds: DAY, dueIn: 3600 },
    { periodSeconds: 3600, dueIn: -1800, amount: 1n },
    { periodSeconds: 90, dueIn: 5, amount: 1n, budget: 1_000_000n },
    { periodSeconds: 30 * DAY, dueIn: 29 * DAY },
    { periodSeconds: 30 * DAY, dueIn: 31 * DAY },
    { periodSeconds: 2 * DAY, maxPeriods: 3 },
    { periodSeconds: DAY, maxPeriods: 1 },
    { periodSeconds: 100, maxPeriods: 500, dueIn: 7000, amount: 2n },
  ];
  const mandates = [];
  for (const kind of kinds) {
    const terms = { payer: randomAddress(), mint, ...kind };
    mandates.push(await subscribed(tenant, terms));
    await holds(terms, {});
  }
  for (const days of [1, 7, 30]) {
    const shown = await forecast(tenant, { days });
    const horizon = { from: shown.from, until: shown.to + 1 };
    const foreseen = mandates.map((mandate) => ({
      ...mandate,
      mandateId: mandate.id,
      amount: mandate.amountPerPeriod,
      anchorAt: mandate.anchorAt!,
      periodIndex: 0,
      nextAttemptAt: mandate.anchorAt!,
      remaining: mandate.budget - mandate.pulled,
      account: OPEN,
    }));
    const { sums } = judge(foreseen, horizon);
    const byDay = Map.groupBy(sums, ({ day }) => new Date(day * 1000).toISOString().slice(0, 10));
    const [token] = shown.tokens;
    expect(token!.daily.map(({ date, expected }) => [date, expected])).toEqual(
      token!.daily.map(({ date }) => [
        date,
        {
          payments: (byDay.get(date) ?? []).reduce((sum, { count }) => sum + count, 0),
          amount: String((byDay.get(date) ?? []).reduce((sum, { amount }) => sum + amount, 0n)),
        },
      ]),
    );
    expect([token!.atRisk, shown.atRisk, shown.mandatesAtRisk]).toEqual([
      { payments: 0, amount: '0' },
      [],
      0,
    ]);
  }
});

test('what Postgres tells of accounts that do not cover everything is what the rules say too', async () => {
  const tenant = await testTenant(world.deployment);
  const mint = randomAddress();
  const amounts = fc.bigInt({ min: 0n, max: 80n });
  const terms = fc.record({
    amount: fc.bigInt({ min: 1n, max: 9n }),
    periodSeconds: fc.constantFrom(7 * DAY, 30 * DAY, DAY, 3 * 3600, 3600, 900),
    maxPeriods: fc.constantFrom(null, null, 1, 2, 40),
    dueIn: fc.integer({ min: -DAY, max: 31 * DAY }),
    budget: fc.oneof(amounts, fc.constant(1_000_000n)),
    scheme: fc.constantFrom('approval', 'approval', 'plan'),
  });
  const account = fc.record({
    state: fc.constantFrom('open', 'open', 'open', 'frozen', 'missing', 'invalid'),
    balance: fc.oneof(amounts, fc.constant(1_000_000n)),
    delegated: fc.oneof(amounts, fc.constant(1_000_000n)),
    delegate: fc.constantFrom(KEY, KEY, null, 'another'),
    isOurs: fc.boolean(),
  });
  const payers = fc.record({
    // One payer in four has several mandates, and one in eight was never looked at.
    mandates: fc.oneof(
      { weight: 3, arbitrary: terms.map((one) => [one]) },
      fc.array(terms, { minLength: 2, maxLength: 3 }),
    ),
    account: fc.option(account, { freq: 7 }),
  });
  const foreseen: ForeseenMandate[] = [];
  for (const { mandates, account: read } of fc.sample(payers, { numRuns: 50, seed: 16 })) {
    const owner = { payer: randomAddress(), mint };
    for (const { scheme, ...one } of mandates) {
      const mandate = await subscribed(tenant, { ...owner, ...one });
      await world.deployment.db`update mandates set scheme = ${scheme} where id = ${mandate.id}`;
      foreseen.push({
        ...mandate,
        scheme: scheme as 'approval' | 'plan',
        mandateId: mandate.id,
        amount: mandate.amountPerPeriod,
        anchorAt: mandate.anchorAt!,
        periodIndex: 0,
        nextAttemptAt: mandate.anchorAt!,
        remaining: mandate.budget - mandate.pulled,
        account: read as ReadAccount | null,
      });
    }
    if (read !== null) await holds(owner, read as ReadAccount);
  }
  for (const days of [1, 10, 30]) {
    const shown = await forecast(tenant, { days });
    const [{ symbol, decimals }] = shown.tokens as [(typeof shown.tokens)[number]];
    const horizon = { from: shown.from, until: shown.to + 1 };
    const judged = judge(foreseen, horizon);
    const wanted = presentForecast(horizon, [{ mint, symbol, decimals }], judged, shown);
    const inOrder = (of: typeof shown.tokens) =>
      of.map((token) => ({
        ...token,
        reasons: token.reasons.toSorted((a, b) => (a.code < b.code ? -1 : 1)),
      }));
    expect(shown.mandatesAtRisk).toBeGreaterThan(0);
    expect({ ...shown, tokens: inOrder(shown.tokens) }).toEqual({
      ...wanted,
      tokens: inOrder(wanted.tokens as typeof shown.tokens),
    });
  }
});

test('what is at risk has its day, its reason and its subscription', async () => {
  const tenant = await testTenant(world.deployment);
  const mint = randomAddress();
  const poor = { payer: randomAddress(), mint };
  const frozen = { payer: randomAddress(), mint, dueIn: 2 * DAY, amount: 7n };
  const rich = { payer: randomAddress(), mint };
  const [first, second] = [await subscribed(tenant, poor), await subscribed(tenant, frozen)];
  await subscribed(tenant, rich);
  await holds(poor, { balance: 25n });
  await holds(frozen, { state: 'frozen' });
  const { tokens, atRisk, mandatesAtRisk, readAt, from } = await forecast(tenant);
  const [token] = tokens;
  // Nobody has looked at the third one yet.
  expect(readAt).toBe(from);
  expect(token!.expected).toEqual({ payments: 2 + 5, amount: '70' });
  expect(token!.atRisk).toEqual({ payments: 3 + 4, amount: '58' });
  expect(token!.reasons.toSorted((a, b) => (a.code < b.code ? -1 : 1))).toEqual([
    { code: 'insufficient_funds', payments: 3, amount: '30' },
    { code: 'payer_account_frozen', payments: 4, amount: '28' },
  ]);
  expect(mandatesAtRisk).toBe(2);
  expect(atRisk).toEqual([
    {
      mandateId: second.id,
      payer: frozen.payer,
      mint,
      amount: '7',
      dueAt: from + 2 * DAY,
      reason: 'payer_account_frozen',
    },
    {
      mandateId: first.id,
      payer: poor.payer,
      mint,
      amount: '10',
      dueAt: from + 15 * DAY,
      reason: 'insufficient_funds',
    },
  ]);
});

test("a merchant's forecast is the same to the byte, whatever its payers owe to others", async () => {
  const [mine, other] = [await testTenant(world.deployment), await testTenant(world.deployment)];
  const account = { payer: randomAddress(), mint: randomAddress() };
  await subscribed(mine, account);
  await holds(account, { balance: 55n });
  const before = await forecast(mine);
  // It falls due first, and takes everything: what that leaves is between the payer and the other one.
  await subscribed(other, { ...account, amount: 55n, dueIn: 60 });
  await subscribed({ ...mine, livemode: true }, { ...account, amount: 55n, dueIn: 60 });
  expect(JSON.stringify(await forecast(mine))).toBe(JSON.stringify(before));
  const { tokens } = await forecast(other);
  expect(tokens[0]!.expected.amount).toBe('55');
});

test('one token alone can be asked for', async () => {
  const tenant = await testTenant(world.deployment);
  const [one, two] = [randomAddress(), randomAddress()];
  await subscribed(tenant, { payer: randomAddress(), mint: one });
  await subscribed(tenant, { payer: randomAddress(), mint: two });
  expect((await forecast(tenant)).tokens).toHaveLength(2);
  expect((await forecast(tenant, { mint: two })).tokens.map(({ mint }) => mint)).toEqual([two]);
});

test('an older read does not replace a later one, and what did not change is written every ten minutes', async () => {
  const { db } = world.deployment;
  const account = { payer: randomAddress(), mint: randomAddress() };
  const read = (readAt: number, balance: bigint) =>
    savePayerAccounts(db, false, [{ ...OPEN, ...account, balance, readAt }]);
  const known = async () => {
    const [row] = await db<{ balance: bigint; readAt: number }[]>`
      select balance, read_at from payer_accounts where payer = ${account.payer}`;
    return [BigInt(row!.balance), row!.readAt];
  };
  await read(1000, 5n);
  await read(1500, 5n);
  expect(await known()).toEqual([5n, 1000]);
  await read(1601, 5n);
  expect(await known()).toEqual([5n, 1601]);
  await read(1600, 9n);
  expect(await known()).toEqual([5n, 1601]);
  await read(1602, 9n);
  expect(await known()).toEqual([9n, 1602]);
});
