import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { balanceOnChain } from '../support/checkout.ts';
import { type TestMerchant, TestService } from '../support/service.ts';
import {
  advance,
  DAY,
  eventsOf,
  MONTH,
  newestCharge,
  PRICE,
  reaches,
  subscribe,
  succeeded,
  trail,
} from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const fund = (merchant: TestMerchant, address: string, mint: string, periods = 1n) =>
  merchant.api.test.fund({ address, mint, amount: (periods * PRICE).toString() });

/** After how many seconds each failed attempt was tried again. */
async function waits(merchant: TestMerchant, id: string) {
  const failed = (await eventsOf(merchant, id)).filter(({ type }) => type === 'charge.failed');
  return failed.map(({ object, createdAt }) => object.nextAttemptAt - createdAt);
}

describe.concurrent('what a merchant chose for renewals that fail', () => {
  test('short: three retries within a day, then the mandate ends', async () => {
    const merchant = await service.merchant();
    await merchant.api.dunning.set({ retries: 'short' });
    const { id } = await subscribe(service, merchant, { periods: 1n });
    await advance(merchant, MONTH + DAY);
    await reaches(merchant, id, 'revoked');
    expect(await waits(merchant, id)).toEqual([900, 3600, 21_600]);
    expect((await merchant.api.mandates.get(id)).endedBy).toBe('payment_failed');
  });

  test('long: tried for 20 days, and paid by what arrives on the way', async () => {
    const merchant = await service.merchant();
    await merchant.api.dunning.set({ retries: 'long' });
    const { id, payer, payee, mint, anchorAt } = await subscribe(service, merchant, { periods: 1n });
    await advance(merchant, MONTH + 11 * DAY);
    expect(await newestCharge(merchant, id)).toMatchObject({ status: 'retrying', attempts: 7 });
    await fund(merchant, payer.address, mint);
    await advance(merchant, 5 * DAY);
    await succeeded(merchant, id, 2);
    // Every retry is before the period's end, and the next charge keeps its day.
    expect(await waits(merchant, id)).toEqual([900, 21_600, ...[1, 2, 3, 4, 5].map((days) => days * DAY)]);
    expect((await newestCharge(merchant, id)).dueAt).toBe(anchorAt + 2 * MONTH);
    expect(await balanceOnChain(service, payee.address, mint)).toBe(1n + 2n * PRICE);
  });

  test('long on a weekly period stays within the week', async () => {
    const merchant = await service.merchant();
    await merchant.api.dunning.set({ retries: 'long' });
    const terms = { periodSeconds: 7 * DAY };
    const { id, anchorAt } = await subscribe(service, merchant, { periods: 1n, terms });
    await advance(merchant, 14 * DAY);
    await reaches(merchant, id, 'revoked');
    const failed = (await eventsOf(merchant, id)).filter(({ type }) => type === 'charge.failed');
    expect(failed.length).toBeGreaterThan(4);
    for (const { object } of failed) expect(object.nextAttemptAt).toBeLessThan(anchorAt + 14 * DAY);
    for (const wait of await waits(merchant, id)) expect(wait).toBeLessThanOrEqual((7 * DAY) / 5);
  });

  test('keep: a period that is given up is not charged later, and the next one is', async () => {
    const merchant = await service.merchant();
    await merchant.api.dunning.set({ retries: 'short', afterLast: 'keep' });
    const { id, payer, payee, mint, anchorAt } = await subscribe(service, merchant, { periods: 1n });
    await advance(merchant, MONTH + DAY);
    expect((await trail(merchant, id)).slice(-2)).toEqual(['charge.abandoned', 'charge.scheduled']);
    expect(await merchant.api.mandates.get(id)).toMatchObject({ status: 'active', endedAt: null });
    const next = await newestCharge(merchant, id);
    expect(next).toMatchObject({ status: 'scheduled', periodIndex: 2, attempts: 0, failure: null });
    expect(next.dueAt).toBe(anchorAt + 2 * MONTH);
    // Enough for the lost period too: it is not taken.
    await fund(merchant, payer.address, mint, 5n);
    await advance(merchant, MONTH);
    await succeeded(merchant, id, 2);
    expect(await balanceOnChain(service, payee.address, mint)).toBe(1n + 2n * PRICE);
    expect(await balanceOnChain(service, payer.address, mint)).toBe(4n * PRICE);
    const charges = (await merchant.api.mandates.listCharges(id)).data;
    expect(charges.map(({ periodIndex, status }) => [periodIndex, status])).toEqual([
      [3, 'scheduled'],
      [2, 'succeeded'],
      [1, 'abandoned'],
      [0, 'succeeded'],
    ]);
  });

  test('keep: the third period in a row that is given up ends the mandate; a paid one between starts the count anew', async () => {
    const merchant = await service.merchant();
    await merchant.api.dunning.set({ retries: 'short', afterLast: 'keep' });
    const { id, payer, mint } = await subscribe(service, merchant, { periods: 1n });
    await advance(merchant, 2 * MONTH + DAY);
    await fund(merchant, payer.address, mint);
    await advance(merchant, MONTH);
    await succeeded(merchant, id, 2);
    await advance(merchant, 2 * MONTH);
    expect((await merchant.api.mandates.get(id)).status).toBe('active');
    await advance(merchant, MONTH);
    await reaches(merchant, id, 'revoked');
    const lost = (await trail(merchant, id)).filter((type) => type === 'charge.abandoned');
    expect(lost).toHaveLength(5);
    expect((await trail(merchant, id)).slice(-2)).toEqual(['charge.abandoned', 'mandate.revoked']);
  });

  test('keep: a mandate with periods of a number ends with the last of them, paid or not', async () => {
    const merchant = await service.merchant();
    await merchant.api.dunning.set({ retries: 'short', afterLast: 'keep' });
    const { id } = await subscribe(service, merchant, { periods: 1n, terms: { maxPeriods: 2 } });
    await advance(merchant, 2 * MONTH);
    await reaches(merchant, id, 'expired');
    expect((await merchant.api.mandates.get(id)).periodsCharged).toBe(1);
  });

  test('a charge goes on as it began when its merchant chooses something else meanwhile', async () => {
    const merchant = await service.merchant();
    const before = await subscribe(service, merchant, { periods: 1n });
    await advance(merchant, MONTH + 10);
    await merchant.api.dunning.set({ retries: 'short', afterLast: 'keep' });
    const after = await subscribe(service, merchant, { periods: 1n });
    await advance(merchant, MONTH + 2 * DAY);
    await reaches(merchant, before.id, 'revoked');
    expect(await waits(merchant, before.id)).toEqual([900, 3600, 21_600, 86_400]);
    expect(await waits(merchant, after.id)).toEqual([900, 3600, 21_600]);
    expect((await merchant.api.mandates.get(after.id)).status).toBe('active');
  });

  test('each mode has its own, and what is left out has its default', async () => {
    const merchant = await service.merchant();
    const standard = { retries: 'standard', retrySeconds: [900, 3600, 21_600, 86_400], keepsAccess: true };
    expect(await merchant.api.dunning.get()).toMatchObject({
      ...standard,
      object: 'dunning',
      afterLast: 'end',
      updatedAt: null,
    });
    const set = await merchant.api.dunning.set({ retries: 'long', keepsAccess: false, afterLast: 'keep' });
    expect(set).toMatchObject({ retries: 'long', keepsAccess: false, afterLast: 'keep', livemode: false });
    expect(await merchant.api.dunning.get()).toEqual(set);
    const live = await service.call('GET', '/v1/dunning', { key: merchant.liveKey });
    expect(live.body).toMatchObject({ ...standard, livemode: true, updatedAt: null });
    expect(await merchant.api.dunning.set({ afterLast: 'keep' })).toMatchObject({
      ...standard,
      afterLast: 'keep',
    });
    const wrong = await service.call('PUT', '/v1/dunning', {
      key: merchant.testKey,
      body: { retries: 'ever' },
    });
    expect([wrong.status, wrong.body.error.param]).toEqual([400, 'retries']);
  });
});
