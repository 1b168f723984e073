import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizeMandate, balanceOnChain, createMandate } from '../support/checkout.ts';
import { TestService } from '../support/service.ts';
import {
  advance,
  DAY,
  eventsOf,
  finalize,
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

// Each test has a merchant of its own, and with it a clock of its own.
describe.concurrent('the schedule', () => {
  test('a trial announces its first charge, and is charged at its end', async () => {
    const merchant = await service.merchant();
    const { id, anchorAt, payee, mint } = await subscribe(service, merchant, {
      terms: { trialSeconds: 7 * DAY },
    });
    expect(await trail(merchant, id)).toEqual(['mandate.created', 'mandate.activated', 'charge.scheduled']);
    expect(await newestCharge(merchant, id)).toMatchObject({ status: 'scheduled', dueAt: anchorAt });
    expect((await merchant.api.mandates.get(id)).trialEndsAt).toBe(anchorAt);

    await advance(merchant, 7 * DAY - 60);
    expect(await balanceOnChain(service, payee.address, mint)).toBe(1n);
    await advance(merchant, 60);
    await succeeded(merchant, id, 1);
    expect(await trail(merchant, id)).toEqual([
      'mandate.created',
      'mandate.activated',
      'charge.scheduled',
      'charge.succeeded',
      'charge.scheduled',
    ]);
    expect((await newestCharge(merchant, id)).dueAt).toBe(anchorAt + MONTH);
    expect(await balanceOnChain(service, payee.address, mint)).toBe(1n + PRICE);
  });

  test('a year of months passes in one call, each charged once on its day', async () => {
    const merchant = await service.merchant();
    const { id, anchorAt, payee, mint } = await subscribe(service, merchant, { terms: { maxPeriods: 12 } });
    await advance(merchant, 11 * MONTH);
    await reaches(merchant, id, 'completed');
    const { data } = await merchant.api.mandates.listCharges(id);
    expect(data.map(({ periodIndex, dueAt, status }) => [periodIndex, dueAt, status]).toReversed()).toEqual(
      Array.from({ length: 12 }, (_, index) => [index, anchorAt + index * MONTH, 'succeeded']),
    );
    expect(await balanceOnChain(service, payee.address, mint)).toBe(1n + 12n * PRICE);
    expect((await trail(merchant, id)).slice(-3)).toEqual([
      'charge.scheduled',
      'charge.succeeded',
      'mandate.completed',
    ]);
  });

  test('a mandate of one period completes with its first charge, and nothing follows', async () => {
    const merchant = await service.merchant();
    const { id } = await subscribe(service, merchant, { terms: { maxPeriods: 1 } });
    const whole = ['mandate.created', 'mandate.activated', 'charge.succeeded', 'mandate.completed'];
    expect(await trail(merchant, id)).toEqual(whole);
    await advance(merchant, 3 * MONTH);
    expect(await trail(merchant, id)).toEqual(whole);
  });

  test('a mandate that nobody signs within a day expires, and not a minute before', async () => {
    const merchant = await service.merchant();
    const [payer, payee] = [await service.wallet(merchant), await service.wallet(merchant)];
    const mandate = await createMandate(service, merchant, payer, payee);
    await advance(merchant, DAY - 60);
    expect((await merchant.api.mandates.get(mandate.id)).status).toBe('pending');
    await advance(merchant, 60);
    await reaches(merchant, mandate.id, 'expired');
    expect(await trail(merchant, mandate.id)).toEqual(['mandate.created', 'mandate.expired']);
    await expect(authorizeMandate(service, mandate, payer)).rejects.toMatchObject({
      code: 'mandate_not_pending',
    });
  });

  test('a revoked mandate has its open charge skipped on the day it falls due', async () => {
    const merchant = await service.merchant();
    const { id, payee, mint } = await subscribe(service, merchant);
    await merchant.api.mandates.revoke(id);
    expect((await newestCharge(merchant, id)).status).toBe('scheduled');
    await advance(merchant, MONTH);
    expect(await newestCharge(merchant, id)).toMatchObject({ status: 'skipped', nextAttemptAt: null });
    expect((await trail(merchant, id)).slice(2)).toEqual([
      'charge.succeeded',
      'charge.scheduled',
      'mandate.revoked',
      'charge.skipped',
    ]);
    await advance(merchant, 2 * MONTH);
    expect(await balanceOnChain(service, payee.address, mint)).toBe(1n + PRICE);
  });

  test('two equal mandates that fall due in the same second are both paid, each by a transaction of its own', async () => {
    const merchant = await service.merchant();
    const first = await subscribe(service, merchant, { terms: { trialSeconds: DAY } });
    const second = await subscribe(service, merchant, { ...first, terms: { trialSeconds: DAY } });
    // To the second, whatever the machine was doing between the two.
    await service.db`
      update charges set (due_at, next_attempt_at, wake_at) =
        (select due_at, next_attempt_at, wake_at from charges where mandate_id = ${first.id})
      where mandate_id = ${second.id}`;
    await advance(merchant, DAY + 10);
    await Promise.all([first, second].map(({ id }) => succeeded(merchant, id, 1)));
    const signatures = await Promise.all(
      [first, second].map(async ({ id }) => {
        const event = (await eventsOf(merchant, id)).find(({ type }) => type === 'charge.succeeded');
        return event!.object.txSignature;
      }),
    );
    expect(new Set(signatures).size).toBe(2);
    expect(await balanceOnChain(service, first.payee.address, first.mint)).toBe(1n + 2n * PRICE);
  });

  test('a payee whose account wants a memo with each transfer is paid with one', async () => {
    const merchant = await service.merchant();
    const mint = await service.mint(merchant, 'token-2022');
    const payee = await service.wallet(merchant, { mint, amount: '1' });
    await service.rpc('autopay_createTokenAccount', [{ mint, owner: payee.address, memoTransfer: true }]);
    await finalize(service);
    const { id } = await subscribe(service, merchant, { mint, payee });
    const { id: chargeId, txSignature } = (await merchant.api.mandates.listCharges(id)).data[1]!;
    expect(await balanceOnChain(service, payee.address, mint)).toBe(1n + PRICE);
    const options = { encoding: 'jsonParsed', commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
    const landed = await service.rpc('getTransaction', [txSignature, options]);
    expect(landed.meta.logMessages.join('\n')).toContain(chargeId);
  });
});
