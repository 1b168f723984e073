import type { AutopayError } from './errors.ts';

/** A longer wait is the caller's to plan: the error carries `retryAfterSeconds`. */
const MAX_RETRY_AFTER_SECONDS = 60;

/** The first retry waits up to 0.5 s, each further one up to twice that, at most 8 s. */
const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;

/** Failures before a byte of the request was sent, as Node names them: repeating these is safe for any call. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Milliseconds to wait before the next attempt, or null where there must be none. `safe`: the call may run twice without
 * a second effect (it reads, or carries an Idempotency-Key). `attempt` counts from 0; `random` is in [0, 1).
 */
export function retryDelayMs(
  failure: AutopayError,
  safe: boolean,
  attempt: number,
  random: number,
): number | null {
  if (!mayRepeat(failure, safe)) return null;
  if (failure.retryAfterSeconds === null)
    return random * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** attempt);
  return failure.retryAfterSeconds <= MAX_RETRY_AFTER_SECONDS ? failure.retryAfterSeconds * 1000 : null;
}

function mayRepeat(failure: AutopayError, safe: boolean): boolean {
  const { status } = failure;
  if (status === null) return safe || wasNeverSent(failure);
  // A 429 is refused before any work; every other refusal may come from a proxy in front of work that was done.
  if (status === 429) return true;
  return safe && (status === 408 || status >= 500 || failure.code === 'request_in_flight');
}

function wasNeverSent(failure: AutopayError): boolean {
  const fetchError = failure.cause as { code?: unknown; cause?: { code?: unknown } } | undefined;
  return [fetchError?.code, fetchError?.cause?.code].some((code) => NEVER_SENT.has(code as string));
}
