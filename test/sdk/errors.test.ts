import { createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { inspect } from 'node:util';
import { fetch as proxied, ProxyAgent } from 'undici';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import {
  ApiError,
  AuthenticationError,
  Autopay,
  AutopayError,
  ConnectionError,
  InvalidRequestError,
  isAutopayError,
  OutcomeUnknownError,
  RateLimitError,
} from '@autopay/sdk';
import { makeTestCertificate } from '../webhooks/test-certificate.ts';
import { cutOff, json, raw, type Reply, silence, startScriptedServer } from './scripted-server.ts';

const KEY = 'sk_test_9zQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const MANDATE = { payer: 'a', payee: 'b', mint: 'c', amountPerPeriod: '1', periodSeconds: 60 };

const told = (status: number, type: string, code: string, headers?: Record<string, string>) =>
  json(status, { error: { type, code, message: `Said ${code}.`, param: 'amount' } }, headers);
const flight = told(409, 'invalid_request_error', 'request_in_flight', { 'retry-after': '0' });

async function failureOf(call: () => PromiseLike<unknown>): Promise<AutopayError> {
  try {
    await call();
  } catch (error) {
    expect(error).toBeInstanceOf(AutopayError);
    return error as AutopayError;
  }
  throw new Error('The call succeeded.');
}

async function afterAnswers(
  replies: Reply[],
  call: (autopay: Autopay) => PromiseLike<unknown>,
  options: object = {},
) {
  await using server = await startScriptedServer(...replies);
  const autopay = new Autopay(KEY, { ...server, ...options });
  return await failureOf(() => call(autopay));
}

/** An address at which nobody listens any more. */
async function closedAddress(): Promise<string> {
  await using server = await startScriptedServer(silence);
  return server.baseUrl;
}

describe('an error', () => {
  it('has the class of its type, and all fields of the response', async () => {
    for (const [status, type, code, Class] of [
      [401, 'authentication_error', 'unauthenticated', AuthenticationError],
      [400, 'invalid_request_error', 'parameter_invalid', InvalidRequestError],
      [500, 'api_error', 'internal_error', ApiError],
      [418, 'some_newer_type', 'some_newer_code', ApiError],
    ] as const) {
      const error = await afterAnswers([told(status, type, code)], (api) => api.mandates.get('man_1'), {
        maxRetries: 0,
      });
      expect(error).toBeInstanceOf(Class);
      expect(error.name).toBe(Class.name);
      expect(error).toMatchObject({ status, type, code, param: 'amount', requestId: 'req_1', attempts: 1 });
      expect(error.retryable).toBe(status === 500);
    }
  });

  it('of the rate limit says how long to wait, and that it may be repeated', async () => {
    const limited = told(429, 'rate_limit_error', 'rate_limit_exceeded', { 'retry-after': '61' });
    const error = await afterAnswers([limited], (api) => api.mandates.create(MANDATE));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ retryAfterSeconds: 61, retryable: true, attempts: 1 });
    expect(error.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is recognised across copies of the package', async () => {
    vi.resetModules();
    const copy = await import('@autopay/sdk');
    const error = new copy.ApiError({ type: 'api_error', code: 'internal_error', message: '', status: 500 });
    expect(error).not.toBeInstanceOf(AutopayError);
    expect(isAutopayError(error)).toBe(true);
    for (const other of [new Error('x'), null, undefined, 'text', { code: 'internal_error' }]) {
      expect(isAutopayError(other)).toBe(false);
    }
  });

  it('narrows its code to those of an operation', () => {
    const error: unknown = null;
    if (isAutopayError(error, 'revokeMandate')) {
      expectTypeOf(error.code).extract<'already_revoked'>().toEqualTypeOf<'already_revoked'>();
      expectTypeOf(error.code).extract<'timeout'>().toEqualTypeOf<'timeout'>();
      expectTypeOf(error.code).extract<'email_taken'>().toBeNever();
      // @ts-expect-error a code that the operation does not have, or a misspelled one
      expect(error.code === 'already_revokd').toBe(false);
    }
    // @ts-expect-error no such operation
    expect(isAutopayError(error, 'payEverybody')).toBe(false);
  });

  it('keeps its message and its fields in JSON, for logs', async () => {
    const error = await afterAnswers([told(400, 'invalid_request_error', 'parameter_invalid')], (api) =>
      api.mandates.get('man_1'),
    );
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      name: 'InvalidRequestError',
      message: 'Said parameter_invalid.',
      code: 'parameter_invalid',
      requestId: 'req_1',
    });
  });

  it('never shows a credential that a fetch of another make throws about', async () => {
    const secret = 'client-secret-of-the-payer';
    for (const credential of [
      KEY,
      'ws_9zQeWvG816bUx9EPjHmaT23yvVM2ZWb',
      { ownerKey: 'open sesame'.replace(' ', '-') },
    ]) {
      const key = typeof credential === 'string' ? credential : credential.ownerKey;
      const fetch: typeof globalThis.fetch = (url, init) => {
        const request = { url, headers: new Headers(init!.headers), config: { init } };
        throw Object.assign(new Error(`Cannot send Bearer ${key} to ${String(url)}`, { cause: request }), {
          request,
        });
      };
      const autopay = new Autopay(credential, { baseUrl: 'https://pay.example.com', fetch, maxRetries: 0 });
      const error = await failureOf(() => autopay.checkout.getMandate('man_1', { client_secret: secret }));
      for (const shown of [
        inspect(error, { depth: Infinity, showHidden: true }),
        JSON.stringify(error),
        String(error.stack),
      ]) {
        expect(shown).not.toContain(key);
        expect(shown).not.toContain(secret);
      }
      expect(inspect(error)).toContain('Cannot send Bearer ***');
    }
  });

  it('never shows a credential that a response repeats', async () => {
    const body = {
      error: { type: KEY, code: KEY, message: `No such key ${KEY}, nor whsec_abc.`, param: KEY },
    };
    const error = await afterAnswers([json(401, body)], (api) => api.mandates.get('man_1'));
    expect(inspect(error) + JSON.stringify(error)).not.toContain(KEY);
    expect(error.message).toBe('No such key ***, nor ***.');
  });

  it('tells of an error that is its own cause, and of one that is named by a key', async () => {
    const thrown = Object.assign(new Error('down'), { name: KEY, code: KEY });
    thrown.cause = thrown;
    const fetch = () => Promise.reject(thrown);
    const autopay = new Autopay(KEY, { baseUrl: 'https://pay.example.com', fetch, maxRetries: 0 });
    const error = await failureOf(() => autopay.mandates.get('man_1'));
    expect(error).toMatchObject({ name: 'ConnectionError', code: 'connection_failed' });
    expect(inspect(error, { depth: Infinity })).not.toContain(KEY);
  });
});

