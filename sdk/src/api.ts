import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './generated/api.ts';
import { idempotentOperations } from './generated/operations.ts';
import { send, type SendOptions } from './send.ts';
import type { IdempotentCallOptions } from './types.ts';

/** The contract's operations over one deployment. The secret key lives in this closure only, so that printing a client cannot show it. */
export type Api = Client<paths>;

/** An Api for the deployment at `baseUrl`; `secretKey` null for the operations that need none. */
export function createApi(secretKey: string | null, baseUrl: string, options: SendOptions): Api {
  const api = createClient<paths>({
    baseUrl,
    headers: {
      accept: 'application/json',
      ...(secretKey === null ? {} : { authorization: `Bearer ${secretKey}` }),
    },
    fetch: (request) => send(request, options),
  });
  api.use({
    onRequest({ request, schemaPath }) {
      const takesKey = idempotentOperations.includes(`${request.method} ${schemaPath}`);
      if (takesKey && !request.headers.has('idempotency-key')) {
        request.headers.set('idempotency-key', crypto.randomUUID());
      }
    },
  });
  return api;
}

/** The answer's object. `send` has thrown for every other outcome, so data is always there. */
export async function dataOf<T>(call: Promise<{ data?: T }>): Promise<NonNullable<T>> {
  return (await call).data as NonNullable<T>;
}

/** What the caller's options mean to a request. */
export function init({ signal, idempotencyKey }: IdempotentCallOptions = {}) {
  return {
    ...(signal === undefined ? {} : { signal }),
    ...(idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': idempotencyKey } }),
  };
}

/** The path parameter `id`. Throws TypeError for what is no id: "" or ".." would address another route. */
export function path(id: string): { path: { id: string } } {
  if (typeof id !== 'string' || !/^\w+$/.test(id))
    throw new TypeError('An id is letters, digits and underscores, such as man_1A2b.');
  return { path: { id } };
}
