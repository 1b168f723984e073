import { call, IDEMPOTENT, type Method } from './call.ts';
import type { Client } from './client.ts';
import { must } from './must.ts';
import type { Call, IdempotentCallOptions } from './types.ts';

/** What to send with `request`, beside the options of any call. */
export interface RequestOptions extends IdempotentCallOptions {
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** Sent as JSON. */
  body?: object | undefined;
}

/**
 * Calls any path of the deployment, for what this version has no method for: `request(client, 'GET', '/v1/mandates')`. With
 * the client's credential, timeouts, hooks and errors; the response may be any JSON object. A write is repeated only with an
 * `idempotencyKey` of yours, and only where the operation takes one. Throws TypeError for a wrong argument.
 */
export function request<T extends object = Record<string, unknown>>(
  client: Client,
  method: Method,
  path: string,
  { query, body, ...options }: RequestOptions = {},
): Call<T> {
  must(/^(GET|POST|PUT|PATCH|DELETE)$/.test(method), 'method', 'GET, POST, PUT, PATCH or DELETE');
  must(
    typeof path === 'string' && /^(\/[\w~-][\w~.-]*)+$/.test(path),
    'path',
    'a path such as /v1/mandates, without a query',
  );
  // A key that is undefined is none, as everywhere.
  if (options.idempotencyKey === undefined) delete options.idempotencyKey;
  const traits = options.idempotencyKey === undefined || method === 'GET' ? 0 : IDEMPOTENT;
  return call<T>(client, null, method, path, traits, options, undefined, body, query);
}
