import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  paid,
  type PastMandate,
  pastMandate,
  registerTokens,
  startWithoutChains,
  writeHistory,
} from '../metrics/support.ts';
import { randomAddress } from '../support/deployment.ts';
import { refusal } from '../support/refusal.ts';
import type { TestMerchant, TestService } from '../support/service.ts';

const FLOOR = randomAddress();
const NINE = randomAddress();
const VOLATILE = randomAddress();
const AT = 1_750_000_000;

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

const customersOf = async ({ testKey }: TestMerchant, query = '') =>
  service.call('GET', `/v1/customers${query}`, { key: testKey });

/** A merchant with one mandate for each part. */
async function withMandates(
  parts: Partial<PastMandate>[],
): Promise<{ merchant: TestMerchant; mandates: PastMandate[] }> {
  const merchant = await service.merchant();
  const mandates = parts.map((part) =>
    pastMandate({ merchantId: merchant.id, mint: FLOOR, activatedAt: AT, ...part }),
  );
  await writeHistory(service.db, { mandates, charges: [], refunds: [] });
  return { merchant, mandates };
}

describe('customers', () => {
  it('are the payers whose mandate was ever active, and nobody else', async () => {
    const active = randomAddress();
    const gone = randomAddress();
    const { merchant } = await withMandates([
      { payer: active },
      { payer: gone, activatedAt: AT - 5, endedAt: AT, status: 'revoked' },
      { payer: randomAddress(), activatedAt: null, status: 'pending' },
      { payer: randomAddress(), activatedAt: null, status: 'expired', endedAt: AT },
    ]);
    const { status, body } = await customersOf(merchant);
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'list', hasMore: false, nextCursor: null });
    expect(body.data).toEqual([
      {
        object: 'customer',
        livemode: false,
        createdAt: AT,
        payer: active,
        subscriptions: 1,
        activeSubscriptions: 1,
        totalPaid: '0',
        totalPaidByMint: [],
        since: AT,
        name: null,
        paymentLink: null,
        product: null,
        clientReference: null,
      },
      expect.objectContaining({ payer: gone, since: AT - 5, subscriptions: 1, activeSubscriptions: 0 }),
    ]);
  });

  it('carry totals across all their mandates, purchases included, refunds not deducted', async () => {
    const payer = randomAddress();
    const { merchant, mandates } = await withMandates([
      { payer, activatedAt: AT + 9 },
      { payer, activatedAt: AT, endedAt: AT + 1, status: 'revoked', mint: NINE, decimals: 9 },
      { payer, sellMode: 'once', activatedAt: AT + 3, endedAt: AT + 3, status: 'completed' },
      { payer, mint: VOLATILE },
      // Paid too late: it never became active, and its payment counts all the same.
      { payer, sellMode: 'once', activatedAt: null, endedAt: AT, status: 'expired' },
    ]);
    const [sub, nine, once, volatile, late] = mandates as [PastMandate, ...PastMandate[]];
    const charges = [
      paid(sub, AT + 10, 1_000n, 0),
      paid(sub, AT + 11, 1_000n, 1),
      paid(nine!, AT + 1, 1_999n),
      paid(once!, AT + 3, 30n),
      paid(volatile!, AT + 1, 7n),
      paid(late!, AT + 50, 400n),
      { ...paid(sub, AT, 5n, 2), status: 'abandoned' as const, settledAt: null, receiptNumber: null },
      { ...paid(sub, AT, 5n, 3), status: 'scheduled' as const, settledAt: null, receiptNumber: null },
    ];
    const refunds = [{ charge: charges[0]!, amount: 600n, status: 'succeeded' as const, settledAt: AT + 20 }];
    await writeHistory(service.db, { mandates: [], charges, refunds });
    const { data } = (await customersOf(merchant)).body;
    expect(data).toEqual([
      {
        object: 'customer',
        livemode: false,
        createdAt: AT,
        payer,
        subscriptions: 4,
        activeSubscriptions: 2,
        totalPaid: '2431',
        totalPaidByMint: [
          { mint: FLOOR, symbol: 'FLR', decimals: 6, amount: '2430' },
          { mint: NINE, symbol: 'NINE', decimals: 9, amount: '1999' },
          { mint: VOLATILE, symbol: 'VOL', decimals: 6, amount: '7' },
        ],
        since: AT,
        name: null,
        paymentLink: null,
        product: null,
        clientReference: null,
      },
    ]);
  });

  it('page by payer in both directions, the latest first, and by payer where they began at once', async () => {
    const payers = Array.from({ length: 5 }, () => randomAddress() as string);
    const { merchant } = await withMandates([
      ...payers.map((payer, n) => ({ payer, activatedAt: AT + Math.min(n, 3) })),
      // Later ones change nothing about since when they are customers.
      ...payers.map((payer, n) => ({ payer, activatedAt: AT + 100 - n })),
    ]);
    const [first, second] = payers.slice(3).toSorted().toReversed();
    const expected = [first, second, payers[2], payers[1], payers[0]];
    const payersOf = async (query: string) => {
      const { body } = await customersOf(merchant, query);
      return [
        body.data.map(({ payer }: { payer: string }) => expected.indexOf(payer)),
        body.hasMore,
        body.nextCursor === null ? null : expected.indexOf(body.nextCursor),
      ];
    };
    expect(await payersOf('')).toEqual([[0, 1, 2, 3, 4], false, null]);
    expect(await payersOf('?limit=2')).toEqual([[0, 1], true, 1]);
    expect(await payersOf(`?limit=1&startingAfter=${first}`)).toEqual([[1], true, 1]);
    expect(await payersOf(`?limit=3&startingAfter=${second}`)).toEqual([[2, 3, 4], false, null]);
    expect(await payersOf(`?limit=2&endingBefore=${expected[4]}`)).toEqual([[2, 3], true, 3]);
    expect(await payersOf(`?endingBefore=${first}`)).toEqual([[], false, null]);
  });

  it('keep their place while others come', async () => {
    const { merchant, mandates } = await withMandates([{ activatedAt: AT }, { activatedAt: AT + 1 }]);
    const { body } = await customersOf(merchant, '?limit=1');
    expect(body.nextCursor).toBe(mandates[1]!.payer);
    const later = pastMandate({ merchantId: merchant.id, mint: FLOOR, activatedAt: AT + 9 });
    const again = { ...pastMandate({ ...later, payer: mandates[0]!.payer }), id: `${later.id}2` };
    await writeHistory(service.db, { mandates: [later, again], charges: [], refunds: [] });
    const { body: next } = await customersOf(merchant, `?startingAfter=${body.nextCursor}`);
    expect(next.data).toMatchObject([{ payer: mandates[0]!.payer, since: AT, subscriptions: 2 }]);
  });

  it('refuse a cursor that is no customer of this merchant and mode', async () => {
    const { merchant, mandates } = await withMandates([{}, { activatedAt: null, status: 'pending' }]);
    const [customer, pending] = mandates.map(({ payer }) => payer);
    const other = await service.merchant();
    const refused = '400 parameter_invalid startingAfter';
    expect(refusal(await customersOf(merchant, `?startingAfter=${randomAddress()}`))).toBe(refused);
    expect(refusal(await customersOf(merchant, `?startingAfter=${pending}`))).toBe(refused);
    expect(refusal(await customersOf(other, `?startingAfter=${customer}`))).toBe(refused);
    const live = await service.call('GET', `/v1/customers?endingBefore=${customer}`, {
      key: merchant.liveKey,
    });
    expect(refusal(live)).toBe('400 parameter_invalid endingBefore');
    expect(refusal(await customersOf(merchant, `?startingAfter=${customer}&endingBefore=${customer}`))).toBe(
      '400 parameter_invalid endingBefore',
    );
    expect(refusal(await customersOf(merchant, '?limit=101'))).toBe('400 parameter_invalid limit');
  });

  it('are each merchant’s own, in each mode', async () => {
    const payer = randomAddress();
    const { merchant } = await withMandates([{ payer }, { payer, livemode: true, activatedAt: AT + 7 }]);
    expect((await customersOf(await service.merchant())).body.data).toEqual([]);
    expect((await customersOf(merchant)).body.data).toMatchObject([{ payer, since: AT, subscriptions: 1 }]);
    const live = await service.call('GET', '/v1/customers', { key: merchant.liveKey });
    expect(live.body.data).toMatchObject([{ payer, livemode: true, since: AT + 7, subscriptions: 1 }]);
    expect(refusal(await service.call('GET', '/v1/customers'))).toBe('401 unauthenticated');
  });
});
