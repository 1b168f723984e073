import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomAddress } from '../support/deployment.ts';
import { eventually } from '../support/eventually.ts';
import { TestService } from '../support/service.ts';
import {
  closeHoursAt,
  DAY,
  HOUR,
  paid,
  pastMandate,
  registerTokens,
  startWithoutChains,
  writeHistory,
} from './support.ts';

const MINT = randomAddress();
/** A UTC midnight, long past. */
const MIDNIGHT = Date.UTC(2025, 2, 1) / 1000;

let service: TestService;
beforeAll(async () => {
  service = await startWithoutChains();
  await registerTokens(service.db, false, [{ mint: MINT, symbol: 'FLR', decimals: 6, class: 'stable' }]);
});
afterAll(() => service.stop());

/** A merchant with a charge at each of these moments. */
async function paidAt(...times: number[]) {
  const merchant = await service.merchant();
  const mandate = pastMandate({ merchantId: merchant.id, mint: MINT, amount: 10n });
  const charges = times.map((at, n) => paid(mandate, at, 10n + BigInt(n), n));
  await writeHistory(service.db, { mandates: [mandate], charges, refunds: [] });
  return { merchant, mandate, charges };
}

async function closedBefore(merchantId: string): Promise<number | null> {
  const [row] = await service.db<{ closedBefore: number }[]>`
    select closed_before from settled_progress where merchant_id = ${merchantId} and not livemode`;
  return row?.closedBefore ?? null;
}

function summedHours(merchantId: string) {
  return service.db<{ hour: number; payments: number; gross: bigint; refunds: bigint }[]>`
    select hour, payments, gross, refunds from settled_hours where merchant_id = ${merchantId} order by hour`;
}

const metricsOf = async (key: string, from: number, to: number) =>
  (await service.call('GET', `/v1/metrics?from=${from}&to=${to}`, { key })).body;

