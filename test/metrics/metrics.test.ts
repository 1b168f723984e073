import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomAddress } from '../support/deployment.ts';
import { refusal } from '../support/refusal.ts';
import type { TestMerchant, TestService } from '../support/service.ts';
import {
  DAY,
  HOUR,
  paid,
  type PastMandate,
  pastMandate,
  registerTokens,
  startWithoutChains,
  writeHistory,
} from './support.ts';
import { expectSince, nowSeconds } from '../support/expect-since.ts';

/** A UTC midnight. */
const MIDNIGHT = Date.UTC(2025, 2, 1) / 1000;
const FLOOR = randomAddress();
const NINE = randomAddress();
const VOLATILE = randomAddress();

let service: TestService;
beforeAll(async () => {
  service = await startWithoutChains();
  await registerTokens(service.db, false, [
    { mint: FLOOR, symbol: 'FLR', decimals: 6, class: 'stable' },
    { mint: NINE, symbol: 'NINE', decimals: 9, class: 'stable' },
    { mint: VOLATILE, symbol: 'VOL', decimals: 6, class: 'other' },
  ]);
});
afterAll(() => service.stop());

const metricsOf = ({ testKey }: TestMerchant, query = '') =>
  service.call('GET', `/v1/metrics${query}`, { key: testKey });
const windowOf = (from: number, to: number) => `?from=${from}&to=${to}`;

/** A merchant with these mandates, and a charge of each mandate at these moments. */
async function withHistory(mandates: [Partial<PastMandate>, ...number[]][]): Promise<TestMerchant> {
  const merchant = await service.merchant();
  const made = mandates.map(([part, ...times]) => ({
    mandate: pastMandate({ merchantId: merchant.id, mint: FLOOR, ...part }),
    times,
  }));
  await writeHistory(service.db, {
    mandates: made.map(({ mandate }) => mandate),
    charges: made.flatMap(({ mandate, times }) => times.map((at, n) => paid(mandate, at, mandate.amount, n))),
    refunds: [],
  });
  return merchant;
}

