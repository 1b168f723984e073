import { IDEMPOTENCY_SECONDS } from '../../../rules/lifetimes.ts';
import { ApiError } from '../../../rules/api-error.ts';
import type { Operation } from './operation.ts';
import type { ValidInput } from './validate.ts';
import type { Caller } from './world.ts';

/** A stored response and the request it belongs to. */
interface Stored {
  request: string;
  storedAt: number;
  status: number;
  text: string;
}

/** Responses kept for replay, by merchant, mode and key. */
export type IdempotencyStore = Map<string, Stored>;

/** A new key, or the response of its first request. */
export type Claim =
  | { replay: { status: number; text: string } }
  | { settle: (status: number, text: string) => void };

/**
 * What an Idempotency-Key means for a request; null if it does not apply: no key, or no credential that names
 * the merchant. Throws parameter_invalid if the key belongs to a different request.
 */
export function claim(
  store: IdempotencyStore,
  operation: Operation,
  request: { path: string; input: ValidInput; caller: Caller | null; now: number },
): Claim | null {
  const { path, input, caller, now } = request;
  const key = input.header['Idempotency-Key'];
  if (!operation.idempotent || typeof key !== 'string') return null;
  if (caller?.kind !== 'key' && caller?.kind !== 'session') return null;
  const scope = `${caller.merchantId}/${caller.livemode}/${key}`;
  const asked = `${operation.method} ${path}\n${canonical(input.body)}`;
  const stored = store.get(scope);
  if (stored === undefined || stored.storedAt + IDEMPOTENCY_SECONDS <= now) {
    return {
      settle: (status, text) => void store.set(scope, { request: asked, storedAt: now, status, text }),
    };
  }
  if (stored.request === asked) return { replay: stored };
  throw new ApiError('parameter_invalid', {
    param: 'Idempotency-Key',
    message: 'This Idempotency-Key was used for a different request. Use a new key for each new request.',
  });
}

/** The same text for any order of fields. */
function canonical(body: Record<string, unknown>): string {
  return JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)));
}
