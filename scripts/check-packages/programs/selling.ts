/** What a customer's tests and pages do: the fake service, functions of the subpaths, tracing, and what a server may load of the checkout. */
import assert from 'node:assert/strict';
import { trace } from '@opentelemetry/api';
import { Autopay, fromAtomic, isAutopayError, toAtomic } from '@autopay/sdk';
import { createClient } from '@autopay/sdk/core';
import { getMandate, mandates } from '@autopay/sdk/mandates';
import { otelHooks } from '@autopay/sdk/otel';
import { fakeAutopay, makeEvent } from '@autopay/sdk/testing';
import { createCheckout } from '@autopay/checkout-js';
import { AutopayButton, defineAutopayButton } from '@autopay/checkout-js/button';
import { checkoutUrl } from '@autopay/checkout-js/redirect';

const fake = fakeAutopay({ baseUrl: 'https://pay.example.com' });
const { testKey } = fake.merchant();
const options = {
  baseUrl: fake.baseUrl,
  fetch: fake.fetch,
  hooks: otelHooks({ tracer: trace.getTracer('coffee') }),
};
const autopay = new Autopay(testKey, options);
const [payer, payee] = [await autopay.test.createWallet({}), await autopay.test.createWallet({})];
const mandate = await autopay.mandates.create({
  payer: payer.address,
  payee: payee.address,
  mint: fake.mint,
  amountPerPeriod: toAtomic('12.50', 6),
  periodSeconds: 86_400,
});
assert.equal(fromAtomic(mandate.amountPerPeriod, 6), '12.5');
const client = createClient(testKey, options);
assert.equal((await getMandate(client, mandate.id)).id, mandate.id);
assert.equal((await mandates(client).list().toArray({ limit: 10 })).length, 1);
await assert.rejects(
  autopay.mandates.get('man_8HfLr3VcPa5sJeYw2Kq9T1'),
  (error) => isAutopayError(error) && error.code === 'resource_missing',
);
await fake.authorize(mandate.id);
assert.equal((await autopay.mandates.get(mandate.id)).status, 'active');
assert.equal(makeEvent('charge.succeeded').type, 'charge.succeeded');

const address = { checkoutBase: fake.baseUrl, mandateId: mandate.id, clientSecret: mandate.client_secret };
assert.equal(checkoutUrl(address), `${fake.baseUrl}/checkout/${mandate.id}#${mandate.client_secret}`);
// A page that is rendered on a server loads the element's module, where there are no elements.
assert.equal(typeof AutopayButton, 'function');
assert.equal(typeof defineAutopayButton, 'function');
const checkout = createCheckout({
  mandateId: mandate.id,
  clientSecret: mandate.client_secret,
  apiBase: fake.baseUrl,
  fetch: fake.fetch,
});
assert.equal(checkout.getState().status, 'loading');
checkout.destroy();
console.log('ok');
