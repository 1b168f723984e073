import { describe, expect, it, vi } from 'vitest';
import { Autopay, AutopayError, ConnectionError } from '@autopay/sdk';
import { delayMs } from '../../sdk/src/retry.ts';
import { cutOff, json, raw, refusal, silence, startScriptedServer } from './scripted-server.ts';

const KEY = 'sk_test_abc';
const MANDATE = { payer: 'a', payee: 'b', mint: 'c', amountPerPeriod: '1', periodSeconds: 60 };
const created = json(201, { object: 'mandate', id: 'man_1' });

async function failureOf(call: Promise<unknown>): Promise<AutopayError> {
  const caught: unknown = await call.then(
    () => null,
    (error: unknown) => error,
  );
  expect(caught).toBeInstanceOf(AutopayError);
  return caught as AutopayError;
}

describe('repeating a call that creates', () => {
  it('carries one Idempotency-Key and the same bytes through an empty 500, a truncated response and the success', async () => {
    await using server = await startScriptedServer(raw(500, ''), cutOff, created);
    const mandate = await new Autopay(KEY, server).mandates.create(MANDATE);
    expect(mandate.id).toBe('man_1');
    expect(server.received).toHaveLength(3);
    expect(new Set(server.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(server.received[0]!.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(server.received.map(({ body }) => body)).size).toBe(1);
  });

  it('makes another key for another call', async () => {
    await using server = await startScriptedServer(created);
    const autopay = new Autopay(KEY, server);
    await autopay.mandates.create(MANDATE);
    await autopay.mandates.create(MANDATE);
    expect(new Set(server.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  it("uses the caller's key, and the error names it", async () => {
    await using server = await startScriptedServer(raw(500, ''));
    const autopay = new Autopay(KEY, { ...server, maxRetries: 1 });
    const error = await failureOf(autopay.mandates.revoke('man_1', { idempotencyKey: 'order-7' }));
    expect(server.received.map(({ headers }) => headers['idempotency-key'])).toEqual(['order-7', 'order-7']);
    expect(error).toMatchObject({ code: 'unexpected_response', status: 500, idempotencyKey: 'order-7' });
  });

  it('waits for a twin that is still running', async () => {
    await using server = await startScriptedServer(refusal(409, 'request_in_flight'), created);
    expect((await new Autopay(KEY, server).mandates.create(MANDATE)).id).toBe('man_1');
  });

  it('does not repeat any other conflict, nor what is wrong', async () => {
    for (const [status, code] of [
      [409, 'already_revoked'],
      [400, 'parameter_invalid'],
      [402, 'verification_failed'],
    ] as const) {
      await using server = await startScriptedServer(refusal(status, code));
      const error = await failureOf(new Autopay(KEY, server).mandates.revoke('man_1'));
      expect(error).toMatchObject({
        code,
        status,
        param: 'amount',
        requestId: 'req_1',
        type: 'invalid_request_error',
      });
      expect(server.received).toHaveLength(1);
    }
  });

  it('gives up after maxRetries with the last error', async () => {
    await using server = await startScriptedServer(refusal(500, 'internal_error'));
    expect(await failureOf(new Autopay(KEY, server).mandates.get('man_1'))).toMatchObject({
      code: 'internal_error',
    });
    expect(server.received).toHaveLength(3);
  });
});

describe('a call without an Idempotency-Key', () => {
  it('is not repeated once it may have been sent: the clock must not advance twice', async () => {
    for (const fault of [cutOff, raw(500, ''), raw(408, '')]) {
      await using server = await startScriptedServer(fault);
      await failureOf(new Autopay(KEY, server).test.advanceClock({ seconds: 60 }));
      expect(server.received).toHaveLength(1);
    }
  });

  it('is retried when it was rejected before any work', async () => {
    await using server = await startScriptedServer(
      refusal(429, 'rate_limit_exceeded', { 'retry-after': '0' }),
      json(200, { object: 'test_clock' }),
    );
    await new Autopay(KEY, server).test.advanceClock({ seconds: 60 });
    expect(server.received).toHaveLength(2);
  });

  it('is repeated when no connection could be made at all', async () => {
    let baseUrl: string;
    {
      await using server = await startScriptedServer(created);
      baseUrl = server.baseUrl;
    }
    let attempts = 0;
    const counting: typeof fetch = (...args) => {
      attempts += 1;
      return fetch(...args);
    };
    const error = await failureOf(
      new Autopay(KEY, { baseUrl, fetch: counting }).test.advanceClock({ seconds: 60 }),
    );
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code: 'connection_failed', status: null });
    expect(attempts).toBe(3);
  });
});

describe('waiting', () => {
  it('gives an attempt 30 s, and a clock that is advanced as long as it takes, unless told otherwise', async () => {
    await using server = await startScriptedServer(json(200, { object: 'test_clock' }));
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const delays = async (call: () => Promise<unknown>) => {
      timers.mockClear();
      await call();
      // Node's own fetch sets shorter ones.
      return timers.mock.calls.map(([, delay]) => delay).filter((delay) => delay! >= 20_000);
    };
    const { test } = new Autopay(KEY, server);
    expect(await delays(() => test.getClock())).toEqual([30_000]);
    expect(await delays(() => test.advanceClock({ seconds: 60 }))).toEqual([]);
    expect(await delays(() => test.advanceClock({ seconds: 60 }, { timeoutMs: 45_000 }))).toEqual([45_000]);
    const impatient = new Autopay(KEY, { ...server, timeoutMs: 20_000 });
    expect(await delays(() => impatient.test.advanceClock({ seconds: 60 }))).toEqual([20_000]);
    timers.mockRestore();
  });

  it('honours retry-after', async () => {
    await using server = await startScriptedServer(
      refusal(429, 'rate_limit_exceeded', { 'retry-after': '1' }),
      json(200, { object: 'mandate' }),
    );
    const startedAt = performance.now();
    await new Autopay(KEY, server).mandates.get('man_1');
    expect(performance.now() - startedAt).toBeGreaterThan(990);
  });

  it('leaves a retry-after over a minute to the caller', async () => {
    await using server = await startScriptedServer(
      refusal(429, 'rate_limit_exceeded', { 'retry-after': '61' }),
    );
    const error = await failureOf(new Autopay(KEY, server).mandates.get('man_1'));
    expect(error).toMatchObject({ code: 'rate_limit_exceeded', retryAfterSeconds: 61 });
    expect(server.received).toHaveLength(1);
  });

  it('does not begin a wait that would outlast the deadline', async () => {
    await using server = await startScriptedServer(
      refusal(429, 'rate_limit_exceeded', { 'retry-after': '30' }),
    );
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const error = await failureOf(new Autopay(KEY, { ...server, deadlineMs: 20_000 }).mandates.get('man_1'));
    expect(error.code).toBe('rate_limit_exceeded');
    expect(server.received).toHaveLength(1);
    const delays = timers.mock.calls.map(([, delay]) => delay);
    timers.mockRestore();
    expect(delays).not.toContain(30_000);
  });

  it('times each attempt out, and the whole call', async () => {
    await using server = await startScriptedServer(silence);
    const attempt = new Autopay(KEY, { ...server, timeoutMs: 100, maxRetries: 1 });
    expect(await failureOf(attempt.mandates.get('man_1'))).toMatchObject({ code: 'timeout', status: null });
    expect(server.received).toHaveLength(2);
    const whole = new Autopay(KEY, { ...server, deadlineMs: 100 });
    expect(await failureOf(whole.mandates.get('man_1'))).toMatchObject({ code: 'timeout' });
  });

  it('stops at once when the caller aborts, with the reason of the signal', async () => {
    await using server = await startScriptedServer(
      refusal(429, 'rate_limit_exceeded', { 'retry-after': '30' }),
    );
    const reason = new Error('the shop is closing');
    const caller = new AbortController();
    const call = new Autopay(KEY, server).mandates.get('man_1', { signal: caller.signal });
    setTimeout(() => caller.abort(reason), 100);
    await expect(call).rejects.toBe(reason);
    await expect(
      new Autopay(KEY, server).mandates.get('man_1', { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
    expect(server.received).toHaveLength(1);
  });

  it('grows exponentially with full jitter, at most to 8 s', () => {
    const longest = [0, 1, 2, 3, 4, 5, 9].map((attempt) => Math.round(delayMs(null, attempt, 0.999_999)!));
    expect(longest).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
    expect(delayMs(null, 5, 0)).toBe(0);
  });
});
