// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { QUERY_REQUIRED, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { Call, CallOptions, Query } from '../../types.ts';
import type { Statement } from '../models.ts';

/**
 * What a token brought in a month.
 *
 * Every charge and refund that settled in a month, in one token, with the sums before, of and after it: what the service's records say
 * reached and left your wallets. A month begins and ends in UTC; in test mode the test clock's. `lines` has the first 1,000, the oldest
 * first; with `accept: text/csv` the response is all lines as CSV, in the same order, without the sums.
 *
 * `getStatement`: `GET /v1/statements`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getStatement(client: Client, query: Query<'getStatement'>, options?: CallOptions): Call<Statement> {
  return call(client, 'statement', 'GET', '/v1/statements', QUERY_REQUIRED, options, undefined, undefined, query);
}

/** The operations of `autopay.statements`. */
export interface StatementsResource {
  /**
   * What a token brought in a month.
   *
   * Every charge and refund that settled in a month, in one token, with the sums before, of and after it: what the service's records say
   * reached and left your wallets. A month begins and ends in UTC; in test mode the test clock's. `lines` has the first 1,000, the oldest
   * first; with `accept: text/csv` the response is all lines as CSV, in the same order, without the sums.
   *
   * `getStatement`: `GET /v1/statements`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  get(query: Query<'getStatement'>, options?: CallOptions): Call<Statement>;
}

/** The operations of `autopay.statements`, with their client. */
export function statements(client: Client): StatementsResource {
  return bind(client, {
    get: getStatement,
  }) as StatementsResource;
}
