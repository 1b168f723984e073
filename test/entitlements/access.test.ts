import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMandate } from '../support/checkout.ts';
import { randomAddress } from '../support/deployment.ts';
import { askStart, buy, makeOffer } from '../support/offers.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { askEntitlement, CONTENT, makeProduct, merchantSession, walletSession } from './support.ts';

let service: TestService;
let merchant: TestMerchant;
let payer: TestWallet;
let stranger: { address: string };
let product: { id: string };
/** What the payer bought outright, so that it never ends. */
let purchase: { id: string; client_secret: string };

beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_RATE_CHECKOUT_PER_MINUTE: '1000000' });
  merchant = await service.merchant();
  payer = await service.wallet(merchant);
  stranger = { address: randomAddress() };
  product = await makeProduct(service, merchant, { sellMode: 'both' });
  purchase = await buy(service, product, payer, { sellMode: 'once' });
});
afterAll(() => service.stop());

type Proof = Parameters<typeof askEntitlement>[2];
const ask = (proof: Proof, of: { product?: { id: string }; payer?: { address: string } } = {}) =>
  askEntitlement(service, { product, payer, ...of }, proof);

describe('who may ask whether a wallet is entitled', () => {
  test("the product's merchant, with a full key, a read-only one, or signed in: without the content", async () => {
    const answer = await ask({ key: merchant.testKey });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      object: 'entitlement',
      livemode: false,
      createdAt: expect.any(Number),
      product: product.id,
      payer: payer.address,
      entitled: true,
      validUntil: null,
      content: null,
    });
    const { createdAt: _, ...same } = answer.body;
    const headers = await merchantSession(service, merchant);
    expect((await ask({ headers })).body).toMatchObject(same);
    expect(refusal(await ask({ headers: { ...headers, 'svc-mode': 'live' } }))).toBe('404 resource_missing');
    const reader = await service.merchant();
    const own = await makeProduct(service, reader);
    await service.db`update api_keys set scope = 'read' where merchant_id = ${reader.id}`;
    expect((await ask({ key: reader.testKey }, { product: own })).body.entitled).toBe(false);
  });

  test('the payer, with the client_secret of the purchase or signed in with the wallet: content and all', async () => {
    const bySecret = await ask({ secret: purchase.client_secret });
    expect(bySecret).toMatchObject({ status: 200, body: { entitled: true, content: CONTENT } });
    const token = await walletSession(service, payer);
    for (const mode of ['test', 'live']) {
      const byWallet = await ask({ key: token, headers: { 'svc-mode': mode } });
      expect(byWallet.body).toMatchObject({ entitled: true, livemode: false, content: CONTENT });
    }
  });

  test('a merchant key with the client_secret of the purchase is shown the content', async () => {
    const both = { key: merchant.testKey, secret: purchase.client_secret };
    expect((await ask(both)).body.content).toEqual(CONTENT);
    expect(refusal(await ask({ ...both, secret: 'cs_wrong' }))).toBe(
      '401 invalid_client_secret client_secret',
    );
  });

  test('nobody without a proof, nor with one that is no credential', async () => {
    const garbage = ['', 'sk_test_garbage', 'ws_garbage', await expired(payer)];
    for (const key of [undefined, ...garbage]) {
      expect(refusal(await ask(key === undefined ? {} : { key }))).toBe('401 wallet_proof_required');
    }
    // The client_secret is proof enough beside it.
    expect((await ask({ key: 'sk_test_garbage', secret: purchase.client_secret })).status).toBe(200);
  });

  test('no wallet about another, unless it has the client_secret', async () => {
    const token = await walletSession(service, stranger);
    expect(refusal(await ask({ key: token }))).toBe('401 wallet_proof_required');
    expect((await ask({ key: token, secret: purchase.client_secret })).body.content).toEqual(CONTENT);
    const own = await ask({ key: token }, { payer: stranger });
    expect(own).toMatchObject({ status: 200, body: { entitled: false, validUntil: null, content: null } });
  });
});

