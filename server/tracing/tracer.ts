import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { CODE_VERSION } from '../lib/code-version.ts';
import type { EndedSpan, SpanAttributes, TraceParent, Tracer } from '../lib/tracer.ts';
import type { Logger } from '../log.ts';

export interface TracerOptions {
  /** The collector: its traces are sent to `<endpoint>/v1/traces`. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  role: string;
  log: Logger;
}

/** A tracer that sends, and can be stopped. */
export interface RunningTracer extends Tracer {
  /** Sends what is left, for at most two seconds. */
  stop(): Promise<void>;
}

const FLUSH_MS = 2_000;
/** More are dropped while the collector is away: tracing must not fill the memory. */
const MOST_WAITING = 4_096;
const SEND_MS = 2_000;
const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
/** OTLP's numbers. */
const KINDS = { internal: 1, server: 2, client: 3, producer: 4 } as const;
const FAILED = 2;

/** The parts of a `traceparent`; null for anything that is none. All zeros are none. */
function partsOf(parent: TraceParent | null): { traceId: string; spanId: string } | null {
  const [, traceId, spanId] = TRACE_PARENT.exec(parent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId))
    return null;
  return { traceId, spanId };
}

/** A new place below `parent`, or at the beginning of a trace. */
function childOf(parent: TraceParent | null): TraceParent {
  const traceId = partsOf(parent)?.traceId ?? randomBytes(16).toString('hex');
  return `00-${traceId}-${randomBytes(8).toString('hex')}-01`;
}

/**
 * Sends spans to an OpenTelemetry collector, as OTLP over HTTP in JSON, every two seconds. While the collector is away it keeps a few thousand and drops the
 * rest, and says so in the log once: nothing waits for it.
 */
export function startTracer({ endpoint, headers, serviceName, role, log }: TracerOptions): RunningTracer {
  const url = `${endpoint.endsWith('/') ? endpoint.slice(0, -1) : endpoint}/v1/traces`;
  const here = new AsyncLocalStorage<TraceParent>();
  const resource = {
    attributes: attributesOf({
      'service.name': serviceName,
      'service.version': CODE_VERSION,
      'autopay.role': role,
      'process.pid': process.pid,
    }),
  };
  let waiting: object[] = [];
  let isAway = false;

  async function flush(): Promise<void> {
    if (waiting.length === 0) return;
    const spans = waiting;
    waiting = [];
    const body = JSON.stringify({
      resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'autopay' }, spans }] }],
    });
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(SEND_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`it answered ${response.status}`);
      if (isAway) log.info('the collector of traces is back');
      isAway = false;
    } catch (error) {
      if (!isAway)
        log.warn({ err: error, spans: spans.length }, 'traces cannot be sent, and are dropped meanwhile');
      isAway = true;
    }
  }

  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();
  return {
    current: () => here.getStore() ?? null,
    begin: (parent, work) => {
      const id = childOf(parent);
      return here.run(id, () => work(id));
    },
    record: (span, id = childOf(span.parent)) => {
      if (waiting.length < MOST_WAITING) waiting.push(otlpOf(span, id));
    },
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

function otlpOf(
  { name, kind, parent, startMs, endMs, attributes, error }: EndedSpan,
  id: TraceParent,
): object {
  const { traceId, spanId } = partsOf(id)!;
  const above = partsOf(parent);
  return {
    traceId,
    spanId,
    ...(above === null ? {} : { parentSpanId: above.spanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanosecondsOf(startMs),
    endTimeUnixNano: nanosecondsOf(Math.max(startMs, endMs)),
    attributes: attributesOf(attributes),
    status: error === null ? {} : { code: FAILED, message: error },
  };
}

/** A number of JSON would lose the last digits. */
function nanosecondsOf(ms: number): string {
  return `${Math.round(ms * 1000)}000`;
}

function attributesOf(attributes: SpanAttributes): object[] {
  return Object.entries(attributes).flatMap(([key, value]): object[] => {
    if (value === null) return [];
    if (typeof value === 'number') return [{ key, value: { intValue: String(value) } }];
    if (typeof value === 'boolean') return [{ key, value: { boolValue: value } }];
    return [{ key, value: { stringValue: value } }];
  });
}
