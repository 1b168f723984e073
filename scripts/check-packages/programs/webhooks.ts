/** What a customer's receiver does with `@autopay/webhooks-verify`: every handler gets a delivery, the same again, and a forged one. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isKnownEvent, verifySync, WebhookVerificationError, webhooks } from '@autopay/webhooks-verify';
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