describe('a client_secret', () => {
  test('counts for the product and the payer of its purchase alone', async () => {
    const other = await makeProduct(service, merchant);
    const { client_secret: secret } = purchase;
    const wrong = '401 invalid_client_secret client_secret';
    expect(refusal(await ask({ secret }, { product: other }))).toBe(wrong);
    expect(refusal(await ask({ secret }, { payer: stranger }))).toBe(wrong);
    expect(refusal(await ask({ secret: `${secret}1` }))).toBe(wrong);
    const direct = await createMandate(service, merchant, payer, await service.wallet(merchant));
    expect(refusal(await ask({ secret: direct.client_secret }))).toBe(wrong);
  });

  test('of what was not signed yet proves who asks, and entitles to nothing', async () => {
    const newcomer = await service.wallet(merchant);
    const { body } = await askStart(service, product, newcomer);
    const answer = await ask({ secret: body.client_secret }, { payer: newcomer });
    expect(answer).toMatchObject({ status: 200, body: { entitled: false, content: null } });
  });

  test('of a purchase that anyone can start in the name of one who has paid opens nothing', async () => {
    const { body } = await askStart(service, product, payer);
    const stranger = await ask({ secret: body.client_secret });
    expect(stranger.body).toMatchObject({ entitled: false, content: null });
    // Nor beside a credential that is not the payer's own.
    const key = await walletSession(service, await service.wallet(merchant));
    expect((await ask({ key, secret: body.client_secret })).body).toMatchObject({ content: null });
    const merchants = await ask({ key: merchant.testKey, secret: body.client_secret });
    expect(merchants.body).toMatchObject({ content: null });
  });
});

describe('the product of the question', () => {
  test('is missing when it is unknown, malformed, a link, or another merchant or mode asks', async () => {
    const link = await makeOffer(service, merchant, 'payment_links', { payee: randomAddress() });
    const token = await walletSession(service, payer);
    const proofs: Proof[] = [{ key: merchant.testKey }, { key: token }, { secret: purchase.client_secret }];
    for (const id of [link.id, 'prd_2YcNxpVXUq7aVSxTJ1JbRp', 'nonsense']) {
      for (const proof of proofs) {
        expect(refusal(await ask(proof, { product: { id } }))).toBe('404 resource_missing');
      }
    }
    const other = await service.merchant();
    for (const key of [other.testKey, other.liveKey, merchant.liveKey]) {
      expect(refusal(await ask({ key }))).toBe('404 resource_missing');
      expect(refusal(await ask({ key, secret: purchase.client_secret }))).toBe('404 resource_missing');
    }
  });

  test('and the payer are required, and must be well formed', async () => {
    const get = (query: string) => service.call('GET', `/v1/entitlements${query}`, { key: merchant.testKey });
    expect(refusal(await get(''))).toBe('400 parameter_missing product');
    expect(refusal(await get(`?product=${product.id}`))).toBe('400 parameter_missing payer');
    expect(refusal(await get(`?product=&payer=${payer.address}`))).toBe('400 parameter_invalid product');
    expect(refusal(await get(`?product=${product.id}&payer=a`))).toBe('400 parameter_invalid payer');
  });

  test('may be switched off: who has paid keeps it, as it is now', async () => {
    const sold = await makeProduct(service, merchant, { sellMode: 'once' });
    const { client_secret: secret } = await buy(service, sold, payer);
    const body = { active: false, contentTitle: null, contentBody: 'Pour slowly.' };
    await service.call('PATCH', `/v1/products/${sold.id}`, { key: merchant.testKey, body });
    expect((await ask({ secret }, { product: sold })).body).toMatchObject({
      entitled: true,
      content: { title: null, body: 'Pour slowly.' },
    });
  });
});

/** A wallet session that has run out. */
async function expired(wallet: TestWallet): Promise<string> {
  const token = await walletSession(service, wallet);
  await service.db`update wallet_sessions set expires_at = created_at - 1 where payer = ${wallet.address}`;
  return token;
}
