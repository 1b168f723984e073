import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { findAssociatedTokenPda } from '@solana-program/token';
import { address } from '@solana/kit';
import type { Statement } from '@autopay/sdk';
import { parseCsv } from '../exports/support.ts';
import { closeHoursAt } from '../metrics/support.ts';
import { submitRefund } from '../refunds/support.ts';
import { MONTH, type Subscribed, subscribe } from '../schedule/support.ts';
import { eventually } from '../support/eventually.ts';
import { type TestMerchant, TestService } from '../support/service.ts';
import { signIssued } from '../support/wallet-signing.ts';

let service: TestService;
let merchant: TestMerchant;
let subscribed: Subscribed;
let held: bigint;
beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_RATE_EXPORTS_PER_MINUTE: '1000' });
  merchant = await service.merchant();
  const mint = await service.mint(merchant);
  const payee = await service.wallet(merchant, { mint, amount: '5000000' });
  held = await balanceOf(payee.address, mint);
  // Two payers of one payout wallet: three charges, of which one comes back in part.
  subscribed = await subscribe(service, merchant, { mint, payee });
  await subscribe(service, merchant, { mint, payee });
  await merchant.api.test.advanceClock({ seconds: MONTH });
  await eventually(async () => (await merchant.api.charges.list({ status: 'succeeded' })).data.length === 4);
  const [charge] = (await merchant.api.charges.list({ mandate: subscribed.id, status: 'succeeded' })).data;
  const refund = await merchant.api.charges.refund(charge!.id, { amount: '250000' });
  await submitRefund(service, { merchant } as never, refund, await signIssued(payee, refund.transaction!));
  await eventually(async () => (await merchant.api.refunds.get(refund.id)).status === 'succeeded');
  // Neither another token of the same merchant nor another merchant's belong to it.
  await subscribe(service, merchant, { mint: await service.mint(merchant, 'token-2022') });
  await subscribe(service, await service.merchant('Tea Club'), { mint });
}, 60_000);
afterAll(() => service.stop());

async function balanceOf(owner: string, mint: string): Promise<bigint> {
  const [account] = await findAssociatedTokenPda({
    owner: address(owner),
    mint: address(mint),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  });
  const { value } = await service.rpc('getTokenAccountBalance', [account, { commitment: 'confirmed' }]);
  return BigInt(value.amount);
}
const monthOf = (at: number) => new Date(at * 1000).toISOString().slice(0, 7);

/** The statements of the months in which anything settled, in their order. */
async function statements(): Promise<Statement[]> {
  const { mint } = subscribed;
  const settled = await service.db<{ at: number }[]>`
    select settled_at as at from charges where settled_at is not null union select settled_at from refunds where settled_at is not null`;
  const months = [...new Set(settled.map(({ at }) => monthOf(at)))].toSorted();
  return Promise.all(months.map((month) => merchant.api.statements.get({ month, mint })));
}

