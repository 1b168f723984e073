import { expect, it } from 'vitest';
import { verify } from '@autopay/webhooks-verify';
import { signRequest } from '@autopay/webhooks-verify/testing';
import { signWebhook } from '../../server/webhooks/sign-webhook.ts';
import vectors from '../vectors/webhook-signatures.json' with { type: 'json' };
import { delivery, eventOf, secret } from './delivery.ts';

it('signs as the service does', async () => {
  const written = vectors.accepted.filter((vector) => !('verifierOnly' in vector));
  for (const { secret: key, timestamp, body, header } of written) {
    const signed = await signRequest({ body, secret: key, now: timestamp });
    expect(signed.header).toBe(header);
    expect(signed.header).toBe(signWebhook(key, Buffer.from(body), timestamp));
  }
});

it('makes the same delivery in every form', async () => {
  const event = eventOf('charge.succeeded');
  const { request, url, method, headers, body, header, timestamp } = await delivery();
  expect(body).toBe(JSON.stringify(event));
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'svc-signature': header });
  expect(request.url).toBe('http://localhost/webhooks/autopay');
  expect({ url: request.url, method: request.method }).toEqual({ url, method });
  expect(Object.fromEntries(request.headers)).toMatchObject(headers);
  const expected = { event, secretIndex: 0, timestamp };
  expect(await verify({ request, secrets: secret })).toEqual(expected);
  expect(await verify({ body, headers, secrets: secret })).toEqual(expected);
});

it('signs bytes, other URLs, other times, and with several secrets', async () => {
  const bytes = Buffer.from('{"id":"evt_9","type":"charge.failed"}');
  const signed = await signRequest({
    body: bytes,
    secret: ['whsec_old', secret],
    url: 'https://merchant.com/hooks',
    now: 1_000,
  });
  expect(signed.header.match(/v1=/g)).toHaveLength(2);
  expect(signed.request.url).toBe('https://merchant.com/hooks');
  const verified = await verify({ body: signed.body, headers: signed.headers, secrets: secret, now: 1_000 });
  expect(verified).toMatchObject({ event: { id: 'evt_9' }, timestamp: 1_000 });
});

it.each([
  ['secret must be', { event: {}, secret: '' }],
  ['secret must be', { event: {}, secret: [] }],
  ['now must be', { event: {}, secret, now: 1.5 }],
  ['event or body', { secret }],
  ['event must be an object', { event: 5, secret }],
  ['event must be an object', { event: null, secret }],
])('fails at the call that is wrong: %s', async (message, options) => {
  await expect(signRequest(options as never)).rejects.toThrow(message);
});
