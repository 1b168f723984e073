import type { Span, SpanOptions, Tracer } from '@opentelemetry/api';
import { describe, expect, it, vi } from 'vitest';
import { Autopay, type Hooks } from '@autopay/sdk';
import { otelHooks } from '../../sdk/src/otel.ts';
import { json, raw, refusal, startScriptedServer } from './scripted-server.ts';

const KEY = 'sk_test_9zQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const MANDATE = { payer: 'a', payee: 'b', mint: 'c', amountPerPeriod: '1', periodSeconds: 60 };
const created = json(201, { object: 'mandate', id: 'man_1' });

/** Hooks that write down what they are told. */
function recorder() {
  const told: [string, object, object][] = [];
  const note = (name: string) => (call: object, event: unknown) =>
    void told.push([name, call, event as object]);
  const hooks: Hooks = {
    onRequest: note('request'),
    onResponse: note('response'),
    onRetry: note('retry'),
    onError: note('error'),
  };
  return { told, hooks };
}

describe('hooks', () => {
  it('see each attempt of a call, which is one object to all of them', async () => {
    await using server = await startScriptedServer(raw(500, ''), created);
    const { told, hooks } = recorder();
    const { idempotencyKey } = await new Autopay(KEY, { ...server, hooks }).mandates
      .create(MANDATE)
      .withResponse();
    expect(told.map(([name, , event]) => [name, event])).toMatchObject([
      ['request', { attempt: 1 }],
      ['response', { attempt: 1, status: 500, error: { code: 'unexpected_response' } }],
      ['retry', { attempt: 1, delayMs: expect.any(Number), error: { code: 'unexpected_response' } }],
      ['request', { attempt: 2 }],
      [
        'response',
        { attempt: 2, status: 201, requestId: 'req_1', durationMs: expect.any(Number), error: null },
      ],
    ]);
    expect(new Set(told.map(([, call]) => call)).size).toBe(1);
    expect(told[0]![1]).toEqual({
      method: 'POST',
      route: '/v1/mandates',
      url: `${server.baseUrl}/v1/mandates`,
      idempotencyKey,
    });
  });

  it('see how a call ended that failed or was aborted', async () => {
    await using server = await startScriptedServer(refusal(404, 'resource_missing'));
    const { told, hooks } = recorder();
    const autopay = new Autopay(KEY, { ...server, hooks });
    await expect(autopay.mandates.get('man_1')).rejects.toThrow('resource_missing');
    const reason = new Error('enough');
    await expect(autopay.mandates.get('man_1', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(told.map(([name]) => name)).toEqual(['request', 'response', 'error', 'error']);
    expect(told[2]![2]).toMatchObject({ code: 'resource_missing' });
    expect(told[3]![2]).toBe(reason);
  });

  it('are shown no secret', async () => {
    await using server = await startScriptedServer(raw(404, KEY));
    const { told, hooks } = recorder();
    const autopay = new Autopay(KEY, { ...server, hooks });
    await expect(autopay.checkout.getMandate('man_1', { client_secret: 'hush' })).rejects.toThrow();
    expect(told[0]![1]).toMatchObject({
      url: `${server.baseUrl}/v1/checkout/mandates/man_1?client_secret=***`,
    });
    expect(JSON.stringify(told)).not.toContain('hush');
    expect(JSON.stringify(told)).not.toContain(KEY);
  });

  it('that throw warn, and change nothing', async () => {
    await using server = await startScriptedServer(created);
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const fault = new Error('no such log');
    const hooks: Hooks = {
      onResponse: () => {
        throw fault;
      },
    };
    const mandate = await new Autopay(KEY, { ...server, hooks }).mandates.create(MANDATE);
    expect(mandate.id).toBe('man_1');
    expect(warned).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ cause: fault }));
    warned.mockRestore();
  });
});

/** A tracer that keeps its spans as plain objects. */
function fakeTracer() {
  const spans: {
    name: string;
    kind: unknown;
    attributes: Record<string, unknown>;
    events: string[];
    status?: unknown;
    ended: number;
  }[] = [];
  const tracer = {
    startSpan(name: string, { kind, attributes }: SpanOptions = {}) {
      const span = {
        name,
        kind,
        attributes: { ...attributes } as Record<string, unknown>,
        events: [] as string[],
        ended: 0,
      };
      spans.push(span);
      return {
        setAttribute: (key: string, value: unknown) => void (span.attributes[key] = value),
        addEvent: (event: string) => void span.events.push(event),
        setStatus: (status: unknown) => void Object.assign(span, { status }),
        end: () => void (span.ended += 1),
      } as unknown as Span;
    },
  };
  return { spans, tracer: tracer as unknown as Tracer };
}

describe('otelHooks', () => {
  it('make one client span of a call, its attempts as events', async () => {
    await using server = await startScriptedServer(raw(503, ''), created);
    const { spans, tracer } = fakeTracer();
    await new Autopay(KEY, { ...server, hooks: otelHooks({ tracer }) }).mandates.create(MANDATE);
    expect(spans).toMatchObject([
      {
        name: 'POST /v1/mandates',
        kind: 2,
        attributes: {
          'http.request.method': 'POST',
          'url.template': '/v1/mandates',
          'url.full': `${server.baseUrl}/v1/mandates`,
          'server.address': '127.0.0.1',
          'server.port': Number(new URL(server.baseUrl).port),
          'http.response.status_code': 201,
          'http.request.resend_count': 1,
          'autopay.request_id': 'req_1',
        },
        events: ['autopay.attempt', 'autopay.retry', 'autopay.attempt'],
        ended: 1,
      },
    ]);
  });

  it('mark a failed call, and a call that was given up before it was sent', async () => {
    await using server = await startScriptedServer(refusal(404, 'resource_missing'));
    const { spans, tracer } = fakeTracer();
    const autopay = new Autopay(KEY, { ...server, hooks: otelHooks({ tracer }) });
    await expect(autopay.mandates.get('man_1')).rejects.toThrow();
    await expect(autopay.mandates.get('man_1', { signal: AbortSignal.abort() })).rejects.toThrow();
    expect(spans).toMatchObject([
      {
        attributes: { 'error.type': 'resource_missing', 'http.response.status_code': 404 },
        status: { code: 2 },
        ended: 1,
      },
      { attributes: { 'error.type': 'aborted' }, status: { code: 2 }, ended: 1 },
    ]);
    expect(JSON.stringify(spans)).not.toContain(KEY.slice(8));
  });
});