describe('hours that are over', () => {
  it('are summed once, an hour after their end, with their refunds', async () => {
    const { merchant, charges } = await paidAt(MIDNIGHT + 5, MIDNIGHT + HOUR - 1, MIDNIGHT + HOUR);
    const refund = { charge: charges[0]!, amount: 4n, status: 'succeeded' as const, settledAt: MIDNIGHT + 9 };
    await writeHistory(service.db, { mandates: [], charges: [], refunds: [refund] });
    await closeHoursAt(service, MIDNIGHT + 2 * HOUR - 1);
    expect(await closedBefore(merchant.id)).toBeNull();
    await closeHoursAt(service, MIDNIGHT + 2 * HOUR);
    expect(await closedBefore(merchant.id)).toBe(MIDNIGHT + HOUR);
    const first = { hour: MIDNIGHT, payments: 2, gross: 21n, refunds: 4n };
    expect(await summedHours(merchant.id)).toEqual([first]);
    await closeHoursAt(service, MIDNIGHT + 10 * HOUR);
    const second = { hour: MIDNIGHT + HOUR, payments: 1, gross: 12n, refunds: 0n };
    expect(await summedHours(merchant.id)).toEqual([first, second]);
  });

  it('change no result, wherever the window begins and ends', async () => {
    const times = [0, 1, HOUR - 1, HOUR, 5 * HOUR, DAY - 1, DAY, 3 * DAY + 7].map(
      (after) => MIDNIGHT + after,
    );
    const { merchant } = await paidAt(...times);
    const edges = [...times, MIDNIGHT + HOUR + 1, MIDNIGHT + 4 * DAY].toSorted((a, b) => a - b);
    const windows = edges.flatMap((from) =>
      edges.filter((to) => to >= from).map((to) => [from, to] as const),
    );
    const read = async () => {
      const answers = [];
      for (const [from, to] of windows) {
        const { createdAt: _, ...answer } = await metricsOf(merchant.testKey, from, to);
        answers.push(answer);
      }
      return answers;
    };
    const before = await read();
    await closeHoursAt(service, MIDNIGHT + DAY + 90);
    expect(await read()).toEqual(before);
    await closeHoursAt(service, MIDNIGHT + 9 * DAY);
    expect(await summedHours(merchant.id)).toHaveLength(6);
    expect(await read()).toEqual(before);
    expect(before.some(({ payments }) => payments === times.length)).toBe(true);
  }, 60_000);

  it('wait for a transaction that read the clock in them and commits late', async () => {
    const { merchant, mandate } = await paidAt(MIDNIGHT + 5);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let hasRead = () => {};
    const reading = new Promise<void>((resolve) => (hasRead = resolve));
    const charge = paid(mandate, MIDNIGHT + 50, 7n, 9);
    // As whoever settles does it: lock, read the clock, write, commit.
    const settling = service.db.begin(async (tx) => {
      await tx`select 1 from mandates where id = ${mandate.id} for update`;
      hasRead();
      await held;
      await tx`
        insert into charges (id, position, merchant_id, livemode, mandate_id, period_index, amount, due_at, status, tx_signature, created_at, settled_at, receipt_number)
        values (${charge.id}, ${charge.id}, ${merchant.id}, false, ${mandate.id}, 9, 7, 1, 'succeeded', ${randomAddress()}, 1, ${charge.settledAt}, ${charge.receiptNumber})`;
    });
    await reading;
    const [clock] = await service.db<[{ now: Date }]>`select clock_timestamp() as now`;
    const closing = closeHoursAt(service, MIDNIGHT + DAY);
    try {
      // It has asked who must end first, and looks again and again.
      await eventually(async () => {
        const rows = await service.db`
          select 1 from pg_stat_activity
          where datname = current_database() and query like '%pg_snapshot_xmin%' and pid <> pg_backend_pid()
            and query_start > ${clock.now}`;
        return rows.length > 0;
      });
      expect(await closedBefore(merchant.id)).toBeNull();
    } finally {
      release();
      await Promise.all([settling, closing]);
    }
    expect(await summedHours(merchant.id)).toEqual([
      { hour: MIDNIGHT, payments: 2, gross: 17n, refunds: 0n },
    ]);
  });

  it('are on the merchant’s clock in test mode, and on the real one in live mode', async () => {
    const now = Math.floor(Date.now() / 1000);
    const { merchant } = await paidAt(now + 100 * DAY);
    const live = pastMandate({ merchantId: merchant.id, mint: MINT, livemode: true });
    await writeHistory(service.db, { mandates: [live], charges: [paid(live, now)], refunds: [] });
    await closeHoursAt(service, now + DAY);
    expect(await summedHours(merchant.id)).toEqual([]);
    await service.db`update merchants set clock_offset_seconds = ${101 * DAY} where id = ${merchant.id}`;
    await closeHoursAt(service, now);
    await closeHoursAt(service, now, true);
    expect(await summedHours(merchant.id)).toHaveLength(1);
    await closeHoursAt(service, now + 3 * HOUR, true);
    expect(await summedHours(merchant.id)).toHaveLength(2);
  });

  it('are summed once when several processes do it at once, and from the start when the sums are thrown away', async () => {
    const times = Array.from({ length: 40 }, (_, n) => MIDNIGHT + n * 5 * HOUR);
    const { merchant } = await paidAt(...times);
    const expectSums = async () => {
      await Promise.all([1, 2, 3].map(() => closeHoursAt(service, MIDNIGHT + 30 * DAY)));
      const sums = await summedHours(merchant.id);
      expect(sums.map(({ hour, payments }) => [hour, payments])).toEqual(times.map((at) => [at, 1]));
      expect((await metricsOf(merchant.testKey, MIDNIGHT, MIDNIGHT + 30 * DAY)).payments).toBe(40);
    };
    await expectSums();
    await service.db`truncate settled_hours, settled_progress`;
    await expectSums();
  });
});

it('the background closes hours', async () => {
  const whole = await TestService.start();
  try {
    const merchant = await whole.merchant();
    const mandate = pastMandate({
      merchantId: merchant.id,
      mint: await whole.mint(merchant),
      status: 'revoked',
      endedAt: MIDNIGHT + 9,
    });
    await writeHistory(whole.db, { mandates: [mandate], charges: [paid(mandate, MIDNIGHT)], refunds: [] });
    await eventually(async () => {
      const waiting = await whole.db`select 1 from graphile_worker.jobs where key = 'metrics/false'`;
      return waiting.length === 1;
    });
    // A minute earlier than it would.
    await whole.db`
      select graphile_worker.add_job('metrics:close', '{"livemode":false}'::json, job_key => 'metrics/false')`;
    const sums = await eventually(async () => {
      const rows = await whole.db`select hour, payments from settled_hours`;
      return rows.length > 0 && rows;
    });
    expect(sums).toMatchObject([{ hour: MIDNIGHT, payments: 1 }]);
  } finally {
    await whole.stop();
  }
});