describe('metrics', () => {
  it('of a merchant without history are zeros, with every day of the last 30', async () => {
    const merchant = await service.merchant();
    const startedAt = nowSeconds();
    const { status, body } = await metricsOf(merchant);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'metrics',
      livemode: false,
      decimals: 6,
      grossVolume: '0',
      payments: 0,
      refunds: '0',
      netVolume: '0',
      mrr: '0',
      activeSubscriptions: 0,
      newSubscriptions: 0,
      byMint: [],
    });
    expectSince(startedAt, body.to);
    expect(body.to - body.from).toBe(30 * DAY);
    expect(body.createdAt).toBe(body.to);
    expect(body.previous).toMatchObject({ to: body.from - 1, from: body.from - (30 * DAY + 1), payments: 0 });
    expect(body.daily).toHaveLength(31);
    expect(body.daily[0]).toEqual({
      date: new Date(body.from * 1000).toISOString().slice(0, 10),
      grossVolume: '0',
      refunds: '0',
      netVolume: '0',
      payments: 0,
    });
    expect(body.daily.at(-1).date).toBe(new Date(body.to * 1000).toISOString().slice(0, 10));
  });

  it('count both ends of the window, and the second before it belongs to the previous one', async () => {
    const [from, to] = [MIDNIGHT + HOUR, MIDNIGHT + 2 * HOUR];
    const merchant = await withHistory([[{}, from - 1, from, to, to + 1]]);
    const { body } = await metricsOf(merchant, windowOf(from, to));
    expect(body).toMatchObject({ payments: 2, grossVolume: '2000000' });
    expect(body.previous).toMatchObject({ to: from - 1, from: from - HOUR - 1, payments: 1 });
  });

  it('put a charge into its own UTC day, and leave no day out', async () => {
    const merchant = await withHistory([
      [{}, MIDNIGHT - 1, MIDNIGHT, MIDNIGHT + DAY - 1, MIDNIGHT + 2 * DAY],
    ]);
    const { body } = await metricsOf(merchant, windowOf(MIDNIGHT - DAY / 2, MIDNIGHT + 3 * DAY));
    expect(
      body.daily.map(({ date, payments }: { date: string; payments: number }) => [date, payments]),
    ).toEqual([
      ['2025-02-28', 1],
      ['2025-03-01', 2],
      ['2025-03-02', 0],
      ['2025-03-03', 1],
      ['2025-03-04', 0],
    ]);
    const { body: second } = await metricsOf(merchant, windowOf(MIDNIGHT, MIDNIGHT));
    expect(second).toMatchObject({
      payments: 1,
      previous: { from: MIDNIGHT - 1, to: MIDNIGHT - 1, payments: 1 },
    });
    expect(second.daily).toHaveLength(1);
  });

  it('count a subscription from its activation up to, but not at, its end', async () => {
    const merchant = await withHistory([
      [{ activatedAt: MIDNIGHT, endedAt: MIDNIGHT + 100, status: 'revoked' }],
      [{ activatedAt: null, status: 'pending' }],
      [{ activatedAt: MIDNIGHT, sellMode: 'once', endedAt: MIDNIGHT, status: 'completed' }],
    ]);
    const countsAt = async (to: number) => {
      const { body } = await metricsOf(merchant, windowOf(MIDNIGHT - 10, to));
      return [body.activeSubscriptions, body.newSubscriptions];
    };
    expect(await countsAt(MIDNIGHT - 1)).toEqual([0, 0]);
    expect(await countsAt(MIDNIGHT)).toEqual([1, 1]);
    expect(await countsAt(MIDNIGHT + 99)).toEqual([1, 1]);
    expect(await countsAt(MIDNIGHT + 100)).toEqual([0, 1]);
    const { body } = await metricsOf(merchant, windowOf(MIDNIGHT + 50, MIDNIGHT + 149));
    expect(body).toMatchObject({ activeSubscriptions: 0, mrr: '0' });
    expect(body.previous).toMatchObject({ activeSubscriptions: 1, newSubscriptions: 1, mrr: '1000000' });
    // It was active for a part of the window, and is named with what it came to.
    expect(body.byMint).toMatchObject([{ mint: FLOOR, mrr: '0', payments: 0 }]);
  });

  it('round monthly worth once per token, not per subscription', async () => {
    // A third of an atomic unit each, three times: exactly one.
    const third = { amount: 1n, period: 90 * DAY, activatedAt: MIDNIGHT };
    const [seventh, rest] = [7 * 30 * DAY, { amount: 6n, period: 7 * 30 * DAY, activatedAt: MIDNIGHT }];
    const merchant = await withHistory([
      [third],
      [third],
      [third],
      [{ ...rest, amount: 1n, period: seventh }],
      [rest],
    ]);
    const { body } = await metricsOf(merchant, windowOf(MIDNIGHT, MIDNIGHT));
    expect(body).toMatchObject({ mrr: '2', activeSubscriptions: 5 });
  });

  it('add stable tokens up in the floor token’s decimals, each figure rounded for itself, and show others by mint alone', async () => {
    const merchant = await service.merchant();
    const at = MIDNIGHT + 5;
    const known = { merchantId: merchant.id, activatedAt: MIDNIGHT, endedAt: at, status: 'revoked' as const };
    const nine = pastMandate({ ...known, mint: NINE, decimals: 9, amount: 1_999n });
    const floor = pastMandate({ ...known, mint: FLOOR, amount: 5n });
    const volatile = pastMandate({ ...known, mint: VOLATILE, amount: 700n });
    const gone = pastMandate({ ...known, mint: randomAddress(), decimals: 2, amount: 9n });
    const mandates = [nine, floor, volatile, gone];
    const charges = mandates.map((mandate) => paid(mandate, at));
    const refund = { charge: charges[0]!, status: 'succeeded' as const, settledAt: at };
    await writeHistory(service.db, {
      mandates,
      charges,
      refunds: [
        { ...refund, amount: 1_000n },
        { ...refund, amount: 1n, settledAt: at + 1 },
        { ...refund, amount: 1n, status: 'pending', settledAt: null },
        { ...refund, amount: 1n, status: 'failed', settledAt: null },
      ],
    });
    const { body } = await metricsOf(merchant, windowOf(at, at));
    // 1.999 and 5; 1; 0.999 and 5.
    expect(body).toMatchObject({ grossVolume: '6', refunds: '1', netVolume: '5', payments: 4 });
    const byMint = new Map(body.byMint.map((part: { mint: string }) => [part.mint, part]));
    expect(byMint.get(NINE)).toMatchObject({
      grossVolume: '1999',
      refunds: '1000',
      netVolume: '999',
      payments: 1,
    });
    expect(byMint.get(VOLATILE)).toMatchObject({ symbol: 'VOL', class: 'other', grossVolume: '700' });
    expect(byMint.get(gone.mint)).toMatchObject({
      symbol: gone.mint.slice(0, 4),
      decimals: 2,
      class: 'other',
      grossVolume: '9',
    });
    const { body: later } = await metricsOf(merchant, windowOf(at + 1, at + 1));
    expect(later).toMatchObject({ grossVolume: '0', refunds: '0', netVolume: '0' });
    expect(later.byMint).toMatchObject([{ mint: NINE, refunds: '1', netVolume: '-1' }]);
  });

  it('show more refunds than payments as a negative balance', async () => {
    const merchant = await service.merchant();
    const mandate = pastMandate({ merchantId: merchant.id, mint: FLOOR });
    const charge = paid(mandate, MIDNIGHT);
    const refund = { charge, amount: 400_000n, status: 'succeeded' as const, settledAt: MIDNIGHT + DAY };
    await writeHistory(service.db, { mandates: [mandate], charges: [charge], refunds: [refund] });
    const { body } = await metricsOf(merchant, windowOf(MIDNIGHT + 1, MIDNIGHT + 2 * DAY));
    expect(body).toMatchObject({ grossVolume: '0', refunds: '400000', netVolume: '-400000', payments: 0 });
    expect(body.daily[1]).toMatchObject({ date: '2025-03-02', netVolume: '-400000' });
  });

  it('end now on the merchant’s own clock', async () => {
    const merchant = await service.merchant();
    await service.db`update merchants set clock_offset_seconds = ${400 * DAY} where id = ${merchant.id}`;
    const startedAt = nowSeconds();
    const { body } = await metricsOf(merchant);
    expectSince(startedAt, body.to - 400 * DAY);
    const { body: live } = await service.call('GET', '/v1/metrics', { key: merchant.liveKey });
    expect(live).toMatchObject({ livemode: true, decimals: 6 });
    expectSince(startedAt, live.to);
  });

  it('never show another merchant’s figures, nor the other mode’s', async () => {
    const merchant = await withHistory([[{ activatedAt: MIDNIGHT }, MIDNIGHT]]);
    const query = windowOf(MIDNIGHT, MIDNIGHT + 1);
    const other = await service.merchant();
    const nothing = {
      payments: 0,
      grossVolume: '0',
      activeSubscriptions: 0,
      newSubscriptions: 0,
      byMint: [],
    };
    expect((await metricsOf(other, query)).body).toMatchObject(nothing);
    expect((await service.call('GET', `/v1/metrics${query}`, { key: merchant.liveKey })).body).toMatchObject(
      nothing,
    );
    expect((await metricsOf(merchant, query)).body).toMatchObject({ payments: 1, activeSubscriptions: 1 });
    expect(refusal(await service.call('GET', '/v1/metrics'))).toBe('401 unauthenticated');
  });
});

