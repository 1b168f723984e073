import { generateKeyPairSigner } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type LiveService, startLiveService } from '../support/live-service.ts';
import { askStart, makeOffer, type OfferRoute } from '../support/offers.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService } from '../support/service.ts';

const ROUTES: OfferRoute[] = ['payment_links', 'products'];
const newAddress = async (): Promise<string> => (await generateKeyPairSigner()).address;

describe('a deployment with both chains', () => {
  let live: LiveService;
  let service: TestService;
  let merchant: TestMerchant;
  let payee: string;
  let mint: string;

  beforeAll(async () => {
    live = await startLiveService();
    ({ service, mint } = live);
    merchant = await service.merchant();
    payee = await newAddress();
  });
  afterAll(() => live.stop());

  const ask = (route: OfferRoute, fields: Record<string, unknown> = {}) => {
    const body = { name: 'Beans', mint, amountPerPeriod: '5', periodSeconds: 3600, payee, ...fields };
    return service.call('POST', `/v1/${route}`, { key: merchant.liveKey, body });
  };
  const proveWallet = (address: string) => service.db`
    update merchants set payout_wallet = ${address}, payout_wallet_verified_at = 1 where id = ${merchant.id}`;

  test('gives test tokens to nobody without a key, since money is live beside it', async () => {
    const body = { address: payee };
    expect(refusal(await service.call('POST', '/v1/checkout/test_wallet/fund', { body }))).toBe(
      '400 test_mode_only',
    );
    const funded = await service.call('POST', '/v1/test/fund', { key: merchant.testKey, body });
    expect(funded.status).toBe(201);
  });

  test('pays the proven payout wallet alone, whose token account must be there', async () => {
    for (const route of ROUTES) expect(refusal(await ask(route))).toBe('400 no_payout_wallet payee');
    expect(refusal(await ask('products', { payee: undefined }))).toBe('400 no_payout_wallet payee');
    await proveWallet(payee);
    for (const route of ROUTES) {
      expect(refusal(await ask(route, { payee: await newAddress() }))).toBe('400 parameter_invalid payee');
      expect(refusal(await ask(route, { periodSeconds: 3599 }))).toBe('400 parameter_invalid periodSeconds');
      const closed = await ask(route);
      expect(refusal(closed)).toBe('400 parameter_invalid payee');
      expect(closed.body.error.message).toContain('Create it once');
    }
    await live.rpc('autopay_createTokenAccount', [{ mint, owner: payee }]);
    // The account is seen once its slot is confirmed.
    await eventually(async () => (await ask('payment_links')).status === 201);
    expect(await ask('products', { payee: undefined })).toMatchObject({
      status: 201,
      body: { payee, livemode: true },
    });
  });

  test('sells outright with any periodSeconds: it has no effect', async () => {
    const { status, body } = await ask('payment_links', { sellMode: 'once', periodSeconds: 1 });
    expect([status, body.periodSeconds]).toEqual([201, 0]);
  });

  test("keeps live offers from test keys, and starts in the offer's mode whatever svc-mode says", async () => {
    for (const route of ROUTES) {
      const { body: offer } = await ask(route);
      const read = await service.call('GET', `/v1/${route}/${offer.id}`, { key: merchant.testKey });
      expect(refusal(read)).toBe('404 resource_missing');
      const started = await service.call('POST', `/v1/checkout/${route}/${offer.id}/mandates`, {
        body: { payer: await newAddress() },
        headers: { 'svc-mode': 'test' },
      });
      expect(started).toMatchObject({ status: 201, body: { livemode: true, payee, symbol: 'USDX' } });
    }
  });

  test('starts nothing from an old offer once another payout wallet is proven: the merchant must renew it', async () => {
    const { body: link } = await ask('payment_links');
    const payer = await newAddress();
    expect((await askStart(service, link, { address: payer })).status).toBe(201);
    await proveWallet(await newAddress());
    const refused = await askStart(service, link, { address: payer });
    expect(refusal(refused)).toBe('400 no_payout_wallet');
    expect(refused.body.error.message).toContain('make this offer anew');
    await proveWallet(payee);
    expect((await askStart(service, link, { address: payer })).status).toBe(201);
  });
});

describe('a deployment without a chain', () => {
  let service: TestService;
  let merchant: TestMerchant;
  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant();
  });
  afterAll(() => service.stop());

  test('refuses offers and starts before it looks at mint and payee', async () => {
    const payee = await newAddress();
    for (const route of ROUTES) {
      const body = {
        name: 'Beans',
        mint: await newAddress(),
        amountPerPeriod: '5',
        periodSeconds: 3600,
        payee,
      };
      const ask = (fields: object) =>
        service.call('POST', `/v1/${route}`, { key: merchant.liveKey, body: { ...body, ...fields } });
      expect(refusal(await ask({}))).toBe('400 broadcast_unavailable');
      expect(refusal(await ask({ sellMode: 'both' }))).toBe('400 broadcast_unavailable');
      expect(refusal(await ask({ sellMode: 'once' }))).toBe('400 purchases_unavailable');
      expect(refusal(await ask({ periodSeconds: 3599 }))).toBe('400 parameter_invalid periodSeconds');
      expect((await service.call('GET', `/v1/${route}`, { key: merchant.liveKey })).body.data).toEqual([]);
    }
    const offer = await makeOffer(service, merchant, 'payment_links', { payee, sellMode: 'both' });
    await service.db`update offers set livemode = true where id = ${offer.id}`;
    expect((await service.call('GET', `/v1/checkout/payment_links/${offer.id}`)).status).toBe(200);
    const payer = { address: await newAddress() };
    expect(refusal(await askStart(service, offer, payer))).toBe('400 broadcast_unavailable');
    expect(refusal(await askStart(service, offer, payer, { sellMode: 'once' }))).toBe(
      '400 purchases_unavailable',
    );
  });
});
