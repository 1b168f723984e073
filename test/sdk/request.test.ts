import { describe, expect, it, vi } from 'vitest';
import { Autopay, request } from '@autopay/sdk';
import { createClient } from '@autopay/sdk/core';
import packageJson from '../../sdk/package.json' with { type: 'json' };
import { cutOff, json, raw, refusal, startScriptedServer } from './scripted-server.ts';

const KEY = 'sk_test_abc';
const MANDATE = { payer: 'a', payee: 'b', mint: 'c', amountPerPeriod: '1', periodSeconds: 60 };
const mandate = json(200, { object: 'mandate', id: 'man_1' });

describe('a request to any path', () => {
  it('goes with the credential, a query and a body, and its response may be any object', async () => {
    await using server = await startScriptedServer(json(200, { object: 'novelty', count: 2 }));
    const autopay = new Autopay(KEY, server);
    const call = autopay.request<{ count: number }>('POST', '/v1/novelties', {
      query: { kind: 'a b', absent: undefined },
      body: { amount: 5n },
      idempotencyKey: 'order-7',
    });
    expect((await call).count).toBe(2);
    expect((await call.withResponse()).requestId).toBe('req_1');
    expect(server.received[0]).toMatchObject({
      method: 'POST',
      url: '/v1/novelties?kind=a%20b',
      body: '{"amount":"5"}',
      headers: { authorization: `Bearer ${KEY}`, 'idempotency-key': 'order-7' },
    });
    expect((await request(createClient(KEY, server), 'GET', '/livez'))['object']).toBe('novelty');
  });

  it('repeats a write only under a key of the caller, and fails as any call does', async () => {
    for (const [idempotencyKey, requests] of [
      [undefined, 1],
      ['order-7', 2],
    ] as const) {
      await using server = await startScriptedServer(cutOff, mandate);
      const call = new Autopay(KEY, server).request('POST', '/v1/mandates', { idempotencyKey });
      await call.catch((error: Error) => expect(error.name).toBe('OutcomeUnknownError'));
      expect(server.received).toHaveLength(requests);
    }
    await using server = await startScriptedServer(refusal(404, 'unknown_route'));
    await expect(new Autopay(KEY, server).request('GET', '/v1/none')).rejects.toMatchObject({
      code: 'unknown_route',
    });
  });

  it('is nothing but a path of the deployment', () => {
    const fetch = vi.fn<typeof globalThis.fetch>();
    const autopay = new Autopay(KEY, { baseUrl: 'https://pay.example.com', fetch });
    for (const path of ['', 'v1/x', '//evil.example.com', '/v1/../x', '/v1/%2e%2e/x', '/v1?a=1', '@evil', 7])
      expect(() => autopay.request('GET', path as string), String(path)).toThrow('path must be');
    expect(() => autopay.request('TRACE' as never, '/v1/mandates')).toThrow('method must be');
    expect(() => autopay.request('GET', '/v1/mandates', { idempotencyKey: 'a' })).toThrow('left out');
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('the headers of a request', () => {
  it('tell this package, the contract it was made for, and how often it was sent before', async () => {
    await using server = await startScriptedServer(raw(500, ''), raw(500, ''), mandate);
    await new Autopay(KEY, server).mandates.get('man_1');
    const told = server.received.map(({ headers }) => [
      headers['svc-client'],
      headers['svc-api-version'],
      headers['svc-retry-count'],
    ]);
    const own = [`autopay-sdk/${packageJson.version}`, '0.1.0'];
    expect(told).toEqual([
      [...own, undefined],
      [...own, '1'],
      [...own, '2'],
    ]);
  });

  it('stay those that a deployment of any version lets a page send', async () => {
    vi.stubGlobal('document', {});
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ object: 'wallet_mandate' }));
    await new Autopay('ws_abc', { baseUrl: 'https://pay.example.com', fetch }).wallet.getMandate('man_1');
    vi.unstubAllGlobals();
    expect(Object.keys(fetch.mock.calls[0]![1]!.headers!)).toEqual(['accept', 'authorization']);
  });

  it('may be more, but never those that the package sets, nor what is no header', async () => {
    await using server = await startScriptedServer(mandate);
    const { mandates } = new Autopay(KEY, server);
    await mandates.get('man_1', { headers: { traceparent: '00-ab-cd-01' } });
    expect(server.received[0]!.headers['traceparent']).toBe('00-ab-cd-01');
    for (const name of ['Authorization', 'idempotency-key', 'content-type', 'svc-mode', 'Host'])
      expect(() => mandates.get('man_1', { headers: { [name]: 'x' } })).toThrow(
        `options.headers.${name} must be left out`,
      );
    const wrongs: Record<string, string>[] = [
      { 'a b': 'x' },
      { a: 'x\r\nb: c' },
      { a: 5 as never },
      { '': 'x' },
    ];
    for (const headers of wrongs)
      expect(() => mandates.get('man_1', { headers })).toThrow('options.headers.');
    expect(server.received).toHaveLength(1);
  });
});

it('an address that ends in /v1 is named before anything is sent', () => {
  for (const baseUrl of ['https://pay.example.com/v1', 'https://pay.example.com/v1/'])
    expect(() => new Autopay(KEY, { baseUrl })).toThrow('baseUrl must be without /v1 at its end');
  expect(new Autopay(KEY, { baseUrl: 'https://pay.example.com/v10' })).toBeInstanceOf(Autopay);
});

describe('an object that was not asked for', () => {
  it('is refused, though its status says success', async () => {
    const charge = json(200, { object: 'charge', id: 'chg_1' });
    for (const [reply, name] of [
      [charge, 'of a mandate'],
      [json(200, { object: 'list', data: [] }), 'of a mandate'],
    ] as const) {
      await using server = await startScriptedServer(reply);
      const read = new Autopay(KEY, server).mandates.get('man_1');
      await expect(read).rejects.toMatchObject({ name: 'ApiError', code: 'unexpected_response' });
      await expect(read).rejects.toThrow(name);
    }
    await using server = await startScriptedServer(charge);
    const autopay = new Autopay(KEY, server);
    await expect(autopay.mandates.list()).rejects.toThrow('of a list');
    await expect(autopay.mandates.create(MANDATE)).rejects.toMatchObject({ name: 'OutcomeUnknownError' });
  });
});
