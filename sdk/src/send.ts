import { errorOf } from './answer.ts';
import { AutopayConnectionError, type AutopayError } from './errors.ts';
import { retryDelayMs } from './retry.ts';

/** How calls are sent. */
export interface SendOptions {
  fetch: typeof globalThis.fetch;
  timeoutMs: number;
  maxRetries: number;
  deadlineMs: number;
}

/**
 * Sends `request`, again where that is safe, until an answer with a JSON object arrives. Throws AutopayError, or the
 * reason of the request's own signal when the caller aborts.
 */
export async function send(request: Request, options: SendOptions): Promise<Response> {
  const idempotencyKey = request.headers.get('idempotency-key');
  const safe = request.method === 'GET' || idempotencyKey !== null;
  // Read once, so that every attempt carries the same bytes: the service compares a replay's body with the first one.
  const body = request.body === null ? undefined : await request.text();
  const deadlineAt = performance.now() + options.deadlineMs;
  for (let attempt = 0; ; attempt += 1) {
    const timeoutMs = Math.min(options.timeoutMs, deadlineAt - performance.now());
    const outcome = await sendOnce(request, body, idempotencyKey, options.fetch, timeoutMs);
    if (outcome instanceof Response) return outcome;
    const delayMs = attempt < options.maxRetries ? retryDelayMs(outcome, safe, attempt, Math.random()) : null;
    if (delayMs === null || performance.now() + delayMs >= deadlineAt) throw outcome;
    await pause(delayMs, request.signal);
  }
}

async function sendOnce(
  request: Request,
  body: string | undefined,
  idempotencyKey: string | null,
  fetch: typeof globalThis.fetch,
  timeoutMs: number,
): Promise<Response | AutopayError> {
  const { method, url, headers, signal: callerSignal } = request;
  callerSignal.throwIfAborted();
  const attempt = new AbortController();
  const abort = () => attempt.abort();
  const timer = setTimeout(abort, timeoutMs);
  callerSignal.addEventListener('abort', abort, { once: true });
  try {
    // A followed redirect would turn a POST into a GET and may carry the key to another host.
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: attempt.signal,
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const error = errorOf({ status: response.status, headers: response.headers, text }, idempotencyKey);
    return error ?? new Response(text, { status: response.status });
  } catch (cause) {
    callerSignal.throwIfAborted();
    return attempt.signal.aborted
      ? new AutopayConnectionError('timeout', `No answer within ${Math.round(timeoutMs)} ms.`, idempotencyKey)
      : new AutopayConnectionError(
          'connection_failed',
          'The connection failed before a whole answer arrived.',
          idempotencyKey,
          cause,
        );
  } finally {
    clearTimeout(timer);
    callerSignal.removeEventListener('abort', abort);
  }
}

/** Waits, or rejects with the signal's reason as soon as the caller aborts. */
function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, delayMs);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
