import type { AutopayErrorFields } from './errors.ts';

/** A longer wait is the caller's to plan: the error carries `retryAfterSeconds`. */
const MAX_RETRY_AFTER_SECONDS = 60;

/** The first retry waits up to 0.5 s, each further one up to twice that, at most 8 s. */
const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;

/** Failures before a byte of the request was sent, as Node and Bun name them: repeating these is safe for any call. */
const NEVER_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket)$/;

/** What a failed attempt says about its call. */
export interface Verdict {
  /** The fault passes, and another attempt cannot have a second effect. */
  retryable: boolean;
  /**
   * True: what the attempt did, if it does anything at all, is not known. False: the service refused, and would have refused
   * an earlier attempt with the same key. Null: this attempt did nothing, and says nothing of the earlier ones.
   */
  outcomeUnknown: boolean | null;
}

/** Judges a failed attempt. `safe`: the call may run twice without a second effect: it reads, or carries an Idempotency-Key. */
export function judge({ status, code, cause }: AutopayErrorFields, safe: boolean): Verdict {
  if (status === null) {
    const sent = !wasNeverSent(cause);
    return { retryable: safe || !sent, outcomeUnknown: sent || null };
  }
  // A 429 is refused before any work; every other refusal may come from a proxy in front of work that was done.
  if (status === 429) return { retryable: true, outcomeUnknown: null };
  const passes = status === 408 || status >= 500 || code === 'request_in_flight';
  // A success that cannot be read has happened, but what it was is lost.
  const lost = passes || (status >= 200 && status < 300);
  // A credential may have been revoked in between, and a page of a proxy says nothing of the service.
  const silent = status === 401 || status === 403 || code === 'unexpected_response';
  return { retryable: passes && safe, outcomeUnknown: lost || (silent ? null : false) };
}

/** Milliseconds before the next attempt, Infinity for never. `attempt` counts from 0; `random` is in [0, 1). */
export function delayMs(retryAfterSeconds: number | null, attempt: number, random: number): number {
  if (retryAfterSeconds === null) return random * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** attempt);
  return retryAfterSeconds <= MAX_RETRY_AFTER_SECONDS ? retryAfterSeconds * 1000 : Infinity;
}

/** Whether `thrown`, by fetch, came before the request left. Deno tells it in words only. */
function wasNeverSent(thrown: unknown): boolean {
  const { code, message, cause } = (thrown ?? {}) as { code?: unknown; message?: unknown; cause?: unknown };
  return (
    NEVER_SENT.test(String(code)) ||
    /client error \(Connect\)/.test(String(message)) ||
    (cause !== undefined && wasNeverSent(cause))
  );
}
