/** A customer's test in Jest without any setting: everything is required, and what loads later is loaded too. */
const { Autopay, isAutopayError } = require('@autopay/sdk');
const { fakeAutopay, makeEvent } = require('@autopay/sdk/testing');
const { webhooks, verify, verifySync } = require('@autopay/webhooks-verify');
const { expressWebhooks } = require('@autopay/webhooks-verify/express');
const { signRequest } = require('@autopay/webhooks-verify/testing');
const { authorize, createCheckout } = require('@autopay/checkout-js');

test('the client talks to the fake', async () => {
  const fake = fakeAutopay();
  const autopay = new Autopay(fake.merchant().testKey, { baseUrl: fake.baseUrl, fetch: fake.fetch });
  const [buyer, seller] = [await autopay.test.createWallet({}), await autopay.test.createWallet({})];
  const wallets = { payer: buyer.address, payee: seller.address, mint: fake.mint };
  const mandate = await autopay.mandates.create({ ...wallets, amountPerPeriod: '5', periodSeconds: 60 });
  const refused = await autopay.mandates.get('man_8HfLr3VcPa5sJeYw2Kq9T1').catch((error) => error);
  expect(isAutopayError(refused)).toBe(true);

  const page = { mandateId: mandate.id, clientSecret: mandate.client_secret, apiBase: fake.baseUrl };
  const checkout = createCheckout({ ...page, fetch: fake.fetch });
  await new Promise((resolve) => {
    checkout.subscribe(() => checkout.getState().status !== 'loading' && resolve());
  });
  expect(checkout.getState().status).toBe('choose_wallet');
  checkout.destroy();
  // Loads the code that speaks to a wallet, which is a file of its own.
  const wallet = { address: seller.address, signTransaction: (transaction) => transaction };
  await expect(authorize({ ...page, fetch: fake.fetch, wallet })).rejects.toThrow();
});

test('a connection that was refused is told as one, though fetch and its errors are of another realm', async () => {
  const away = new Autopay('sk_test_x', { baseUrl: 'http://127.0.0.1:9', maxRetries: 0 });
  await expect(away.test.createWallet()).rejects.toMatchObject({
    name: 'ConnectionError',
    message: expect.stringContaining('Nothing was sent.'),
  });
});

test('a webhook is verified, and what is wrong with one is explained', async () => {
  const secret = 'whsec_coffee';
  const { request, body, header } = await signRequest({ event: makeEvent('charge.succeeded'), secret });
  expect((await verify({ request, secrets: secret })).event.type).toBe('charge.succeeded');
  expect(verifySync({ body, header, secrets: secret }).event.type).toBe('charge.succeeded');
  await expect(verify({ body, header, secrets: 'whsec_tea' })).rejects.toMatchObject({ code: 'no_match' });
  expect(typeof expressWebhooks(webhooks({ secrets: secret }))).toBe('function');
});