describe('an outcome that is not known', () => {
  it('carries the key to repeat the call with', async () => {
    for (const [reply, code, status] of [
      [told(500, 'api_error', 'internal_error'), 'internal_error', 500],
      [raw(502, '<html>Bad gateway'), 'unexpected_response', 502],
      [raw(408, ''), 'unexpected_response', 408],
      [cutOff, 'connection_failed', null],
      [silence, 'timeout', null],
      [flight, 'request_in_flight', 409],
      [raw(201, '{"object":"mandate","id":'), 'unexpected_response', 201],
    ] as const) {
      const error = await afterAnswers(
        [reply],
        (api) => api.mandates.create(MANDATE, { idempotencyKey: 'order-1042' }),
        { maxRetries: 0, timeoutMs: reply === silence ? 300 : 20_000 },
      );
      expect(error, code).toBeInstanceOf(OutcomeUnknownError);
      expect(error).toMatchObject({ code, status, idempotencyKey: 'order-1042', attempts: 1 });
      expect(error.message).toContain('repeat it with idempotencyKey "order-1042"');
    }
  });

  it('says to read first where the call takes no key', async () => {
    const error = await afterAnswers([cutOff], (api) => api.test.advanceClock({ seconds: 60 }));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ idempotencyKey: null, retryable: false });
    expect(error.message).toContain('read the object before you repeat it');
  });

  it('stays unknown if later attempts say nothing about the first', async () => {
    const limited = told(429, 'rate_limit_error', 'rate_limit_exceeded', { 'retry-after': '61' });
    const revoked = told(401, 'authentication_error', 'unauthenticated');
    for (const last of [limited, revoked, raw(404, '<html>')]) {
      const error = await afterAnswers([cutOff, last], (api) => api.mandates.create(MANDATE));
      expect(error).toBeInstanceOf(OutcomeUnknownError);
      expect(error.attempts).toBe(2);
    }
  });

  it('is known once the service itself rejects', async () => {
    const refused = told(400, 'invalid_request_error', 'mint_not_allowed');
    const error = await afterAnswers([raw(500, ''), refused], (api) => api.mandates.create(MANDATE));
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(error).not.toBeInstanceOf(OutcomeUnknownError);
  });

  it('is never that of a read, nor of a request that cannot have left', async () => {
    const read = await afterAnswers([cutOff], (api) => api.mandates.get('man_1'), { maxRetries: 0 });
    expect(read).toBeInstanceOf(ConnectionError);
    const away = new Autopay(KEY, { baseUrl: await closedAddress(), maxRetries: 0 });
    const unsent = await failureOf(() => away.mandates.create(MANDATE));
    expect(unsent).toBeInstanceOf(ConnectionError);
    expect(unsent).toMatchObject({ code: 'connection_failed', retryable: true });
    expect(unsent.message).toMatch(
      /^No connection: connect ECONNREFUSED 127\.0\.0\.1:\d+\. Nothing was sent\.$/,
    );
  });
});