describe('statements', () => {
  test('add up with the chain: what they say was paid is what the payout wallet gained', async () => {
    const all = await statements();
    const gained = (await balanceOf(subscribed.payee.address, subscribed.mint)) - held;
    expect(gained).toBe(3_750_000n);
    expect(all.at(-1)!.closing).toEqual({
      payments: 4,
      gross: '4000000',
      refunds: '250000',
      net: gained.toString(),
    });
    expect(all.reduce((sum, { total }) => sum + BigInt(total.net), 0n)).toBe(gained);
    for (const [at, { opening, lines, total, from, to, hasMoreLines }] of all.entries()) {
      expect(opening).toEqual(
        at === 0 ? { payments: 0, gross: '0', refunds: '0', net: '0' } : all[at - 1]!.closing,
      );
      expect(lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n).toString()).toBe(total.net);
      expect(lines.every(({ settledAt }) => settledAt >= from && settledAt < to)).toBe(true);
      expect(hasMoreLines).toBe(false);
    }
  });

  test('name each charge and refund by number and transactions, the oldest first', async () => {
    const lines = (await statements()).flatMap((each) => each.lines);
    const refund = (await merchant.api.refunds.list()).data[0]!;
    const charge = await merchant.api.charges.get(refund.chargeId);
    const numbers = lines.filter(({ type }) => type === 'charge').map(({ receiptNumber }) => receiptNumber);
    expect(numbers.toSorted()).toEqual(['TEST-000001', 'TEST-000002', 'TEST-000003', 'TEST-000004']);
    expect(lines.map(({ settledAt }) => settledAt)).toEqual(
      lines.map(({ settledAt }) => settledAt).toSorted((a, b) => a - b),
    );
    expect(lines.find(({ type }) => type === 'refund')).toMatchObject({
      id: refund.id,
      chargeId: charge.id,
      receiptNumber: charge.receiptNumber,
      amount: '-250000',
      txSignature: refund.txSignature,
      chargeTxSignature: charge.txSignature,
    });
  });

  test('say the same once hours are summed up, and as CSV', async () => {
    const before = await statements();
    const late = Math.max(...before.map(({ to }) => to)) + 3_600;
    await closeHoursAt(service, late);
    const after = await statements();
    const sums = (all: Statement[]) =>
      all.map(({ opening, total, closing }) => ({ opening, total, closing }));
    expect(sums(after)).toEqual(sums(before));
    const rows: Record<string, string>[] = [];
    for (const { month, mint } of after) {
      const response = await fetch(`${service.url}/v1/statements?month=${month}&mint=${mint}`, {
        headers: { authorization: `Bearer ${merchant.testKey}`, accept: 'text/csv' },
      });
      expect(response.headers.get('content-disposition')).toContain('autopay-statements-test-');
      rows.push(...parseCsv(await response.text()));
    }
    expect(rows.map(({ id }) => id)).toEqual(after.flatMap(({ lines }) => lines.map(({ id }) => id)));
    const sum = (column: string) => rows.reduce((total, row) => total + BigInt(row[column] || '0'), 0n);
    expect(sum('paid_atomic') - sum('refunded_atomic')).toBe(3_750_000n);
    expect(rows.map(({ refunded }) => refunded).filter(Boolean)).toEqual(['0.25']);
  });

  test('begin and end with the UTC month: the first second belongs to it, the last to the one before', async () => {
    const { mint, id } = subscribed;
    const start = Date.UTC(2031, 2) / 1000;
    const [kept] = await service.db<{ id: string; settledAt: number }[]>`
      select id, settled_at from charges where mandate_id = ${id} and status = 'succeeded' order by settled_at limit 1`;
    const settle = (at: number) => service.db`update charges set settled_at = ${at} where id = ${kept!.id}`;
    const has = async (month: string) =>
      (await merchant.api.statements.get({ month, mint })).lines.some((line) => line.id === kept!.id);
    try {
      await settle(start);
      expect([await has('2031-02'), await has('2031-03')]).toEqual([false, true]);
      await settle(start - 1);
      expect([await has('2031-02'), await has('2031-03')]).toEqual([true, false]);
    } finally {
      await settle(kept!.settledAt);
    }
  });

  test('refuse a month that is none and a token that the merchant does not sell in', async () => {
    for (const [query, code, param] of [
      ['month=2026-13', 'parameter_missing', 'mint'],
      [`month=2026-13&mint=${subscribed.mint}`, 'parameter_invalid', 'month'],
      [`month=2026-11&mint=${'1'.repeat(44)}`, 'parameter_invalid', 'mint'],
      [`mint=${subscribed.mint}`, 'parameter_missing', 'month'],
    ] as const) {
      const { status, body } = await service.call('GET', `/v1/statements?${query}`, {
        key: merchant.testKey,
      });
      expect([query, status, body.error.code, body.error.param]).toEqual([query, 400, code, param]);
    }
  });
});
