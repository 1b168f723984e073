import type { Client } from './client.ts';
import { must, mustBeObject } from './must.ts';
import type { paths } from './generated/api.ts';
import type { Call, CallOptions, CallResponse, IdempotentCallOptions } from './types.ts';

/** Traits of an operation, combined by addition. */
export const IDEMPOTENT = 1;
export const BODY_REQUIRED = 2;
export const QUERY_REQUIRED = 4;
/** The service responds when all is done, which may take minutes: only the caller's own timeout applies. */
export const SLOW = 8;
/** A response of another protocol, which has no `object`. */
export const FOREIGN = 16;

const OPTIONS = /^(signal|timeoutMs|maxRetries|deadlineMs|idempotencyKey)$/;

/** HTTP methods of the contract. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A checked call: nothing in it can be changed by the caller any more. */
export interface Operation {
  method: Method;
  route: keyof paths;
  slow: boolean;
  /** The response has no `object`. */
  foreign: boolean;
  options: IdempotentCallOptions;
  id: string | undefined;
  /** JSON text. */
  body: string | undefined;
  query: object | undefined;
  /** Null for operations without one. */
  idempotencyKey: string | null;
}

/**
 * Calls an operation. `traits` is the sum of its traits. Throws TypeError, before anything is sent, for a
 * wrong argument; the promise rejects with AutopayError, or with the reason of the caller's signal.
 */
export function call<T>(
  client: Client,
  method: Method,
  route: keyof paths,
  traits: number,
  options?: CallOptions,
  id?: string,
  body?: object,
  query?: object,
): Call<T> {
  const operation = check(method, route, traits, options, id, body, query);
  const answer: Partial<CallResponse<T>> = {};
  const promise = client.send(operation, answer) as Call<T>;
  promise.withResponse = () => promise.then((data) => ({ ...(answer as CallResponse<T>), data }));
  return promise;
}

/** Builds the operation from the arguments. Throws TypeError for a wrong one. */
export function check(
  method: Method,
  route: keyof paths,
  traits: number,
  options: IdempotentCallOptions = {},
  id?: string,
  body?: object,
  query?: object,
): Operation {
  const name = /\{(\w+)\}/.exec(route)?.[1];
  // "" or ".." would address another route.
  if (name) must(typeof id === 'string' && /^\w+$/.test(id), name, 'letters, digits and underscores');
  if (body !== undefined || traits & BODY_REQUIRED) mustBeObject('body', body);
  if (query !== undefined || traits & QUERY_REQUIRED) mustBeObject('query', query);
  for (const [key, value] of Object.entries(query ?? {}))
    must(isScalar(value), `query.${key}`, 'a string or a finite number');
  mustBeObject('options', options);
  checkOptions(options);
  const takesKey = (traits & IDEMPOTENT) > 0;
  for (const option in options) {
    const known = OPTIONS.test(option) && (takesKey || option !== 'idempotencyKey');
    must(known, `options.${option}`, 'left out: this call has no such option');
  }
  const { signal, idempotencyKey } = options;
  must(
    signal === undefined || typeof signal?.addEventListener === 'function',
    'options.signal',
    'an AbortSignal',
  );
  must(
    idempotencyKey === undefined ||
      (typeof idempotencyKey === 'string' && /^[ -~]{1,255}$/.test(idempotencyKey)),
    'options.idempotencyKey',
    '1 to 255 printable ASCII characters',
  );
  return {
    method,
    route,
    slow: (traits & SLOW) > 0,
    foreign: (traits & FOREIGN) > 0,
    options,
    id,
    body: body === undefined ? undefined : jsonOf(body),
    query,
    idempotencyKey: takesKey ? (idempotencyKey ?? crypto.randomUUID()) : null,
  };
}

/** Throws TypeError for invalid times and counts. */
export function checkOptions({ timeoutMs = 1, maxRetries = 0, deadlineMs = 1 }: CallOptions): void {
  for (const [name, ms] of Object.entries({ timeoutMs, deadlineMs }))
    must(typeof ms === 'number' && ms > 0, name, 'a positive number');
  must([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].includes(maxRetries), 'maxRetries', '0 to 10');
}

/** Values a query can hold, undefined included. */
function isScalar(value: unknown): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : !/^(obj|fun|sym)/.test(typeof value);
}

/**
 * Amounts may be bigint, which JSON lacks: the contract's amounts are decimal strings. Most bodies have none.
 */
function jsonOf(body: object): string {
  try {
    return JSON.stringify(body);
  } catch {
    return JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  }
}
