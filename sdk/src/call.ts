import type { Client } from './client.ts';
import type { paths } from './generated/api.ts';
import type { Call, CallOptions, CallResponse, IdempotentCallOptions } from './types.ts';

/** What an operation is like, to be added up. */
export const IDEMPOTENT = 1;
export const BODY_REQUIRED = 2;
export const BODY_ALLOWED = 4;
export const QUERY_REQUIRED = 8;
/** The service answers when all is done, which may take minutes: no timeout but the caller's own. */
export const SLOW = 16;

/** HTTP methods of the contract. */
export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A call whose arguments have passed: nothing in it is the caller's to change any more. */
export interface Operation {
  method: Method;
  route: keyof paths;
  slow: boolean;
  options: IdempotentCallOptions;
  id: string | undefined;
  /** JSON text. */
  body: string | undefined;
  query: object | undefined;
  /** Null for operations that take none. */
  idempotencyKey: string | null;
}

/**
 * Calls an operation. `traits` adds up what it is like. Throws TypeError, before anything is sent, for an argument that
 * cannot be right; the promise rejects with AutopayError, or with the reason of the caller's signal.
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

/** The operation that these arguments make. Throws TypeError for one that cannot be right. */
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
  if (name && (typeof id !== 'string' || !/^\w+$/.test(id)))
    throw new TypeError(`${name} must be letters, digits and underscores, such as man_1A2b.`);
  const takesBody = traits & (BODY_REQUIRED | BODY_ALLOWED);
  if (takesBody && (body !== undefined || traits & BODY_REQUIRED)) mustBeObject('body', body);
  if (query !== undefined || traits & QUERY_REQUIRED) mustBeObject('query', query);
  mustBeObject('options', options);
  const takesKey = traits & IDEMPOTENT;
  for (const option in options) {
    if (
      !/^(signal|timeoutMs|maxRetries|deadlineMs)$/.test(option) &&
      !(takesKey && option === 'idempotencyKey')
    )
      throw new TypeError(`options.${option} is no option of this call.`);
  }
  checkTimes(options);
  const { signal, idempotencyKey } = options;
  if (signal !== undefined && typeof signal.addEventListener !== 'function')
    throw new TypeError('options.signal must be an AbortSignal.');
  if (
    idempotencyKey !== undefined &&
    !(typeof idempotencyKey === 'string' && /^[ -~]{1,255}$/.test(idempotencyKey))
  )
    throw new TypeError('options.idempotencyKey must be 1 to 255 printable ASCII characters.');
  return {
    method,
    route,
    slow: (traits & SLOW) > 0,
    options,
    id,
    body: body === undefined ? undefined : jsonOf(body),
    query,
    idempotencyKey: takesKey ? (idempotencyKey ?? crypto.randomUUID()) : null,
  };
}

/** Throws TypeError for times and counts that cannot be right. */
export function checkTimes({ timeoutMs, maxRetries, deadlineMs }: CallOptions): void {
  // A longer timer than a 32-bit count of milliseconds fires at once.
  if (timeoutMs !== undefined && !(timeoutMs > 0 && timeoutMs < 2 ** 31))
    throw new TypeError('timeoutMs must be a positive number of milliseconds.');
  if (deadlineMs !== undefined && !(deadlineMs > 0))
    throw new TypeError('deadlineMs must be a positive number of milliseconds.');
  if (maxRetries !== undefined && !(Number.isInteger(maxRetries) && maxRetries >= 0 && maxRetries <= 10))
    throw new TypeError('maxRetries must be 0 to 10.');
}

function mustBeObject(name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${name} must be an object.`);
}

/** Amounts may be bigint: JSON has none, and the contract's amounts are decimal strings. */
function jsonOf(body: object): string {
  return JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}
