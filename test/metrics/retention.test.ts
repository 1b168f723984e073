import { randomInt } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getRetention } from '../../server/metrics/get-retention.ts';
import { newId } from '../../server/lib/ids.ts';
import { randomAddress } from '../support/deployment.ts';
import { refusal } from '../support/refusal.ts';
import type { TestService } from '../support/service.ts';
import { DAY, type PastMandate, pastMandate, startWithoutChains, writeHistory } from './support.ts';

const RUNS = 40;
/** A moment in March 2025; what is asked is asked then. */
const NOW = Date.UTC(2025, 2, 15, 12) / 1000;
const MINT = randomAddress() as string;

let service: TestService;
beforeAll(async () => {
  service = await startWithoutChains();
});
afterAll(() => service.stop());

function retentionOf(merchantId: string, months: number) {
  const { db, clock } = service.running.deployment;
  const deployment = { db, clock: { ...clock, seconds: () => NOW } };
  return getRetention(deployment, { merchantId, livemode: false }, { months });
}

const monthOf = (at: number) => new Date(at * 1000).toISOString().slice(0, 7);

/** Every figure by going through all mandates again, month by month as text. */
function reckon(mandates: readonly PastMandate[], months: number) {
  const sold = mandates.filter(
    ({ sellMode, activatedAt }) => sellMode === 'subscription' && activatedAt !== null,
  );
  const names = Array.from({ length: months }, (_, n) =>
    monthOf(Date.UTC(2025, 2 - (months - 1 - n), 1) / 1000),
  );
  const startedIn = (month: string) => sold.filter(({ activatedAt }) => monthOf(activatedAt!) === month);
  const endedBy = (month: string, by: PastMandate['endedBy']) =>
    sold.filter((one) => one.endedAt !== null && monthOf(one.endedAt) === month && one.endedBy === by).length;
  const lasts = ({ endedAt }: PastMandate, month: string) => endedAt === null || monthOf(endedAt) > month;
  const trialEnd = ({ activatedAt, trial, endedAt }: PastMandate) => {
    const due = activatedAt! + trial;
    return endedAt !== null && endedAt < due ? endedAt : due;
  };
  return {
    months: names.map((month) => {
      const trials = sold.filter(
        (one) => one.trial > 0 && trialEnd(one) <= NOW && monthOf(trialEnd(one)) === month,
      );
      const by = {
        payer: endedBy(month, 'payer'),
        merchant: endedBy(month, 'merchant'),
        paymentFailed: endedBy(month, 'payment_failed'),
        unknown: endedBy(month, null),
      };
      return {
        month,
        activeAtStart: sold.filter(
          (one) =>
            monthOf(one.activatedAt!) < month && (one.endedAt === null || monthOf(one.endedAt) >= month),
        ).length,
        started: startedIn(month).length,
        churned: by.payer + by.merchant + by.paymentFailed + by.unknown,
        churnedBy: by,
        completed: endedBy(month, 'term'),
        trialsEnded: trials.length,
        trialsConverted: trials.filter(({ periodsCharged }) => periodsCharged > 0).length,
        trialsOpen: trials.filter((one) => one.periodsCharged === 0 && one.endedAt === null).length,
      };
    }),
    cohorts: names.map((month) => ({
      month,
      started: startedIn(month).length,
      active: names
        .filter((later) => later >= month)
        .map((later) => startedIn(month).filter((one) => lasts(one, later)).length),
    })),
  };
}

const START = Date.UTC(2023, 10, 1) / 1000;
/** Any moment of 17 months, the seconds around the turns of months above all. */
const moment = fc
  .oneof(
    fc.integer({ min: START, max: NOW }),
    fc
      .tuple(fc.integer({ min: 0, max: 16 }), fc.integer({ min: -1, max: 1 }))
      .map(([month, second]) => Date.UTC(2023, 10 + month, 1) / 1000 + second),
  )
  .map((at) => Math.min(at, NOW));
const shapes = fc.record({
  mandates: fc.array(
    fc.record({
      times: fc.tuple(moment, moment),
      has: fc.constantFrom('started', 'started', 'ended', 'ended', 'never'),
      endedBy: fc.constantFrom<PastMandate['endedBy']>('payer', 'merchant', 'payment_failed', 'term', null),
      trial: fc.constantFrom(0, 1, 14 * DAY, 60 * DAY),
      periodsCharged: fc.constantFrom(0, 1),
      sellMode: fc.constantFrom<PastMandate['sellMode']>(
        'subscription',
        'subscription',
        'subscription',
        'once',
      ),
    }),
    { maxLength: 25 },
  ),
  months: fc.integer({ min: 1, max: 24 }),
});

describe('churn, trials and cohorts', () => {
  it('are what going through all subscriptions month by month gives, whatever they are', async () => {
    const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
    console.log(`fast-check: seed ${seed}, ${RUNS} runs; again with SEED=${seed}`);
    const other = await service.merchant('Noise');
    const property = fc.asyncProperty(shapes, async (drawn) => {
      const merchant = await service.merchant();
      const mandates = drawn.mandates.map(({ times, has, endedBy, ...rest }) => {
        const [start, end] = times.toSorted((a, b) => a - b) as [number, number];
        const once = rest.sellMode === 'once';
        return pastMandate({
          ...rest,
          merchantId: merchant.id,
          mint: MINT,
          trial: once ? 0 : rest.trial,
          status: { started: 'active', ended: 'revoked', never: 'pending' }[has] as PastMandate['status'],
          activatedAt: has === 'never' ? null : start,
          endedAt: has === 'ended' ? end : null,
          endedBy: has === 'ended' ? endedBy : null,
        });
      });
      const noise = mandates.map((one) => ({ ...one, id: newId('mandate'), merchantId: other.id }));
      await writeHistory(service.db, { mandates: [...mandates, ...noise], charges: [], refunds: [] });
      const { months, cohorts } = await retentionOf(merchant.id, drawn.months);
      expect({ months, cohorts }).toEqual(reckon(mandates, drawn.months));
      for (const [n, { activeAtStart, started, churned, completed }] of months.slice(0, -1).entries())
        expect(activeAtStart + started - churned - completed).toBe(months[n + 1]!.activeAtStart);
    });
    await fc.assert(property, { seed, numRuns: RUNS, interruptAfterTimeLimit: 60_000 });
  }, 90_000);

  it('are asked for by month, 12 unless said otherwise, and 24 at most', async () => {
    const merchant = await service.merchant();
    const get = (query: string) =>
      service.call('GET', `/v1/metrics/retention${query}`, { key: merchant.testKey });
    const { status, body } = await get('');
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'retention', livemode: false });
    expect(body.months).toHaveLength(12);
    expect(body.months.at(-1)).toEqual({
      month: monthOf(body.createdAt),
      activeAtStart: 0,
      started: 0,
      churned: 0,
      churnedBy: { payer: 0, merchant: 0, paymentFailed: 0, unknown: 0 },
      completed: 0,
      trialsEnded: 0,
      trialsConverted: 0,
      trialsOpen: 0,
    });
    expect(body.cohorts.map(({ active }: { active: number[] }) => active.length)).toEqual(
      Array.from({ length: 12 }, (_, n) => 12 - n),
    );
    expect((await get('?months=24')).body.months).toHaveLength(24);
    for (const months of ['0', '25', 'x'])
      expect(refusal(await get(`?months=${months}`))).toBe('400 parameter_invalid months');
  });
});
