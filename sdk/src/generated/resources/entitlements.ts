// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { QUERY_REQUIRED, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { Call, CallOptions, Query } from '../../types.ts';
import type { Entitlement } from '../models.ts';

/**
 * Whether a wallet is entitled to a product.
 *
 * Asked by the product's merchant, with a purchase's `client_secret` (which counts for that purchase alone), or with the payer's wallet session. The content comes with
 * the payer's own proof only. Entitled until the end of the last paid period or of the trial, and while a charge is being retried;
 * for good after an outright purchase. A charge that was refunded in full does not count; a trial that began does, to its end.
 *
 * `getEntitlement`: `GET /v1/entitlements`.
 *
 * Fails with `wallet_proof_required`, `invalid_client_secret`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getEntitlement(client: Client, query: Query<'getEntitlement'>, options?: CallOptions): Call<Entitlement> {
  return call(client, 'entitlement', 'GET', '/v1/entitlements', QUERY_REQUIRED, options, undefined, undefined, query);
}

/** The operations of `autopay.entitlements`. */
export interface EntitlementsResource {
  /**
   * Whether a wallet is entitled to a product.
   *
   * Asked by the product's merchant, with a purchase's `client_secret` (which counts for that purchase alone), or with the payer's wallet session. The content comes with
   * the payer's own proof only. Entitled until the end of the last paid period or of the trial, and while a charge is being retried;
   * for good after an outright purchase. A charge that was refunded in full does not count; a trial that began does, to its end.
   *
   * `getEntitlement`: `GET /v1/entitlements`.
   *
   * Fails with `wallet_proof_required`, `invalid_client_secret`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  get(query: Query<'getEntitlement'>, options?: CallOptions): Call<Entitlement>;
}

/** The operations of `autopay.entitlements`, with their client. */
export function entitlements(client: Client): EntitlementsResource {
  return bind(client, {
    get: getEntitlement,
  }) as EntitlementsResource;
}
