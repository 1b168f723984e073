import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Autopay, createMerchant } from '@autopay/sdk';
import { json, raw, refusal, silence, startScriptedServer } from './scripted-server.ts';

const KEY = 'sk_test_9zQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const MANDATE = { object: 'mandate', id: 'man_1' };

describe('the client', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('sends the secret key as a bearer token and resolves with the object', async () => {
    await using server = await startScriptedServer(json(200, MANDATE));
    const mandate = await new Autopay(KEY, server).mandates.get('man_1');
    expect(mandate).toEqual(MANDATE);
    expect(server.received[0]).toMatchObject({ method: 'GET', url: '/v1/mandates/man_1' });
    expect(server.received[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('puts filters into the query and leaves out what is not given', async () => {
    await using server = await startScriptedServer(
      json(200, { object: 'list', data: [], hasMore: false, nextCursor: null }),
    );
    const autopay = new Autopay(KEY, server);
    await autopay.mandates.list({ status: 'active', limit: 5 });
    await autopay.events.list();
    expect(server.received.map(({ url }) => url)).toEqual([
      '/v1/mandates?status=active&limit=5',
      '/v1/events',
    ]);
  });

  it('keeps a path in the base address', async () => {
    await using server = await startScriptedServer(json(200, MANDATE));
    await new Autopay(KEY, { baseUrl: `${server.baseUrl}/pay/` }).mandates.get('man_1');
    expect(server.received[0]!.url).toBe('/pay/v1/mandates/man_1');
  });

  it('creates a merchant without any key', async () => {
    await using server = await startScriptedServer(
      json(201, { object: 'merchant', keys: { test: 't', live: 'l' } }),
    );
    const merchant = await createMerchant({ name: 'Coffee Club' }, server);
    expect(merchant.keys.test).toBe('t');
    expect(server.received[0]!.headers.authorization).toBeUndefined();
    expect(server.received[0]!.headers['idempotency-key']).toBeUndefined();
  });

  it('never shows the secret key when it or its errors are printed', async () => {
    await using server = await startScriptedServer(refusal(400, 'parameter_invalid'));
    const autopay = new Autopay(KEY, server);
    const error: unknown = await autopay.mandates.get('man_1').catch((caught: unknown) => caught);
    const refused: unknown = await new Autopay(KEY, { baseUrl: 'http://127.0.0.1:1', maxRetries: 0 }).mandates
      .get('man_1')
      .catch((caught: unknown) => caught);
    for (const shown of [autopay, error, refused]) {
      expect(inspect(shown, { depth: Infinity, showHidden: true })).not.toContain(KEY.slice(8));
      expect(JSON.stringify(shown)).not.toContain(KEY.slice(8));
    }
  });

  it('throws for what is no key, without repeating it', () => {
    for (const key of ['', 'pk_test_abc', `${KEY}\n`, `${KEY} `, 'sk_test_', 'whsec_abcdef']) {
      const make = () => new Autopay(key, { baseUrl: 'http://127.0.0.1:1' });
      expect(make).toThrow(TypeError);
      expect(make).not.toThrow(KEY);
    }
  });

  it('takes a payer’s session, nobody, and the deployment’s owner, with the mode that they cannot tell', async () => {
    const list = json(200, { object: 'list', data: [], hasMore: false, nextCursor: null });
    await using server = await startScriptedServer(list, list, json(200, { object: 'balance' }));
    await new Autopay('ws_abc', { ...server, mode: 'live' }).wallet.listMandates();
    await new Autopay({ ownerKey: 'open-sesame' }, { ...server, mode: 'test' }).platform.listTokens();
    await new Autopay(null, server).wallet.getBalance({ address: 'a', mint: 'm' });
    expect(server.received.map(({ headers }) => [headers.authorization, headers['svc-mode']])).toEqual([
      ['Bearer ws_abc', 'live'],
      ['Bearer open-sesame', 'test'],
      [undefined, undefined],
    ]);
  });

  it('names a credential that is none, and a mode that is none or that a key tells', () => {
    const baseUrl = 'http://127.0.0.1:9';
    for (const credential of [5, { ownerKey: 'a\nb' }, { ownerKey: 7 }, 'ws_']) {
      expect(() => new Autopay(credential as never, { baseUrl })).toThrow('credential must be');
    }
    for (const credential of [undefined, {}, []])
      expect(() => new Autopay(credential as never, { baseUrl })).toThrow(
        'credential is undefined: is the variable set?',
      );
    for (const credential of ['', { ownerKey: '' }])
      expect(() => new Autopay(credential, { baseUrl })).toThrow('credential is empty: is the variable set?');
    expect(() => new Autopay(null, { baseUrl, mode: 'prod' as never })).toThrow('mode must be');
    expect(() => new Autopay(KEY, { baseUrl, mode: 'test' })).toThrow('mode must be left out');
  });

  it('refuses a secret key in a page, in a browser’s worker and in an app, and nobody else there', () => {
    const baseUrl = 'http://127.0.0.1:9';
    const refused = () => {
      for (const secret of [KEY, KEY.replace('sk_', 'rk_'), { ownerKey: 'open-sesame' }]) {
        expect(() => new Autopay(secret, { baseUrl })).toThrow('must never reach a browser');
      }
      for (const open of ['ws_abc', null]) expect(new Autopay(open, { baseUrl })).toBeInstanceOf(Autopay);
    };
    vi.stubGlobal('document', {});
    refused();
    vi.unstubAllGlobals();
    for (const navigator of [{ userAgent: 'Mozilla/5.0 (X11) Firefox/150.0' }, { product: 'ReactNative' }]) {
      vi.stubGlobal('navigator', navigator);
      refused();
      vi.unstubAllGlobals();
    }
    for (const userAgent of ['Cloudflare-Workers', 'Deno/2.4', 'Bun/1.3', 'Node.js/24']) {
      vi.stubGlobal('navigator', { userAgent });
      expect(new Autopay(KEY, { baseUrl })).toBeInstanceOf(Autopay);
      vi.unstubAllGlobals();
    }
  });

  it('goes to where the page came from, with its session, when it is nobody in a page', async () => {
    vi.stubGlobal('document', {});
    vi.stubGlobal('location', { origin: 'https://pay.example.com' });
    const fetch = vi.fn<typeof globalThis.fetch>(async (url) =>
      Response.json({ object: String(url).includes('mandate') ? 'wallet_mandate' : 'session' }),
    );
    await new Autopay(null, { fetch }).sessions.current();
    await new Autopay('ws_abc', { fetch }).wallet.getMandate('man_1');
    expect(fetch.mock.calls[0]).toMatchObject([
      'https://pay.example.com/v1/sessions/current',
      { credentials: 'same-origin' },
    ]);
    // Runtimes on the edge refuse the field, so that it is sent where it means something.
    expect(fetch.mock.calls[1]![1]).not.toHaveProperty('credentials');
  });

  it('sends nothing that a caller did not mean to send', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => Response.json({ object: 'mandate' }));
    const { mandates, test } = new Autopay(KEY, { baseUrl: 'http://127.0.0.1:9', fetch });
    const order = { payer: 'a', payee: 'b', mint: 'c', amountPerPeriod: '1', periodSeconds: 60 };
    const wrongs: [object, string][] = [
      [{ idempotencyKey: '' }, 'options.idempotencyKey must be'],
      [{ idempotencyKey: 'naïve' }, 'options.idempotencyKey must be'],
      [{ idempotencyKey: 'a\r\nb' }, 'options.idempotencyKey must be'],
      [{ idempotencyKey: 'x'.repeat(256) }, 'options.idempotencyKey must be'],
      // As text each of these would be the same key for every order.
      [{ idempotencyKey: {} }, 'options.idempotencyKey must be'],
      [{ idempotencyKey: null }, 'options.idempotencyKey must be'],
      [{ idempotencyKey: 42 }, 'options.idempotencyKey must be'],
      [{ signal: {} }, 'options.signal must be'],
      [{ signal: null }, 'options.signal must be'],
      [{ timeoutMs: -1 }, 'timeoutMs must be'],
      [{ timeoutMs: '5000' }, 'timeoutMs must be'],
      [{ deadlineMs: '5000' }, 'deadlineMs must be'],
      [{ maxRetries: 1.5 }, 'maxRetries must be'],
      [{ deadlineMs: 0 }, 'deadlineMs must be'],
      [{ limit: 5 }, 'options.limit must be left out'],
    ];
    for (const [options, message] of wrongs) {
      expect(() => mandates.create(order, options as never)).toThrow(message);
    }
    expect(() => test.advanceClock({ seconds: 1 }, { idempotencyKey: 'a' } as never)).toThrow(
      'options.idempotencyKey must be left out',
    );
    expect(fetch).not.toHaveBeenCalled();
  });

  it('names an option of the client that there is not, and hooks that are none', () => {
    const wrongs: [object, string][] = [
      [{ timeout: 5000 }, 'options.timeout must be left out'],
      [{ maxNetworkRetries: 1 }, 'options.maxNetworkRetries must be left out'],
      [{ hooks: 'log' }, 'hooks must be an object'],
      [{ hooks: { onRetry: true } }, 'hooks.onRetry must be a function'],
    ];
    for (const [options, message] of wrongs)
      expect(() => new Autopay(KEY, { baseUrl: 'http://127.0.0.1:9', ...options })).toThrow(message);
  });

  it('writes amounts given as bigint as the decimal strings that the contract has', async () => {
    await using server = await startScriptedServer(json(201, { object: 'refund' }));
    await new Autopay(KEY, server).charges.refund('chg_1', { amount: 18_446_744_073_709_551_615n } as never);
    expect(server.received[0]!.body).toBe('{"amount":"18446744073709551615"}');
  });

  it('gives the HTTP response of a call on request', async () => {
    await using server = await startScriptedServer(
      raw(500, ''),
      json(201, MANDATE, { 'idempotent-replayed': 'true', 'ratelimit-remaining': '99' }),
    );
    const call = new Autopay(KEY, server).mandates.create(
      { payer: 'a', payee: 'b', mint: 'c', amountPerPeriod: '1', periodSeconds: 60 },
      { idempotencyKey: 'order-1042' },
    );
    const { headers, ...response } = await call.withResponse();
    expect(response).toEqual({
      data: MANDATE,
      status: 201,
      requestId: 'req_1',
      idempotencyKey: 'order-1042',
      attempts: 2,
      replayed: true,
    });
    expect(headers.get('ratelimit-remaining')).toBe('99');
    expect(await call).toEqual(MANDATE);
    expect(server.received).toHaveLength(2);
  });

  it('takes times and retries for one call', async () => {
    await using server = await startScriptedServer(silence);
    const autopay = new Autopay(KEY, server);
    await expect(autopay.mandates.get('man_1', { timeoutMs: 100, maxRetries: 0 })).rejects.toMatchObject({
      code: 'timeout',
      attempts: 1,
    });
    await expect(autopay.mandates.get('man_1', { deadlineMs: 100 })).rejects.toMatchObject({
      code: 'timeout',
    });
    expect(server.received).toHaveLength(2);
  });

  it('throws for unusable options', () => {
    const baseUrl = 'http://127.0.0.1:1';
    for (const url of [
      '',
      'pay.example.com',
      'ftp://pay.example.com',
      'https://user:word@pay.example.com',
      `${baseUrl}?a=1`,
    ]) {
      expect(() => new Autopay(KEY, { baseUrl: url })).toThrow('baseUrl');
    }
    expect(() => new Autopay(KEY, { baseUrl, timeoutMs: 0 })).toThrow('timeoutMs');
    expect(() => new Autopay(KEY, { baseUrl, deadlineMs: Number.NaN })).toThrow('deadlineMs');
    expect(() => new Autopay(KEY, { baseUrl, maxRetries: -1 })).toThrow('maxRetries');
    expect(() => new Autopay(KEY, { baseUrl, fetch: 'undici' as never })).toThrow('fetch must be');
    expect(() => new Autopay(KEY, null as never)).toThrow('options must be');
    expect(() => new Autopay(KEY)).toThrow('baseUrl is undefined: is the variable set?');
    expect(() => new Autopay(KEY, { baseUrl: '' })).toThrow('baseUrl is empty: is the variable set?');
    for (const path of ['/v1', '/v1/', '/V1'])
      expect(() => new Autopay(KEY, { baseUrl: baseUrl + path })).toThrow('baseUrl must be without /v1');
  });
});
