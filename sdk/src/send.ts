import { type Outcome, read } from './answer.ts';
import type { Operation } from './call.ts';
import { errorOf } from './errors.ts';
import { type HookedCall, type Hooks, tell } from './hooks.ts';
import { delayMs, judge } from './retry.ts';
import { strikeSecrets } from './secrets.ts';
import type { CallResponse } from './types.ts';

/** How a client sends. */
export interface Transport {
  fetch: typeof globalThis.fetch;
  /** Headers of every request, the credential included. */
  headers: Record<string, string>;
  /** Undefined outside a browser page: some runtimes refuse the field. */
  credentials: RequestCredentials | undefined;
  /** Undefined where the caller gave none: 30 s then, but none for operations that answer when all is done. */
  timeoutMs: number | undefined;
  maxRetries: number;
  deadlineMs: number;
  hooks: Hooks;
}

const TIMEOUT_MS = 30_000;

/**
 * Sends `operation` to `url`, again where that is safe, until an answer with a JSON object arrives, and fills `answer`.
 * Throws AutopayError, or the reason of the caller's signal.
 */
export async function send(
  transport: Transport,
  operation: Operation,
  url: string,
  answer: Partial<CallResponse<unknown>>,
): Promise<object> {
  const { hooks } = transport;
  const { method, route, options, idempotencyKey } = operation;
  const reads = method === 'GET';
  const timeoutMs = options.timeoutMs ?? transport.timeoutMs ?? (operation.slow ? Infinity : TIMEOUT_MS);
  const maxRetries = options.maxRetries ?? transport.maxRetries;
  const deadlineAt = performance.now() + (options.deadlineMs ?? transport.deadlineMs);
  const hooked: HookedCall = { method, route, url: strikeSecrets(url), idempotencyKey };
  let outcomeUnknown = false;
  try {
    for (let attempt = 1; ; attempt += 1) {
      tell(hooks.onRequest, hooked, { attempt });
      const startedAt = performance.now();
      const left = Math.min(timeoutMs, deadlineAt - startedAt);
      const outcome = await sendOnce(transport, operation, url, left, attempt, answer);
      const { failure } = outcome;
      const verdict = failure && judge(failure, reads, reads || idempotencyKey !== null);
      if (verdict) outcomeUnknown = verdict.mayHaveHappened || (outcomeUnknown && !verdict.refused);
      const error = failure && errorOf({ ...failure, retryable: verdict!.retryable }, outcomeUnknown);
      if (failure?.status !== null) {
        const { status, requestId } = answer as CallResponse<unknown>;
        const durationMs = performance.now() - startedAt;
        tell(hooks.onResponse, hooked, { attempt, status, requestId, durationMs, error: error ?? null });
      }
      if (!failure) return outcome.data;
      const wait =
        error!.retryable && attempt <= maxRetries
          ? delayMs(error!.retryAfterSeconds, attempt - 1, Math.random())
          : null;
      if (wait === null || performance.now() + wait >= deadlineAt) throw error!;
      tell(hooks.onRetry, hooked, { attempt, delayMs: wait, error: error! });
      await pause(wait, options.signal);
    }
  } catch (error) {
    tell(hooks.onError, hooked, error);
    throw error;
  }
}

async function sendOnce(
  { fetch, headers, credentials }: Transport,
  { method, body, options: { signal }, idempotencyKey }: Operation,
  url: string,
  timeoutMs: number,
  attempts: number,
  answer: Partial<CallResponse<unknown>>,
): Promise<Outcome> {
  signal?.throwIfAborted();
  const attempt = new AbortController();
  const abort = () => attempt.abort();
  const timer = timeoutMs < 2 ** 31 ? setTimeout(abort, timeoutMs) : undefined;
  signal?.addEventListener('abort', abort, { once: true });
  try {
    // A followed redirect would turn a POST into a GET and may carry the key to another host.
    const init: RequestInit = { method, headers: { ...headers }, redirect: 'manual', signal: attempt.signal };
    if (body !== undefined) init.body = body;
    if (credentials) init.credentials = credentials;
    const own = init.headers as Record<string, string>;
    if (body !== undefined) own['content-type'] = 'application/json';
    if (idempotencyKey !== null) own['idempotency-key'] = idempotencyKey;
    const response = await fetch(url, init);
    const text = await response.text();
    answer.status = response.status;
    answer.headers = response.headers;
    answer.requestId = response.headers.get('svc-request-id');
    answer.idempotencyKey = idempotencyKey;
    answer.attempts = attempts;
    answer.replayed = response.headers.get('idempotent-replayed') === 'true';
    return read({ status: response.status, headers: response.headers, text, idempotencyKey, attempts });
  } catch (cause) {
    signal?.throwIfAborted();
    const failure = { type: 'connection_error', status: null, idempotencyKey, attempts };
    return attempt.signal.aborted
      ? { failure: { ...failure, code: 'timeout', message: `No answer within ${Math.round(timeoutMs)} ms.` } }
      : {
          failure: {
            ...failure,
            code: 'connection_failed',
            message: 'The connection failed before a whole answer arrived.',
            cause,
          },
        };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Waits, or rejects with the signal's reason as soon as the caller aborts. */
function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, waitMs);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
