import { type Arrival, describe } from './answer.ts';
import type { Client } from './client.ts';
import { must, mustBeObject } from './must.ts';
import type { Call, CallOptions, IdempotentCallOptions } from './types.ts';

/** Traits of an operation, combined by addition. */
export const IDEMPOTENT = 1;
export const BODY_REQUIRED = 2;
export const QUERY_REQUIRED = 4;
/** The service responds when all is done, which may take minutes: only the caller's own timeout applies. */
export const SLOW = 8;

const OPTIONS = /^(signal|timeoutMs|maxRetries|deadlineMs|idempotencyKey|headers)$/;

/** Headers that are this package's own, and those by which a connection is held. */
const OWN_HEADERS = /^(authorization|idempotency-key|content-type|content-length|host|connection|svc-.*)$/i;

/** HTTP methods of the contract. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A checked call: nothing in it can be changed by the caller any more. */
export interface Operation {
  method: Method;
  /** Of the contract, with `id` in its place once it is sent. */
  route: string;
  /** What the response says it is in `object`; null for a response of another protocol, which says nothing. */
  object: string | null;
  slow: boolean;
  options: IdempotentCallOptions;
  id: string | undefined;
  /** JSON text. */
  body: string | undefined;
  query: object | undefined;
  /** Null for operations without one. */
  idempotencyKey: string | null;
}

/**
 * Calls an operation, whose response says that it is `object`. `traits` is the sum of its traits. Throws TypeError, before anything is sent, for a
 * wrong argument; the promise rejects with AutopayError, or with the reason of the caller's signal.
 */
export function call<T>(
  client: Client,
  object: string | null,
  method: Method,
  route: string,
  traits: number,
  options?: CallOptions,
  id?: string,
  body?: object,
  query?: object,
): Call<T> {
  const operation = check(object, method, route, traits, options, id, body, query);
  const arrival: Arrival = { response: null, attempts: 0 };
  const promise = client.send(operation, arrival) as Call<T>;
  // Not assigned as it is written: V8 allocates such a function with its old objects, and the response with all it holds would stay as long.
  const withResponse = () =>
    promise.then((data) => ({ ...describe(arrival, operation.idempotencyKey), data }));
  promise.withResponse = withResponse;
  return promise;
}

/** Builds the operation from the arguments. Throws TypeError for a wrong one. */
export function check(
  object: string | null,
  method: Method,
  route: string,
  traits: number,
  options: IdempotentCallOptions = NONE,
  id?: string,
  body?: object,
  query?: object,
): Operation {
  const name = /\{(\w+)\}/.exec(route)?.[1];
  // "" or ".." would address another route.
  if (name) must(typeof id === 'string' && /^\w+$/.test(id), name, 'letters, digits and underscores');
  if (body !== undefined || traits & BODY_REQUIRED) mustBeObject('body', body);
  if (query !== undefined || traits & QUERY_REQUIRED) mustBeObject('query', query);
  if (query !== undefined)
    for (const [key, value] of Object.entries(query))
      must(isScalar(value), `query.${key}`, 'a string or a finite number');
  const takesKey = (traits & IDEMPOTENT) > 0;
  // Most calls have none, and what is checked here is paid for by each of them.
  if (options !== NONE) checkCallOptions(options, takesKey);
  return {
    method,
    route,
    object,
    slow: (traits & SLOW) > 0,
    options,
    id,
    body: body === undefined ? undefined : jsonOf(body),
    query,
    idempotencyKey: takesKey ? (options.idempotencyKey ?? crypto.randomUUID()) : null,
  };
}

const NONE: IdempotentCallOptions = {};

function checkCallOptions(options: IdempotentCallOptions, takesKey: boolean): void {
  mustBeObject('options', options);
  checkOptions(options);
  for (const option in options) {
    const known = OPTIONS.test(option) && (takesKey || option !== 'idempotencyKey');
    must(known, `options.${option}`, 'left out: there is no such option');
  }
  const { signal, idempotencyKey, headers = {} } = options;
  mustBeObject('options.headers', headers);
  for (const [name, value] of Object.entries(headers)) {
    // Checked here because an HTTP library that finds a stray newline prints the value, which may be a secret.
    const fits = /^[\w!#$%&'*+.^`|~-]+$/.test(name) && typeof value === 'string' && /^[\t -~]*$/.test(value);
    must(fits, `options.headers.${name}`, 'printable ASCII text under the name of a header');
    must(!OWN_HEADERS.test(name), `options.headers.${name}`, 'left out: this package sets it');
  }
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
}

/** Throws TypeError for invalid times and counts. */
export function checkOptions({ timeoutMs = 1, maxRetries = 0, deadlineMs = 1 }: CallOptions): void {
  for (const [name, ms] of Object.entries({ timeoutMs, deadlineMs }))
    must(typeof ms === 'number' && ms > 0, name, 'a positive number');
  // A whole number, and not a negative one.
  must(maxRetries >>> 0 === maxRetries && maxRetries <= 10, 'maxRetries', '0 to 10');
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
