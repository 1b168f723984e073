import { randomInt } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../server/lib/ids.ts';
import { randomAddress } from '../support/deployment.ts';
import type { TestMerchant, TestService } from '../support/service.ts';
import { type Asked, reckonCustomers, reckonMetrics, type Registered } from './reckoning.ts';
import {
  closeHoursAt,
  DAY,
  type History,
  HOUR,
  type PastCharge,
  type PastMandate,
  pastMandate,
  type PastRefund,
  registerTokens,
  startWithoutChains,
  writeHistory,
} from './support.ts';

const RUNS = 60;
const OPEN = new Set(['scheduled', 'processing', 'retrying']);
/** A UTC midnight: histories begin here and last ten days. */
const MIDNIGHT = Date.UTC(2025, 1, 24) / 1000;
const DAYS = 10;

/** The first one is the floor. The last two are on no registry: their decimals stand on the mandates. */
const MINTS = Array.from({ length: 7 }, () => randomAddress() as string);
const DECIMALS = [6, 9, 2, 12, 6, 0, 12];
const registryOf = (first: number): Registered[] =>
  [first, ...[0, 1, 2, 3, 4].filter((n) => n !== first)].map((n) => ({
    mint: MINTS[n]!,
    symbol: `T${n}`,
    decimals: DECIMALS[n]!,
    class: n === 4 ? 'other' : 'stable',
  }));
const REGISTRIES = { test: registryOf(0), live: registryOf(1) };

let service: TestService;
beforeAll(async () => {
  service = await startWithoutChains();
  await registerTokens(service.db, false, REGISTRIES.test);
  await registerTokens(service.db, true, REGISTRIES.live);
});
afterAll(() => service.stop());

/** Around midnights and full hours above all. */
const moment = fc
  .oneof(
    fc.tuple(fc.integer({ min: 0, max: DAYS }), fc.integer({ min: -2, max: 2 })).map(([d, s]) => d * DAY + s),
    fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: -1, max: 1 })).map(([h, s]) => h * HOUR + s),
    fc.integer({ min: 0, max: DAYS * DAY }),
  )
  .map((after) => MIDNIGHT + after);
const amount = fc.oneof(fc.bigInt(1n, 2_000n), fc.bigInt(1n, 2n ** 64n - 1n));

const mandateShape = fc.record({
  owner: fc.constantFrom(0, 0, 0, 1),
  livemode: fc.boolean(),
  payer: fc.integer({ min: 0, max: 4 }),
  mint: fc.integer({ min: 0, max: MINTS.length - 1 }),
  amount,
  period: fc.oneof(fc.constantFrom(1, 7, DAY, 30 * DAY), fc.integer({ min: 1, max: 31_536_000 })),
  sellMode: fc.constantFrom<PastMandate['sellMode']>('subscription', 'subscription', 'once'),
  status: fc.constantFrom<PastMandate['status']>(
    'active',
    'active',
    'revoked',
    'expired',
    'completed',
    'pending',
  ),
  wasActive: fc.boolean(),
  // Of the amount: less than what the next charge takes, or more.
  remaining: fc.constantFrom(0n, 2n ** 64n - 1n),
  periodsCharged: fc.constantFrom(0, 3),
  fundsSufficient: fc.boolean(),
  times: fc.oneof(
    fc.tuple(moment, moment),
    moment.map((at) => [at, at] as [number, number]),
  ),
});
const chargeShape = fc.record({
  mandate: fc.nat(),
  amount,
  status: fc.constantFrom<PastCharge['status']>(
    'succeeded',
    'succeeded',
    'succeeded',
    'scheduled',
    'processing',
    'retrying',
    'abandoned',
    'skipped',
  ),
  at: moment,
  attempts: fc.constantFrom(0, 1, 1, 2, 5),
  failed: fc.boolean(),
  /** From now: within a week, or later. */
  dueIn: fc.constantFrom(-DAY, 6 * DAY, 8 * DAY),
});
const refundShape = fc.record({
  charge: fc.nat(),
  part: fc.integer({ min: 1, max: 4 }),
  status: fc.constantFrom<PastRefund['status']>('succeeded', 'succeeded', 'pending', 'failed'),
  at: moment,
});
const shapes = fc.record({
  mandates: fc.array(mandateShape, { minLength: 1, maxLength: 14 }),
  charges: fc.array(chargeShape, { maxLength: 40 }),
  refunds: fc.array(refundShape, { maxLength: 10 }),
  /** What settles from here on is written after the hours before it were closed: a moment, or that of a charge. */
  closedAt: fc.oneof(moment, fc.nat({ max: 39 })),
  windows: fc.array(fc.tuple(moment, moment), { minLength: 2, maxLength: 2 }),
  limit: fc.integer({ min: 1, max: 3 }),
});
type Shapes = typeof shapes extends fc.Arbitrary<infer T> ? T : never;

