// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { Call, CallOptions, Query } from '../../types.ts';
import type { Forecast } from '../models.ts';

/**
 * What falls due, and what of it is at risk.
 *
 * Every charge of active subscriptions that falls due in the days to come, by token and UTC day: expected, or at risk because the payer's
 * token account does not cover it as it was when it was last read on chain (`readAt`). In order of time your own charges are played against
 * what the payer holds and has approved; a subscription of which one charge fails is not counted on afterwards. What a payer owes to others
 * is not known here, so `expected` is the most that can be expected.
 *
 * `getForecast`: `GET /v1/forecast`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getForecast(client: Client, query?: Query<'getForecast'>, options?: CallOptions): Call<Forecast> {
  return call(client, 'forecast', 'GET', '/v1/forecast', 0, options, undefined, undefined, query);
}

/** The operations of `autopay.forecast`. */
export interface ForecastResource {
  /**
   * What falls due, and what of it is at risk.
   *
   * Every charge of active subscriptions that falls due in the days to come, by token and UTC day: expected, or at risk because the payer's
   * token account does not cover it as it was when it was last read on chain (`readAt`). In order of time your own charges are played against
   * what the payer holds and has approved; a subscription of which one charge fails is not counted on afterwards. What a payer owes to others
   * is not known here, so `expected` is the most that can be expected.
   *
   * `getForecast`: `GET /v1/forecast`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  get(query?: Query<'getForecast'>, options?: CallOptions): Call<Forecast>;
}

/** The operations of `autopay.forecast`, with their client. */
export function forecast(client: Client): ForecastResource {
  return bind(client, {
    get: getForecast,
  }) as ForecastResource;
}
