import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMandate } from '../support/checkout.ts';
import { TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const DAY = 86_400;

test('mandates made while the clock is moved by several at once are neither left behind nor refused', async () => {
  const merchant = await service.merchant();
  const wallets = await Promise.all(Array.from({ length: 17 }, () => service.wallet(merchant)));
  const [payee, ...payers] = wallets as [(typeof wallets)[0], ...typeof wallets];
  const made = payers.map(async (payer, at) => {
    const terms = { periodSeconds: DAY, maxPeriods: 100, autoAuthorize: true };
    const mandate = await createMandate(service, merchant, payer, payee, terms);
    await merchant.api.test.advanceClock({ seconds: 1 + (at % 3) });
    return mandate;
  });
  const mandates = await Promise.all(made);
  // Half a day settles every first charge and reaches no second one.
  const { now } = await merchant.api.test.advanceClock({ seconds: DAY / 2 });
  for (const { id } of mandates) {
    const { data } = await merchant.api.mandates.listCharges(id);
    expect(data.map(({ periodIndex, status }) => [periodIndex, status])).toEqual([
      [1, 'scheduled'],
      [0, 'succeeded'],
    ]);
    // On the clock that was shown, the second charge is half a day away, give or take what was moved meanwhile.
    expect(data[0]!.dueAt - now).toBeLessThanOrEqual(DAY / 2);
    const [row] = await service.db<{ wakeAt: number; dueAt: number }[]>`
      select wake_at, due_at from charges where id = ${data[0]!.id}`;
    const { offsetSeconds } = await merchant.api.test.getClock();
    expect(row!.dueAt - row!.wakeAt).toBe(offsetSeconds);
  }
});

test('advances made at once add up, and each stops at every charge that falls due', async () => {
  const merchant = await service.merchant();
  const [payer, payee] = [await service.wallet(merchant), await service.wallet(merchant)];
  const terms = { periodSeconds: DAY, maxPeriods: 100, autoAuthorize: true };
  const { id } = await createMandate(service, merchant, payer, payee, terms);
  await merchant.api.test.advanceClock({ seconds: 1 });
  const before = await merchant.api.test.getClock();
  await Promise.all(Array.from({ length: 4 }, () => merchant.api.test.advanceClock({ seconds: DAY })));
  expect((await merchant.api.test.getClock()).offsetSeconds).toBe(before.offsetSeconds + 4 * DAY);
  // Had two of them moved the clock by a day each without stopping, the window of a charge would have gone by uncharged.
  const { data } = await merchant.api.mandates.listCharges(id);
  expect(data.toReversed().map(({ periodIndex, status }) => [periodIndex, status])).toEqual([
    [0, 'succeeded'],
    [1, 'succeeded'],
    [2, 'succeeded'],
    [3, 'succeeded'],
    [4, 'succeeded'],
    [5, 'scheduled'],
  ]);
});