describe('a connection that never was', () => {
  it('says which addresses of a name refused it', async () => {
    const { port } = new URL(await closedAddress());
    const away = new Autopay(KEY, { baseUrl: `http://localhost:${port}`, maxRetries: 0 });
    const unsent = await failureOf(() => away.mandates.create(MANDATE));
    expect(unsent).toMatchObject({ name: 'ConnectionError', retryable: true });
    expect(unsent.message).toContain(`ECONNREFUSED 127.0.0.1:${port}`);
  });

  it('is known not to have sent anything where the other side is not trusted, and is not tried again', async () => {
    const { key, cert } = makeTestCertificate({ ipv4: ['127.0.0.1'] });
    const received: string[] = [];
    const server = createServer({ key, cert }, (request) => received.push(request.url!));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const untrusted = new Autopay(KEY, { baseUrl: `https://127.0.0.1:${port}` });
    const error = await failureOf(() => untrusted.mandates.create(MANDATE, { idempotencyKey: 'order-7' }));
    server.close();
    expect(error).toMatchObject({
      name: 'ConnectionError',
      code: 'connection_failed',
      retryable: false,
      attempts: 1,
    });
    expect(error.message).toMatch(/^No connection: self-signed certificate.*Nothing was sent\.$/);
    expect(received).toEqual([]);
  });

  it('is the same where no TLS is spoken at all', async () => {
    await using server = await startScriptedServer(silence);
    const plain = new Autopay(KEY, { baseUrl: server.baseUrl.replace('http:', 'https:') });
    const error = await failureOf(() => plain.mandates.create(MANDATE));
    expect(error).toMatchObject({ name: 'ConnectionError', retryable: false });
    expect(error.message).toBe(
      'No connection: no TLS is spoken there, only http perhaps (ERR_SSL_WRONG_VERSION_NUMBER). Nothing was sent.',
    );
    expect(server.received).toEqual([]);
  });

  it('is the same behind a proxy that wants a password, or does not get there', async () => {
    for (const [status, retryable] of [
      [407, false],
      [403, false],
      [502, true],
    ] as const) {
      const refuse = (_: unknown, socket: Duplex) => socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      const proxy = createProxy().on('connect', refuse);
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
      const dispatcher = new ProxyAgent(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
      const fetch = ((url: string, init: object) => proxied(url, { ...init, dispatcher })) as never;
      const away = new Autopay(KEY, { baseUrl: 'https://pay.example.com', fetch, maxRetries: 0 });
      const error = await failureOf(() => away.mandates.create(MANDATE));
      expect(error).toMatchObject({ name: 'ConnectionError', retryable });
      expect(error.message).toMatch(
        new RegExp(`^No connection: Proxy response \\(${status}\\).*Nothing was sent\\.$`),
      );
      await dispatcher.close();
      proxy.close();
    }
  });

  it('is not what a lost one is, whose cause is told as well', async () => {
    const error = await afterAnswers([cutOff], (api) => api.mandates.create(MANDATE), { maxRetries: 0 });
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toMatch(
      /^The connection failed before a whole answer arrived: .+\(UND_ERR_SOCKET\)\./,
    );
  });
});

describe('a foreign response', () => {
  it('shows how it begins, 200 characters at most, without what may be a secret', async () => {
    const body = `<html>${KEY} ${'ab'.repeat(40)} ${'lorem ipsum '.repeat(50)}`;
    const error = await afterAnswers([raw(404, body)], (api) => api.mandates.get('man_1'));
    expect(error.rawText).toHaveLength(200);
    expect(error.rawText).toMatch(/^<html>\*\*\* \*\*\* lorem ipsum/);
    expect(error.message).toContain('<html>*** *** lorem ipsum');
    expect(error.message).toContain('status 404');
  });
});
