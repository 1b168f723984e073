import { getProgramDerivedAddress } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SPL_TOKEN } from '../../server/chain/token-program.ts';
import { authorizeMandate, balanceOnChain, checkout } from '../support/checkout.ts';
import { eventTypes } from '../support/history.ts';
import { askStart, makeOffer } from '../support/offers.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';

let service: TestService;
let merchant: TestMerchant;
let payer: TestWallet;
let payee: string;

beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_RATE_CHECKOUT_PER_MINUTE: '1000000' });
  merchant = await service.merchant('Coffee Club');
  payer = await service.wallet(merchant);
  payee = (await service.wallet(merchant)).address;
});
afterAll(() => service.stop());

const make = (fields: object = {}, of = merchant) =>
  makeOffer(service, of, 'payment_links', { payee, ...fields });
const start = (link: { id: string }, fields: object = {}, from: { address: string } = payer) =>
  askStart(service, link, from, { ...fields });
const view = (id: string) => service.call('GET', `/v1/checkout/payment_links/${id}`);
const switchTo = (link: { id: string }, active: boolean) =>
  service.call('PATCH', `/v1/payment_links/${link.id}`, { key: merchant.testKey, body: { active } });

describe('a payment link as anyone may see it', () => {
  test('shows the terms, the seller and the token, without a credential', async () => {
    const link = await make({ name: 'Beans', trialSeconds: 60 });
    const { active: _, metadata: __, successUrl: ___, ...terms } = link;
    const expected = {
      object: 'checkout_payment_link',
      merchantName: 'Coffee Club',
      decimals: 6,
      brand: expect.any(Object),
    };
    const answer = await view(link.id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.body).toEqual({ ...terms, ...expected, symbol: expect.stringMatching(/^[A-Z]+$/) });
  });

  test('is missing while switched off, and when its id is malformed, unknown or of another kind', async () => {
    const link = await make();
    const product = await makeOffer(service, merchant, 'products', { payee });
    await switchTo(link, false);
    for (const id of [link.id, product.id, 'lnk_2YcNxpVXUq7aVSxTJ1JbRp', 'nonsense']) {
      expect(refusal(await view(id))).toBe('404 resource_missing');
      const path = `/v1/checkout/payment_links/${id}/mandates`;
      const started = await service.call('POST', path, { body: { payer: payer.address } });
      expect(refusal(started)).toBe('404 resource_missing');
    }
    await switchTo(link, true);
    expect((await view(link.id)).status).toBe(200);
  });

  test('keeps its price readable when its token has left the registry', async () => {
    const { mint } = await merchant.api.test.createToken({ decimals: 2 });
    const link = await make({ mint });
    await service.db`delete from tokens where mint = ${mint}`;
    expect((await view(link.id)).body).toMatchObject({ mint, decimals: 2, symbol: mint.slice(0, 4) });
    const refused = await start(link);
    expect(refusal(refused)).toBe('400 mint_not_allowed');
  });
});

