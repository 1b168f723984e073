import { inspect } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Autopay, createMerchant } from '@autopay/sdk';
import { json, refusal, startScriptedServer } from './scripted-server.ts';

const KEY = 'sk_test_9zQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const MANDATE = { object: 'mandate', id: 'man_1' };

describe('the client', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('sends the secret key as a bearer token and answers with the object', async () => {
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

  it('calls every operation of the contract that takes a key, with its own method and path', async () => {
    await using server = await startScriptedServer(json(200, { object: 'any' }));
    const { merchants, tokens, mandates, charges, refunds, webhookEndpoints, events, wallet, test } =
      new Autopay(KEY, server);
    await merchants.create({ name: 'Coffee Club' });
    await tokens.list();
    await mandates.create({ payer: 'a', payee: 'b', mint: 'c', amountPerPeriod: '1', periodSeconds: 60 });
    await mandates.list();
    await mandates.get('man_1');
    await mandates.listCharges('man_1', { limit: 1 });
    await mandates.listRefunds('man_1');
    await mandates.revoke('man_1');
    await charges.refund('chg_1');
    await refunds.get('ref_1');
    await refunds.createTransaction('ref_1');
    await refunds.submit('ref_1', { signedTransaction: 'AAAA' });
    await webhookEndpoints.create({ url: 'https://shop.example.com/hooks' });
    await webhookEndpoints.list();
    await events.list({ type: 'charge.succeeded' });
    await events.get('evt_1');
    await wallet.getBalance({ address: 'a', mint: 'm' });
    await test.createWallet();
    await test.fund({ address: 'a' });
    await test.createToken({ decimals: 9 });
    await test.createEvent({ type: 'charge.succeeded' });
    await test.getClock();
    await test.advanceClock({ seconds: 60 });
    expect(server.received.map(({ method, url }) => `${method} ${url}`)).toMatchInlineSnapshot(`
      [
        "POST /v1/merchants",
        "GET /v1/tokens",
        "POST /v1/mandates",
        "GET /v1/mandates",
        "GET /v1/mandates/man_1",
        "GET /v1/mandates/man_1/charges?limit=1",
        "GET /v1/mandates/man_1/refunds",
        "POST /v1/mandates/man_1/revoke",
        "POST /v1/charges/chg_1/refund",
        "GET /v1/refunds/ref_1",
        "POST /v1/refunds/ref_1/transaction",
        "POST /v1/refunds/ref_1/submit",
        "POST /v1/webhook_endpoints",
        "GET /v1/webhook_endpoints",
        "GET /v1/events?type=charge.succeeded",
        "GET /v1/events/evt_1",
        "GET /v1/wallet/balance?address=a&mint=m",
        "POST /v1/test/wallets",
        "POST /v1/test/fund",
        "POST /v1/test/tokens",
        "POST /v1/test/events",
        "GET /v1/test/clock",
        "POST /v1/test/clock/advance",
      ]
    `);
  });

  it('refuses an id that would address another route', async () => {
    const autopay = new Autopay(KEY, { baseUrl: 'http://127.0.0.1:1' });
    for (const id of ['', '..', 'man_1/revoke', 'man_1?x=1']) {
      await expect(async () => autopay.mandates.get(id)).rejects.toThrow(TypeError);
    }
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

  it('throws for what is no secret key, without repeating it', () => {
    for (const key of ['', 'pk_test_abc', `${KEY}\n`, `${KEY} `, 'sk_test_', 'whsec_abcdef']) {
      const make = () => new Autopay(key, { baseUrl: 'http://127.0.0.1:1' });
      expect(make).toThrow(TypeError);
      expect(make).not.toThrow(KEY);
    }
  });

  it('throws in a browser', () => {
    vi.stubGlobal('document', {});
    expect(() => new Autopay(KEY, { baseUrl: 'http://127.0.0.1:1' })).toThrow('must never reach a browser');
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
  });
});