/** What the shapes stand for, kept to the rules of the tables. */
function historyOf(drawn: Shapes, merchantIds: readonly string[]): History {
  const payers = Array.from({ length: 5 }, () => randomAddress());
  const mandates = drawn.mandates.map((shape) => {
    const { owner, payer, mint, period, status, wasActive, times, ...rest } = shape;
    const [start, end] = times.toSorted((a, b) => a - b) as [number, number];
    const neverActive = status === 'pending' || (!wasActive && status !== 'active' && status !== 'completed');
    return pastMandate({
      ...rest,
      merchantId: merchantIds[owner]!,
      payer: payers[payer]!,
      mint: MINTS[mint]!,
      decimals: DECIMALS[mint]!,
      period: rest.sellMode === 'once' ? 0 : period,
      status,
      activatedAt: neverActive ? null : start,
      endedAt: status === 'pending' || status === 'active' ? null : end,
    });
  });
  const open = new Set<PastMandate>();
  const charges = drawn.charges.map((shape, index) => {
    const mandate = mandates[shape.mandate % mandates.length]!;
    // A mandate has one charge on its way at most.
    const waits = OPEN.has(shape.status);
    const status = waits && open.has(mandate) ? 'skipped' : shape.status;
    if (waits) open.add(mandate);
    const settledAt = status === 'succeeded' ? shape.at : null;
    const receiptNumber = settledAt === null ? null : index + 1;
    const { attempts } = shape;
    // What waits for its first attempt, and what was paid, has no failure.
    const failed = shape.failed && status !== 'succeeded' && status !== 'scheduled';
    const dueAt = Math.floor(Date.now() / 1000) + shape.dueIn;
    return {
      id: newId('charge'),
      mandate,
      index,
      amount: shape.amount,
      status,
      settledAt,
      receiptNumber,
      attempts,
      failed,
      dueAt,
    };
  });
  const refundable = charges.filter((charge) => charge.settledAt !== null && charge.amount >= 40n);
  const refunds = drawn.refunds.flatMap(({ charge: which, part, status, at: settledAt }) => {
    const charge = refundable[which % refundable.length];
    // Ten of them together stay below the charge.
    const refunded = charge === undefined ? 0n : charge.amount / BigInt(10 * part);
    if (charge === undefined || refunded === 0n) return [];
    // Never before what it gives back.
    const at = status === 'succeeded' ? Math.max(settledAt, charge.settledAt!) : null;
    return [{ charge, amount: refunded, status, settledAt: at }];
  });
  return { mandates, charges, refunds };
}

/** Writes it in the order of time, closing what is over in between. */
async function writeInOrder(history: History, closedAt: number): Promise<void> {
  const isLate = ({ settledAt }: { settledAt: number | null }) => settledAt !== null && settledAt >= closedAt;
  const lateCharges = new Set(history.charges.filter(isLate));
  const isAfter = (refund: PastRefund) => isLate(refund) || lateCharges.has(refund.charge);
  const early = history.charges.filter((charge) => !lateCharges.has(charge));
  const earlyRefunds = history.refunds.filter((refund) => !isAfter(refund));
  await writeHistory(service.db, { mandates: history.mandates, charges: early, refunds: earlyRefunds });
  for (const livemode of [false, true]) await closeHoursAt(service, closedAt, livemode);
  await writeHistory(service.db, {
    mandates: [],
    charges: [...lateCharges],
    refunds: history.refunds.filter(isAfter),
  });
}

async function expectMetrics(key: string, history: History, asked: Asked, window: [number, number]) {
  const [from, to] = window.toSorted((a, b) => a - b) as [number, number];
  const { status, body } = await service.call('GET', `/v1/metrics?from=${from}&to=${to}`, { key });
  expect(status).toBe(200);
  const { object: _, livemode, createdAt: __, ...figures } = body;
  expect(livemode).toBe(asked.livemode);
  expect(figures).toEqual(reckonMetrics(history, asked, from, to));
}

async function expectCustomers(key: string, history: History, asked: Asked, limit: number) {
  const found = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after = cursor === '' ? '' : `&startingAfter=${cursor}`;
    const { body } = await service.call('GET', `/v1/customers?limit=${limit}${after}`, { key });
    expect(body.data.length).toBeLessThanOrEqual(limit);
    found.push(...body.data);
    cursor = body.nextCursor;
  }
  expect(found).toEqual(reckonCustomers(history, asked));
}

it('metrics and customers are what going through the whole history gives, whatever it is', async () => {
  const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
  console.log(`fast-check: seed ${seed}, ${RUNS} runs; again with SEED=${seed}`);
  const property = fc.asyncProperty(shapes, async (drawn) => {
    const [merchant, other] = (await Promise.all([service.merchant(), service.merchant('Noise')])) as [
      TestMerchant,
      TestMerchant,
    ];
    const history = historyOf(drawn, [merchant.id, other.id]);
    const { closedAt } = drawn;
    await writeInOrder(
      history,
      closedAt < MIDNIGHT - DAY ? (drawn.charges[closedAt]?.at ?? MIDNIGHT) : closedAt,
    );
    for (const [mode, key] of [
      ['test', merchant.testKey],
      ['live', merchant.liveKey],
    ] as const) {
      const asked = { merchantId: merchant.id, livemode: mode === 'live', registry: REGISTRIES[mode] };
      for (const window of drawn.windows) await expectMetrics(key, history, asked, window);
      await expectCustomers(key, history, asked, drawn.limit);
    }
  });
  await fc.assert(property, { seed, numRuns: RUNS, interruptAfterTimeLimit: 90_000 });
}, 120_000);
