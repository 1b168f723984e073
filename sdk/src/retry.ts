import { neverSent } from './connection-fault.ts';
import type { AutopayErrorFields } from './errors.ts';

/** Longer waits are left to the caller: the error carries `retryAfterSeconds`. */
const MAX_RETRY_AFTER_SECONDS = 60;

/** The first retry waits up to 0.5 s, each further one up to twice that, at most 8 s. */
const BASE_DELAY_MS = 500;
const MAX_DELAY_MS = 8_000;

/** What a failed attempt means for its call. */
export interface Verdict {
  /** The fault is temporary, and another attempt cannot have a second effect. */
  retryable: boolean;
  /**
   * True: it is unknown whether the attempt took effect. False: the service rejected it, and would have
   * rejected an earlier attempt with the same key. Null: this attempt did nothing, and says nothing about
   * earlier ones.
   */
  outcomeUnknown: boolean | null;
}

/**
 * Judges a failed attempt. `safe`: the call may run twice without a second effect, because it only reads or
 * carries an Idempotency-Key.
 */
export function judge({ status, code, cause }: AutopayErrorFields, safe: boolean): Verdict {
  if (status === null) {
    const unsent = neverSent(cause);
    // A certificate that is refused now is refused in a second, too.
    return { retryable: unsent ? unsent === 'unreached' : safe, outcomeUnknown: unsent ? null : true };
  }
  // A 429 is sent before any work; any other error may come from a proxy in front of work that was done.
  if (status === 429) return { retryable: true, outcomeUnknown: null };
  const passes = status === 408 || status >= 500 || code === 'request_in_flight';
  // An unreadable success took effect, but its result is lost.
  const lost = passes || (status >= 200 && status < 300);
  // A credential may have been revoked in between, and a proxy's page says nothing about the service.
  const silent = status === 401 || status === 403 || code === 'unexpected_response';
  return { retryable: passes && safe, outcomeUnknown: lost || (silent ? null : false) };
}

/**
 * Milliseconds before the next attempt, Infinity for none. `attempt` counts from 0; `random` is in [0, 1).
 */
export function delayMs(retryAfterSeconds: number | null, attempt: number, random: number): number {
  if (retryAfterSeconds === null) return random * Math.min(MAX_DELAY_MS, BASE_DELAY_MS * 2 ** attempt);
  return retryAfterSeconds <= MAX_RETRY_AFTER_SECONDS ? retryAfterSeconds * 1000 : Infinity;
}
