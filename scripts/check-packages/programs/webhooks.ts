/** What a customer's receiver does with `@autopay/webhooks-verify`: every handler gets a delivery, the same again, and a forged one. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Autopay } from '@autopay/sdk';
import { fakeAutopay, makeEvent } from '@autopay/sdk/testing';
import {
  dispatch,
  type Event,
  isKnownEvent,
  verifySync,
  type WebhookEvent,
  WebhookVerificationError,
  webhooks,
} from '@autopay/webhooks-verify';
import { expressWebhooks } from '@autopay/webhooks-verify/express';
import { fastifyWebhooks } from '@autopay/webhooks-verify/fastify';
import { honoWebhooks } from '@autopay/webhooks-verify/hono';
import { lambdaWebhooks } from '@autopay/webhooks-verify/lambda';
import { nextWebhooks } from '@autopay/webhooks-verify/next';
import { postgresStore } from '@autopay/webhooks-verify/postgres';
import { memoryStore, signRequest } from '@autopay/webhooks-verify/testing';

const secret = 'whsec_coffee';
const event = { id: 'evt_1', type: 'charge.succeeded', data: { object: { id: 'chg_1', version: 1 } } };

const seen: string[] = [];
const receiver = () =>
  webhooks({ secrets: secret, store: memoryStore() }).on('charge.succeeded', ({ id }) => seen.push(id));
const next = nextWebhooks(receiver());
const hono = honoWebhooks(receiver());
const lambda = lambdaWebhooks(receiver());
const express = createServer(expressWebhooks(receiver()));
await new Promise<void>((resolve) => express.listen(0, '127.0.0.1', resolve));
const expressUrl = `http://127.0.0.1:${(express.address() as AddressInfo).port}`;

const handlers: Record<string, (request: Request) => Promise<number>> = {
  next: async (request) => (await next(request)).status,
  hono: async (raw) => (await hono({ req: { raw, arrayBuffer: () => raw.arrayBuffer() } })).status,
  lambda: async (request) => {
    const headers = Object.fromEntries(request.headers);
    return (await lambda({ headers, body: await request.text(), isBase64Encoded: false })).statusCode;
  },
  express: async ({ headers }) =>
    (await fetch(expressUrl, { method: 'POST', headers, body: JSON.stringify(event) })).status,
};
for (const [name, handle] of Object.entries(handlers)) {
  seen.length = 0;
  const signed = async (key: string) => (await signRequest({ event, secret: key })).request;
  assert.equal(await handle(await signed(secret)), 204, name);
  assert.equal(await handle(await signed(secret)), 204, name);
  assert.equal(await handle(await signed('whsec_tea')), 400, name);
  assert.deepEqual(seen, ['evt_1'], name);
}
express.closeAllConnections();
express.close();
assert.equal(typeof fastifyWebhooks, 'function');

// Events are one type, wherever they come from.
const fake = fakeAutopay();
const autopay = new Autopay(fake.merchant().testKey, { baseUrl: fake.baseUrl, fetch: fake.fetch });
const wallets = [await autopay.test.createWallet({}), await autopay.test.createWallet({})] as const;
const mandate = await autopay.mandates.create({
  payer: wallets[0].address,
  payee: wallets[1].address,
  mint: fake.mint,
  amountPerPeriod: '5',
  periodSeconds: 60,
});
const idOf = (given: WebhookEvent) =>
  dispatch(given, {
    'mandate.created': ({ data }) => data.object.id,
    otherwise: ({ id }) => id,
  });
const ids: string[] = [];
for await (const listed of autopay.events.list()) ids.push(idOf(listed));
for (const sent of fake.events) ids.push(idOf(sent.event));
assert.deepEqual(ids, [mandate.id, mandate.id]);
const made: Event = makeEvent('charge.failed');
assert.equal(idOf(made), made.id);

const { body, header } = await signRequest({ event, secret });
const verified = verifySync({ body, header, secrets: secret });
assert.ok(isKnownEvent(verified.event));
assert.throws(
  () => verifySync({ body, header, secrets: 'whsec_tea' }),
  (error) => error instanceof WebhookVerificationError && error.code === 'no_match',
);

const statements: string[] = [];
const store = postgresStore(async (text) => {
  statements.push(text);
  return [{ token: 'any' }];
});
assert.equal(typeof (await store.claim('evt_1', 45)), 'object');
assert.equal(statements.length, 1);
console.log('ok');