describe('starting a mandate from a payment link', () => {
  test("returns the payer's view with a client_secret, and the merchant sees a mandate like any other", async () => {
    const link = await make({ trialSeconds: 86_400 });
    const { status, body } = await start(link);
    expect(status).toBe(201);
    const { client_secret: secret, ...shown } = body;
    expect(secret).toMatch(/^cs_/);
    expect(shown).toMatchObject({
      object: 'checkout_mandate',
      status: 'pending',
      payer: payer.address,
      payee,
      mint: link.mint,
      amountPerPeriod: '1000000',
      periodSeconds: 2_592_000,
      trialSeconds: 86_400,
      maxPeriods: null,
      sellMode: 'subscription',
      merchantName: 'Coffee Club',
      approveAmount: '12000000',
    });
    // `now` moves on between the two.
    const { planSignature: _, version: __, now: ___, ...same } = (await checkout(service, body, '')).body;
    expect(shown).toMatchObject(same);
    expect(await merchant.api.mandates.get(body.id)).toMatchObject({ merchantId: merchant.id, id: body.id });
    expect(await eventTypes(merchant, body.id)).toEqual(['mandate.created']);
  });

  test('the payer signs, and the first charge pays the payee of the link', async () => {
    const link = await make({ amountPerPeriod: '777' });
    const before = await balanceOnChain(service, payee, link.mint);
    const { body } = await start(link);
    expect(await authorizeMandate(service, body, payer)).toMatchObject({
      status: 'active',
      firstCharge: { status: 'succeeded' },
    });
    expect(await balanceOnChain(service, payee, link.mint)).toBe(before + 777n);
  });

  test('an outright sale is one payment of its own price', async () => {
    const link = await make({ sellMode: 'both', amountPerPeriod: '5', amountOnce: '4321', trialSeconds: 60 });
    const before = await balanceOnChain(service, payee, link.mint);
    const { body } = await start(link, { sellMode: 'once' });
    expect(body).toMatchObject({
      sellMode: 'once',
      amountPerPeriod: '4321',
      periodSeconds: 0,
      maxPeriods: 1,
      trialSeconds: 0,
    });
    expect((await authorizeMandate(service, body, payer)).status).toBe('completed');
    expect(await balanceOnChain(service, payee, link.mint)).toBe(before + 4321n);
  });

  test.each([
    ['subscription', undefined, 'subscription'],
    ['subscription', 'subscription', 'subscription'],
    ['subscription', 'once', '400 not_for_sale_once sellMode'],
    ['once', undefined, 'once'],
    ['once', 'once', 'once'],
    ['once', 'subscription', '400 not_for_sale_subscription sellMode'],
    ['both', undefined, 'subscription'],
    ['both', 'subscription', 'subscription'],
    ['both', 'once', 'once'],
  ])('sold by %s and asked for %s: %s', async (offered, asked, outcome) => {
    const answer = await start(await make({ sellMode: offered }), { sellMode: asked });
    expect(answer.status === 201 ? answer.body.sellMode : refusal(answer)).toBe(outcome);
  });

  test('the payer is another wallet than the payee, and can sign', async () => {
    const link = await make();
    const [vault] = await getProgramDerivedAddress({ programAddress: SPL_TOKEN, seeds: ['vault'] });
    for (const address of [payee, vault, link.mint, SPL_TOKEN, '', 'a']) {
      expect(refusal(await start(link, {}, { address }))).toBe('400 parameter_invalid payer');
    }
    const path = `/v1/checkout/payment_links/${link.id}/mandates`;
    expect(refusal(await service.call('POST', path, { body: {} }))).toBe('400 parameter_missing payer');
    for (const fields of [{ sellMode: 'both' }, { sellMode: null }]) {
      expect(refusal(await start(link, fields))).toBe('400 parameter_invalid sellMode');
    }
    for (const field of ['amountPerPeriod', 'payee', 'autoAuthorize']) {
      expect(refusal(await start(link, { [field]: '1' }))).toBe(`400 parameter_invalid ${field}`);
    }
  });

  test('a token that the merchant declines since is sold no more, and no field of the payer is blamed', async () => {
    const fresh = await service.merchant();
    const { mint } = await fresh.api.test.createToken({});
    const link = await make({ mint }, fresh);
    const started = await start(link);
    expect(started.status).toBe(201);
    await service.db`
      insert into token_choices (merchant_id, livemode, mint, accepted) values (${fresh.id}, false, ${mint}, false)
      on conflict (merchant_id, livemode, mint) do update set accepted = false`;
    expect(refusal(await start(link))).toBe('400 mint_not_allowed');
    const { data } = await fresh.api.mandates.list();
    expect(data.map(({ id }) => id)).toEqual([started.body.id]);
  });

  test('what a link started goes on when the link is switched off', async () => {
    const link = await make();
    const { body } = await start(link);
    await switchTo(link, false);
    expect(refusal(await start(link))).toBe('404 resource_missing');
    expect((await authorizeMandate(service, body, payer)).status).toBe('active');
  });

  test('a credential is neither needed nor looked at, and an Idempotency-Key replays nothing', async () => {
    const link = await make();
    const path = `/v1/checkout/payment_links/${link.id}/mandates`;
    const options = { key: 'sk_test_garbage', headers: { 'idempotency-key': 'k' } };
    const body = { payer: payer.address };
    const first = await service.call('POST', path, { ...options, body });
    const second = await service.call('POST', path, { ...options, body });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.id).not.toBe(second.body.id);
  });
});
