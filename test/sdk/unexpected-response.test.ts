import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Autopay, AutopayError } from '@autopay/sdk';
import { json, raw, startScriptedServer, type Reply } from './scripted-server.ts';

const MANDATE = { payer: 'a', payee: 'b', mint: 'c', amountPerPeriod: '1', periodSeconds: 60 };

async function answeredBy(reply: Reply) {
  await using server = await startScriptedServer(reply);
  const call = new Autopay('sk_test_abc', { ...server, maxRetries: 0 }).mandates.create(MANDATE);
  const error: unknown = await call.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(AutopayError);
  return { error: error as AutopayError, received: server.received };
}

describe('a response that is not from the service', () => {
  it('is unexpected_response for a page with status 200, showing how the page begins', async () => {
    const { error, received } = await answeredBy(raw(200, '<html><title>Sign in to Wi-Fi</title>'));
    expect(error).toMatchObject({ code: 'unexpected_response', status: 200 });
    expect(error.message).toContain('Sign in to Wi-Fi');
    expect(received).toHaveLength(1);
  });

  it('is unexpected_response for an empty body, whatever the status', async () => {
    for (const status of [200, 204, 500]) {
      const { error } = await answeredBy(raw(status, ''));
      expect(error).toMatchObject({ code: 'unexpected_response', status });
      expect(error.message).toContain('an empty body');
    }
  });

  it('does not follow a redirect, which would turn the POST into a GET', async () => {
    const { error, received } = await answeredBy(
      raw(302, '', { location: 'https://elsewhere.example.com/' }),
    );
    expect(error).toMatchObject({ code: 'unexpected_response', status: 302 });
    expect(error.message).toContain('https://elsewhere.example.com/');
    expect(received.map(({ method }) => method)).toEqual(['POST']);
  });

  it('is unexpected_response for JSON that is not an object, and for an error in another shape', async () => {
    for (const reply of [
      json(201, null),
      json(201, []),
      json(201, 'ok'),
      json(502, { message: 'Bad gateway' }),
    ]) {
      expect((await answeredBy(reply)).error.code).toBe('unexpected_response');
    }
  });

  it('is unexpected_response for JSON that does not say what it is, and for a list without items', async () => {
    for (const body of [{ ok: true }, { id: 'man_1' }, { object: 'list' }, { object: 'list', data: {} }]) {
      const { error } = await answeredBy(json(201, body));
      expect(error).toMatchObject({ name: 'OutcomeUnknownError', code: 'unexpected_response', status: 201 });
      expect(error.rawText).toBe(JSON.stringify(body));
    }
    await using server = await startScriptedServer(json(200, { ok: true }));
    const autopay = new Autopay('sk_test_abc', server);
    await expect(autopay.mandates.list()).rejects.toMatchObject({ code: 'unexpected_response' });
    await expect(autopay.mandates.list().toArray({ limit: 1 })).rejects.toBeInstanceOf(AutopayError);
  });

  it("accepts a response of Solana Pay, whose protocol has no 'object'", async () => {
    await using server = await startScriptedServer(
      json(200, { label: 'Shop', icon: 'https://a.example/i.png' }),
    );
    const request = new Autopay(null, server).checkout.getSolanaPay('man_1', { client_secret: 'cs_1' });
    expect((await request).label).toBe('Shop');
  });

  it('does not show a secret that the broken response contained', async () => {
    const secrets = [
      'sk_live_9zQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
      'whsec_4mJ8nYpQ2sVw7xZb3cDf5gHk9tLr6uNa1eWq8yTzXvB',
      '4mJ8nYpQ2sVw7xZb3cDf5gHk9tLr6uNa1eWq8yTzXvB',
    ];
    for (const secret of secrets) {
      const { error } = await answeredBy(raw(201, `{"id":"man_1","secret":"${secret}",`));
      expect(error.message).toContain('man_1');
      expect(inspect(error)).not.toContain(secret.slice(6));
    }
  });
});
