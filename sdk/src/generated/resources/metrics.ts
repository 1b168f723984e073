// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { Call, CallOptions, Query } from '../../types.ts';
import type { Metrics } from '../models.ts';

/**
 * Volume and subscriptions in a window.
 *
 * The window includes both its ends, so that a charge settling now belongs to today. It is compared with the window of the same length
 * that ends one second before it. Totals over several tokens count stable ones 1:1, scaled to the floor token's decimals and rounded
 * towards zero, each figure for itself; `byMint` gives each token exactly.
 *
 * `getMetrics`: `GET /v1/metrics`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getMetrics(client: Client, query?: Query<'getMetrics'>, options?: CallOptions): Call<Metrics> {
  return call(client, 'metrics', 'GET', '/v1/metrics', 0, options, undefined, undefined, query);
}

/** The operations of `autopay.metrics`. */
export interface MetricsResource {
  /**
   * Volume and subscriptions in a window.
   *
   * The window includes both its ends, so that a charge settling now belongs to today. It is compared with the window of the same length
   * that ends one second before it. Totals over several tokens count stable ones 1:1, scaled to the floor token's decimals and rounded
   * towards zero, each figure for itself; `byMint` gives each token exactly.
   *
   * `getMetrics`: `GET /v1/metrics`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  get(query?: Query<'getMetrics'>, options?: CallOptions): Call<Metrics>;
}

/** The operations of `autopay.metrics`, with their client. */
export function metrics(client: Client): MetricsResource {
  return bind(client, {
    get: getMetrics,
  }) as MetricsResource;
}
