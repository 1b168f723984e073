import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { authorize, type CheckoutView, refresh, waitForSettlement } from '@autopay/checkout-js';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import { json, raw, refusal, silence } from '../sdk/scripted-server.ts';
import { startCheckoutService } from './checkout-service.ts';
import { viewOf } from './issued.ts';

function charged(status: 'processing' | 'succeeded' | 'retrying'): Partial<CheckoutView> {
  return { status: 'active', firstCharge: { status, txSignature: null } };
}

const access = { apiBase: 'https://pay.example.com', mandateId: 'man_1', clientSecret: 'cs_1' };

it.each<[string, object]>([
  ['mandateId', { mandateId: '../man_1' }],
  ['clientSecret', { clientSecret: 'sk_test_abc' }],
  ['clientSecret', { clientSecret: '' }],
  ['apiBase', { apiBase: 'javascript:alert(1)' }],
  ['timeoutMs', { timeoutMs: 'soon' }],
])('a call by itself names a wrong %s, and sends nothing', async (name, wrong) => {
  const sent: unknown[] = [];
  const fetch = (async (url: unknown) => (sent.push(url), new Response())) as typeof globalThis.fetch;
  await expect(waitForSettlement({ ...access, fetch, ...wrong })).rejects.toThrow(
    new RegExp(`^${name} must be`),
  );
  expect(sent).toEqual([]);
});

it('authorizing without a signer, and a signer without a key, is named, and sends nothing', async () => {
  const sent: unknown[] = [];
  const fetch = (async (url: unknown) => (sent.push(url), new Response())) as typeof globalThis.fetch;
  await expect(authorize({ ...access, fetch } as never)).rejects.toThrow(/^signer must be/);
  for (const key of [undefined, 'x', {}])
    await expect(signerFromKeyPair(key as never)).rejects.toThrow(/^key must be/);
  expect(sent).toEqual([]);
});

describe('waiting for settlement', () => {
  it('goes from pending over processing to the outcome', async () => {
    const view = await viewOf();
    await using service = await startCheckoutService(view, {
      'POST /refresh': [json(200, view), json(200, { ...view, ...charged('processing') })],
      'GET ': [json(200, { ...view, ...charged('succeeded') })],
    });
    const settled = await waitForSettlement(service.access);
    expect(settled.firstCharge?.status).toBe('succeeded');
    expect(service.given).toEqual({ 'POST /refresh': 2, 'GET ': 1 });
  });

  it('answers at once when the first attempt failed and a later one is due, and when there is a trial', async () => {
    const view = await viewOf();
    for (const outcome of [charged('retrying'), { status: 'active' as const, trialSeconds: 60 }]) {
      await using service = await startCheckoutService(view, {
        'POST /refresh': [json(200, { ...view, ...outcome })],
      });
      expect(await waitForSettlement(service.access)).toMatchObject(outcome);
    }
  });

  it('answers with an ended mandate, reading the view when it is no longer pending', async () => {
    const view = await viewOf();
    await using service = await startCheckoutService(view, {
      'POST /refresh': [refusal(409, 'mandate_not_pending')],
      'GET ': [json(200, { ...view, status: 'revoked' })],
    });
    expect((await waitForSettlement(service.access)).status).toBe('revoked');
  });

  it('outlasts a rate limit and a failing proxy', async () => {
    const view = await viewOf();
    await using service = await startCheckoutService(view, {
      'POST /refresh': [
        refusal(429, 'rate_limit_exceeded', { 'retry-after': '1' }),
        raw(502, '<html>'),
        json(200, { ...view, ...charged('succeeded') }),
      ],
    });
    expect((await waitForSettlement(service.access)).status).toBe('active');
  });

  it('throws settlement_timeout when nothing is decided in time, and insufficient_funds at once', async () => {
    const view = await viewOf();
    await using pending = await startCheckoutService(view, { 'POST /refresh': [json(200, view)] });
    await expect(waitForSettlement({ ...pending.access, timeoutMs: 700 })).rejects.toMatchObject({
      code: 'settlement_timeout',
    });
    await using short = await startCheckoutService(view, {
      'POST /refresh': [refusal(402, 'verification_failed')],
    });
    await expect(waitForSettlement(short.access)).rejects.toMatchObject({
      code: 'insufficient_funds',
      status: 402,
    });
  });

  it('stops in the middle of a request when the caller aborts', async () => {
    await using service = await startCheckoutService(await viewOf(), { 'POST /refresh': [silence] });
    const reason = new Error('page left');
    const caller = new AbortController();
    setTimeout(() => caller.abort(reason), 100);
    await expect(waitForSettlement({ ...service.access, signal: caller.signal })).rejects.toBe(reason);
  });
});

describe('refreshing', () => {
  it('never shows the client_secret in an error', async () => {
    const clientSecret = 'cs_4mJ8nYpQ2sVw7xZb3cDf5gHk9tLr6uNa1eWq8yTzXvB';
    for (const apiBase of ['http://127.0.0.1:1', 'not an address']) {
      const call = async () => refresh({ apiBase, mandateId: 'man_1', clientSecret });
      const error: unknown = await call().catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(Error);
      expect(inspect(error, { depth: Infinity })).not.toContain(clientSecret);
    }
  });
});
