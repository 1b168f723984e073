import type { AutopayError } from './errors.ts';

/** A call as hooks see it: one object for all its attempts. Contains no secret. */
export interface HookedCall {
  method: string;
  /** The contract's route, such as /v1/mandates/{id}: few values, suited for grouping. */
  route: string;
  /** The URL with its query, a client_secret removed. */
  url: string;
  idempotencyKey: string | null;
}

/** One request of a call. `attempt` counts from 1. */
export interface HookedAttempt {
  attempt: number;
}

/** How a request ended. */
export interface HookedResponse extends HookedAttempt {
  status: number;
  requestId: string | null;
  /** Milliseconds from sending to the end of the body. */
  durationMs: number;
  /** Null if the call succeeded with this response. */
  error: AutopayError | null;
}

/** Why and when a request is repeated. */
export interface HookedRetry extends HookedAttempt {
  delayMs: number;
  error: AutopayError;
}

/**
 * Callbacks that observe calls. What a hook throws becomes a warning of the runtime, and the call continues.
 */
export interface Hooks {
  /** A request is about to be sent. */
  onRequest?: (call: HookedCall, request: HookedAttempt) => void;
  /** A response arrived, body included. */
  onResponse?: (call: HookedCall, response: HookedResponse) => void;
  /** Another request follows after `delayMs`. */
  onRetry?: (call: HookedCall, retry: HookedRetry) => void;
  /** The call failed with `error`: an AutopayError, or the reason of the caller's signal. */
  onError?: (call: HookedCall, error: unknown) => void;
}

/** Runs a hook. A payment does not fail because somebody's logging does. */
export function tell<E>(
  hook: ((call: HookedCall, event: E) => void) | undefined,
  call: HookedCall | undefined,
  event: E,
): void {
  try {
    hook?.(call!, event);
  } catch (cause) {
    const { process, reportError } = globalThis as {
      process?: { emitWarning?: (warning: Error) => void };
      reportError?: (error: unknown) => void;
    };
    const warning = new Error('A hook of @autopay/sdk threw.', { cause });
    if (process?.emitWarning) process.emitWarning(warning);
    else reportError?.(warning);
  }
}
