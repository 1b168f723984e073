// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { Call, CallOptions, Query } from '../../types.ts';
import type { Metrics, Retention } from '../models.ts';

/**
 * Volume and subscriptions in a window.
 *
 * The window includes both its ends, so that a charge settling now belongs to today. It is compared with the window of the same length
 * that ends one second before it. Totals over several tokens count stable ones 1:1, scaled to the floor token's decimals and rounded
 * towards zero, each figure for itself; `byMint` gives each token exactly.
 *
 * `recovered` are payments of subscriptions that failed at least once and then succeeded in the window. `lost` are payments that failed and
 * were given up, or whose subscription ended before they could be tried again, counted when the subscription ended. `atRisk` is as of now,
 * whatever the window: payments that failed and are tried again, and payments due within seven days that the payer's approval no longer
 * covers, or that the payer could not cover when signing up for a trial.
 *
 * `getMetrics`: `GET /v1/metrics`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getMetrics(client: Client, query?: Query<'getMetrics'>, options?: CallOptions): Call<Metrics> {
  return call(client, 'metrics', 'GET', '/v1/metrics', 0, options, undefined, undefined, query);
}

/**
 * Churn, trials and cohorts by month.
 *
 * UTC months by the merchant's clock, the current one up to now. A subscription churns in the month in which its payer cancels it, its
 * merchant does, or a payment fails for good; one that was completed or reached its end has not churned. A trial ends when its first
 * payment falls due, or with the subscription if that is earlier; it converts once that payment succeeds. A cohort is what started in one
 * month. One-time purchases are not counted.
 *
 * `getRetention`: `GET /v1/metrics/retention`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getRetention(client: Client, query?: Query<'getRetention'>, options?: CallOptions): Call<Retention> {
  return call(client, 'retention', 'GET', '/v1/metrics/retention', 0, options, undefined, undefined, query);
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
   * `recovered` are payments of subscriptions that failed at least once and then succeeded in the window. `lost` are payments that failed and
   * were given up, or whose subscription ended before they could be tried again, counted when the subscription ended. `atRisk` is as of now,
   * whatever the window: payments that failed and are tried again, and payments due within seven days that the payer's approval no longer
   * covers, or that the payer could not cover when signing up for a trial.
   *
   * `getMetrics`: `GET /v1/metrics`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  get(query?: Query<'getMetrics'>, options?: CallOptions): Call<Metrics>;
  /**
   * Churn, trials and cohorts by month.
   *
   * UTC months by the merchant's clock, the current one up to now. A subscription churns in the month in which its payer cancels it, its
   * merchant does, or a payment fails for good; one that was completed or reached its end has not churned. A trial ends when its first
   * payment falls due, or with the subscription if that is earlier; it converts once that payment succeeds. A cohort is what started in one
   * month. One-time purchases are not counted.
   *
   * `getRetention`: `GET /v1/metrics/retention`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  getRetention(query?: Query<'getRetention'>, options?: CallOptions): Call<Retention>;
}

/** The operations of `autopay.metrics`, with their client. */
export function metrics(client: Client): MetricsResource {
  return bind(client, {
    get: getMetrics,
    getRetention: getRetention,
  }) as MetricsResource;
}
