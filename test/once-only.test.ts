import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizeMandate, createMandate, MONTHLY } from './support/checkout.ts';
import { eventTypes } from './support/history.ts';
import { refusal } from './support/refusal.ts';
import { type TestMerchant, TestService, type TestWallet } from './support/service.ts';

let service: TestService;
let merchant: TestMerchant;
let payer: TestWallet;
let payee: TestWallet;

beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_SELL_MODE: 'once' });
  merchant = await service.merchant();
  [payer, payee] = await Promise.all([service.wallet(merchant), service.wallet(merchant)]);
});
afterAll(() => service.stop());

test('a once-only deployment refuses what would recur, in both modes: a subscription, and what names no sell mode', async () => {
  const mint = await service.mint(merchant);
  const good = { payer: payer.address, payee: payee.address, mint, ...MONTHLY };
  for (const key of [merchant.testKey, merchant.liveKey]) {
    for (const sellMode of [undefined, 'subscription']) {
      const answer = await service.call('POST', '/v1/mandates', { key, body: { ...good, sellMode } });
      expect(refusal(answer)).toBe('400 recurring_unavailable sellMode');
    }
  }
  expect((await merchant.api.mandates.list()).data).toEqual([]);
});

test('a once-only deployment sells an order, and nothing about it is ever scheduled', async () => {
  const order = await createMandate(service, merchant, payer, payee, { sellMode: 'once', maxPeriods: 1 });
  expect((await authorizeMandate(service, order, payer)).status).toBe('completed');
  await merchant.api.test.advanceClock({ seconds: 365 * 86_400 });
  expect(await eventTypes(merchant, order.id)).toEqual([
    'mandate.created',
    'mandate.activated',
    'charge.succeeded',
    'mandate.completed',
  ]);
});

test('a once-only deployment refuses test events that only a subscription would bring', async () => {
  const key = merchant.testKey;
  const event = (type: string) => service.call('POST', '/v1/test/events', { key, body: { type } });
  for (const type of ['charge.scheduled', 'charge.failed', 'charge.abandoned'])
    expect(refusal(await event(type))).toBe('400 parameter_invalid type');
  expect((await event('charge.succeeded')).status).toBe(201);
});
