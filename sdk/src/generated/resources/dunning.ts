// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { Body, Call, CallOptions } from '../../types.ts';
import type { Dunning } from '../models.ts';

/**
 * What happens when a renewal fails.
 *
 * In the mode of the request. Until you choose something, the defaults count.
 *
 * `getDunning`: `GET /v1/dunning`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getDunning(client: Client, options?: CallOptions): Call<Dunning> {
  return call(client, 'dunning', 'GET', '/v1/dunning', 0, options);
}

/**
 * Choose what happens when a renewal fails.
 *
 * Replaces all of it, in the mode of the request: a field that the request leaves out has its default from then on.
 * It counts for charges that fail for the first time afterwards. A charge that is being tried again goes on as it began.
 *
 * `setDunning`: `PUT /v1/dunning`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function setDunning(client: Client, body?: Body<'setDunning'>, options?: CallOptions): Call<Dunning> {
  return call(client, 'dunning', 'PUT', '/v1/dunning', 0, options, undefined, body);
}

/** The operations of `autopay.dunning`. */
export interface DunningResource {
  /**
   * What happens when a renewal fails.
   *
   * In the mode of the request. Until you choose something, the defaults count.
   *
   * `getDunning`: `GET /v1/dunning`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  get(options?: CallOptions): Call<Dunning>;
  /**
   * Choose what happens when a renewal fails.
   *
   * Replaces all of it, in the mode of the request: a field that the request leaves out has its default from then on.
   * It counts for charges that fail for the first time afterwards. A charge that is being tried again goes on as it began.
   *
   * `setDunning`: `PUT /v1/dunning`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  set(body?: Body<'setDunning'>, options?: CallOptions): Call<Dunning>;
}

/** The operations of `autopay.dunning`, with their client. */
export function dunning(client: Client): DunningResource {
  return bind(client, {
    get: getDunning,
    set: setDunning,
  }) as DunningResource;
}