describe('a window that cannot be', () => {
  it.each([
    ['begins after its end', windowOf(100, 99)],
    ['begins in the future, when it ends now', '?from=5000000000'],
    ['is longer than 731 days', windowOf(MIDNIGHT, MIDNIGHT + 731 * DAY + 1)],
    ['begins before 1970', '?from=-1&to=5'],
    ['begins at no time', '?from=yesterday'],
  ])('is refused: one that %s', async (_, query) => {
    expect(refusal(await metricsOf(await service.merchant(), query))).toBe('400 parameter_invalid from');
  });

  it('is rejected for an end that is not a time', async () => {
    const merchant = await service.merchant();
    expect(refusal(await metricsOf(merchant, '?to=1.5'))).toBe('400 parameter_invalid to');
    expect(refusal(await metricsOf(merchant, '?to=253402300800'))).toBe('400 parameter_invalid to');
  });

  it('is not one of 731 days, nor one at the beginning or the end of time', async () => {
    const merchant = await service.merchant();
    const { body: long } = await metricsOf(merchant, windowOf(MIDNIGHT, MIDNIGHT + 731 * DAY));
    expect(long.daily).toHaveLength(732);
    const { body: first } = await metricsOf(merchant, '?to=100');
    expect(first).toMatchObject({ from: 0, to: 100, previous: { from: 0, to: 0, payments: 0 } });
    const { body: last } = await metricsOf(merchant, '?to=253402300799');
    expect(last.daily.at(-1).date).toBe('9999-12-31');
  });
});
