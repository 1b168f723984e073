import type { Span, Tracer } from '@opentelemetry/api';
import { isAutopayError } from './errors.ts';
import type { HookedCall, Hooks } from './hooks.ts';

/** SpanKind.CLIENT and SpanStatusCode.ERROR, by value: this file needs only the package's types. */
const CLIENT = 2;
const ERROR = 2;

/**
 * Hooks that make one client span per call, named by method and route, with each attempt and retry as an
 * event. Attributes follow OpenTelemetry's HTTP conventions and contain no key and no client_secret. Get
 * `tracer` from `trace.getTracer(...)` of @opentelemetry/api, which you install.
 */
export function otelHooks({ tracer }: { tracer: Tracer }): Required<Hooks> {
  const spans = new WeakMap<HookedCall, Span>();
  const start = (call: HookedCall): Span => {
    const { hostname, port, protocol } = new URL(call.url);
    const span = tracer.startSpan(`${call.method} ${call.route}`, {
      kind: CLIENT,
      attributes: {
        'http.request.method': call.method,
        'url.full': call.url,
        'url.template': call.route,
        'server.address': hostname,
        'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
      },
    });
    spans.set(call, span);
    return span;
  };
  return {
    onRequest(call, { attempt }) {
      const span = spans.get(call) ?? start(call);
      span.addEvent('autopay.attempt', { 'autopay.attempt': attempt });
      if (attempt > 1) span.setAttribute('http.request.resend_count', attempt - 1);
    },
    onResponse(call, { status, requestId, error }) {
      const span = spans.get(call);
      span?.setAttribute('http.response.status_code', status);
      if (requestId !== null) span?.setAttribute('autopay.request_id', requestId);
      if (!error) span?.end();
    },
    onRetry(call, { attempt, delayMs, error }) {
      spans.get(call)?.addEvent('autopay.retry', {
        'autopay.attempt': attempt,
        'autopay.delay_ms': Math.round(delayMs),
        'error.type': error.code,
      });
    },
    onError(call, error) {
      // A call aborted before it was sent has no span yet.
      const span = spans.get(call) ?? start(call);
      span.setAttribute('error.type', isAutopayError(error) ? error.code : 'aborted');
      span.setStatus({ code: ERROR, ...(isAutopayError(error) ? { message: error.message } : {}) });
      span.end();
    },
  };
}
