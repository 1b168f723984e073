import { type Arrival, type Outcome, read, requestIdOf } from './answer.ts';
import type { Operation } from './call.ts';
import { errorOf } from './errors.ts';
import { type Hooks, tell } from './hooks.ts';
import { connectionFault } from './connection-fault.ts';
import { delayMs, judge } from './retry.ts';
import { retell, strike } from './secrets.ts';
import type { CallOptions } from './types.ts';

/** How a client sends requests. */
export interface Transport {
  /** Never appears in an error or hook. */
  token: string | null;
  /** Headers of every request, including the credential's. */
  headers: Record<string, string>;
  /** Undefined outside a browser page: some runtimes refuse the field. */
  credentials: RequestCredentials | undefined;
  /** The client's own; a call's options take precedence. */
  options: CallOptions & { fetch?: typeof fetch | undefined; hooks?: Hooks | undefined };
}

const TIMEOUT_MS = 30_000;
const MAX_RETRIES = 2;

/**
 * Sends `operation` to `url`, and again where that is safe, until a response with a JSON object arrives;
 * `arrival` is then the last response. Throws AutopayError, or the reason of the caller's signal.
 */
export async function send(
  transport: Transport,
  operation: Operation,
  url: string,
  arrival: Arrival,
): Promise<object> {
  const { options, token } = transport;
  const { method, route, idempotencyKey } = operation;
  const own = operation.options;
  const { signal } = own;
  const { hooks } = options;
  const reads = method === 'GET';
  const timeoutMs = own.timeoutMs ?? options.timeoutMs ?? (operation.slow ? Infinity : TIMEOUT_MS);
  const maxRetries = own.maxRetries ?? options.maxRetries ?? MAX_RETRIES;
  const deadlineMs = own.deadlineMs ?? options.deadlineMs ?? Infinity;
  // The clock is read only for those who asked for what it tells.
  const now = hooks || deadlineMs < Infinity ? () => performance.now() : () => 0;
  const deadlineAt = now() + deadlineMs;
  const call = hooks && { method, route, url: strike(url, token), idempotencyKey };
  let outcomeUnknown = false;
  try {
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      if (hooks) tell(hooks.onRequest, call, { attempt });
      const startedAt = now();
      const outcome = await sendOnce(
        transport,
        operation,
        url,
        Math.min(timeoutMs, deadlineAt - startedAt),
        attempt,
        arrival,
      );
      const failure = 'failure' in outcome ? outcome.failure : null;
      const verdict = failure && judge(failure, reads || idempotencyKey !== null);
      outcomeUnknown = !reads && (verdict?.outcomeUnknown ?? outcomeUnknown);
      const error = failure && errorOf({ ...failure, retryable: verdict!.retryable }, outcomeUnknown);
      if (hooks && failure?.status !== null) {
        const durationMs = now() - startedAt;
        const { status } = arrival.response!;
        tell(hooks.onResponse, call, { attempt, status, requestId: requestIdOf(arrival), durationMs, error });
      }
      if (!error) return (outcome as { data: object }).data;
      const waitMs =
        error.retryable && attempt <= maxRetries
          ? delayMs(error.retryAfterSeconds, attempt - 1, Math.random())
          : Infinity;
      if (!(now() + waitMs < deadlineAt)) throw error;
      tell(hooks?.onRetry, call, { attempt, delayMs: waitMs, error });
      await pause(waitMs, signal);
    }
  } catch (error) {
    tell(hooks?.onError, call, error);
    throw error;
  }
}

async function sendOnce(
  { token, headers, credentials, options }: Transport,
  { method, body, options: { signal, headers: further }, idempotencyKey, object }: Operation,
  url: string,
  timeoutMs: number,
  attempts: number,
  arrival: Arrival,
): Promise<Outcome> {
  const attempt = new AbortController();
  const abort = () => attempt.abort();
  // A timer longer than 32-bit milliseconds would fire at once.
  const timer = timeoutMs < 2 ** 31 ? setTimeout(abort, timeoutMs) : undefined;
  signal?.addEventListener('abort', abort);
  try {
    const init: RequestInit = {
      method,
      headers: headersOf(headers, further, attempts, body, idempotencyKey),
      // Following a redirect would turn a POST into a GET and might send the key to another host.
      redirect: 'manual',
      signal: attempt.signal,
    };
    if (body) init.body = body;
    if (credentials) init.credentials = credentials;
    const response = await (options.fetch ?? fetch)(url, init);
    const text = await response.text();
    arrival.response = response;
    arrival.attempts = attempts;
    return read(arrival, text, token, object, idempotencyKey);
  } catch (cause) {
    signal?.throwIfAborted();
    const late = attempt.signal.aborted;
    const told = late ? undefined : retell(cause, token);
    return {
      failure: {
        type: 'connection_error',
        code: late ? 'timeout' : 'connection_failed',
        message: late ? `No answer within ${Math.round(timeoutMs)} ms.` : connectionFault(told),
        status: null,
        idempotencyKey,
        attempts,
        cause: told,
      },
    };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** The client's own headers, and what this request adds: for a first read nothing, so that none are copied. */
function headersOf(
  own: Record<string, string>,
  further: Readonly<Record<string, string>> | undefined,
  attempts: number,
  body: string | undefined,
  idempotencyKey: string | null,
): Record<string, string> {
  if (!further && attempts === 1 && !body && !idempotencyKey) return own;
  const headers = { ...own, ...further };
  // What the service counts as one call. Not in a browser, as the other headers of this kind.
  if (attempts > 1 && own['svc-client']) headers['svc-retry-count'] = String(attempts - 1);
  if (body) headers['content-type'] = 'application/json';
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  return headers;
}

/** Waits, or returns early when the caller aborts: the next attempt checks the signal first. */
function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, signal?.aborted ? 0 : waitMs);
    signal?.addEventListener('abort', done);
  });
}
