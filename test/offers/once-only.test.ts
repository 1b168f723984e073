import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizeMandate } from '../support/checkout.ts';
import { askOffer, askStart, makeOffer, type OfferRoute } from '../support/offers.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';

let service: TestService;
let merchant: TestMerchant;
let payer: TestWallet;
let payee: string;

const ROUTES: OfferRoute[] = ['payment_links', 'products'];

beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_SELL_MODE: 'once' });
  merchant = await service.merchant();
  payer = await service.wallet(merchant);
  payee = (await service.wallet(merchant)).address;
});
afterAll(() => service.stop());

test('a once-only deployment offers nothing that would recur, in both modes', async () => {
  const live = { ...merchant, testKey: merchant.liveKey, api: merchant.api };
  for (const route of ROUTES) {
    for (const seller of [merchant, live]) {
      for (const sellMode of [undefined, 'subscription', 'both']) {
        const answer = await askOffer(service, seller, route, { payee, sellMode });
        expect(refusal(answer)).toBe('400 recurring_unavailable sellMode');
      }
    }
    const { body } = await service.call('GET', `/v1/${route}`, { key: merchant.testKey });
    expect(body.data).toEqual([]);
  }
});

test('what it offers is bought outright, and by nothing else', async () => {
  for (const route of ROUTES) {
    const offer = await makeOffer(service, merchant, route, { payee, sellMode: 'once', amountOnce: '7' });
    expect(refusal(await askStart(service, offer, payer, { sellMode: 'subscription' }))).toBe(
      '400 not_for_sale_subscription sellMode',
    );
    const { body } = await askStart(service, offer, payer);
    expect(body).toMatchObject({ sellMode: 'once', amountPerPeriod: '7' });
    expect((await authorizeMandate(service, body, payer)).status).toBe('completed');
  }
});

test('what was offered by subscription before the deployment sold outright only starts none', async () => {
  const offer = await makeOffer(service, merchant, 'payment_links', { payee, sellMode: 'once' });
  await service.db`update offers set sell_mode = 'both', period_seconds = 3600 where id = ${offer.id}`;
  for (const sellMode of [undefined, 'subscription']) {
    expect(refusal(await askStart(service, offer, payer, { sellMode }))).toBe(
      '400 recurring_unavailable sellMode',
    );
  }
  expect((await askStart(service, offer, payer, { sellMode: 'once' })).status).toBe(201);
  await service.db`update offers set sell_mode = 'subscription', amount_once = null where id = ${offer.id}`;
  expect(refusal(await askStart(service, offer, payer))).toBe('400 recurring_unavailable sellMode');
  expect(refusal(await askStart(service, offer, payer, { sellMode: 'once' }))).toBe(
    '400 not_for_sale_once sellMode',
  );
});
