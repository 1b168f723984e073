// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { BODY_REQUIRED, IDEMPOTENT, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import { ListCall } from '../../list.ts';
import type { Body, Call, CallOptions, IdempotentCallOptions, Query } from '../../types.ts';
import type { Charge, Mandate, MandateWithSecret, Refund } from '../models.ts';

/**
 * List mandates.
 *
 * With `accept: text/csv` the response is the whole filtered list as CSV, whatever `limit`.
 *
 * `listMandates`: `GET /v1/mandates`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listMandates(client: Client, query?: Query<'listMandates'>, options?: CallOptions): ListCall<Mandate> {
  return new ListCall(client, '/v1/mandates', options, query);
}

/**
 * Create a mandate.
 *
 * Creates the mandate and its on-chain plan, which is published at once or, beyond the merchant's daily quota and for mandates
 * started from links and products, when the payer has signed; `planSignature` is null until then. Without `autoAuthorize` it is pending until the payer has authorized it
 * through the checkout operations with the `client_secret` of this response, which is shown once.
 *
 * `createMandate`: `POST /v1/mandates`. Carries an Idempotency-Key, so that it is repeated safely.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `recurring_unavailable`, `no_payout_wallet`, `mint_not_allowed`, `broadcast_unavailable`, `purchases_unavailable`, `verification_failed`, `request_in_flight`, `test_mode_only`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createMandate(client: Client, body: Body<'createMandate'>, options?: IdempotentCallOptions): Call<MandateWithSecret> {
  return call(client, 'mandate', 'POST', '/v1/mandates', IDEMPOTENT | BODY_REQUIRED, options, undefined, body);
}

/**
 * Read a mandate.
 *
 * `getMandate`: `GET /v1/mandates/{id}`.
 *
 * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getMandate(client: Client, id: string, options?: CallOptions): Call<Mandate> {
  return call(client, 'mandate', 'GET', '/v1/mandates/{id}', 0, options, id);
}

/**
 * List a mandate's charges.
 *
 * `listMandateCharges`: `GET /v1/mandates/{id}/charges`.
 *
 * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listMandateCharges(client: Client, id: string, query?: Query<'listMandateCharges'>, options?: CallOptions): ListCall<Charge> {
  return new ListCall(client, '/v1/mandates/{id}/charges', options, query, id);
}

/**
 * List a mandate's refunds.
 *
 * `listMandateRefunds`: `GET /v1/mandates/{id}/refunds`.
 *
 * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listMandateRefunds(client: Client, id: string, query?: Query<'listMandateRefunds'>, options?: CallOptions): ListCall<Refund> {
  return new ListCall(client, '/v1/mandates/{id}/refunds', options, query, id);
}

/**
 * Revoke a mandate.
 *
 * Stops all future pulls: after this response no new transaction is signed. One that was signed before is only
 * observed; if it landed, its charge succeeds.
 *
 * `revokeMandate`: `POST /v1/mandates/{id}/revoke`. Carries an Idempotency-Key, so that it is repeated safely.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `already_revoked`, `request_in_flight`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function revokeMandate(client: Client, id: string, options?: IdempotentCallOptions): Call<Mandate> {
  return call(client, 'mandate', 'POST', '/v1/mandates/{id}/revoke', IDEMPOTENT, options, id);
}

/** The operations of `autopay.mandates`. */
export interface MandatesResource {
  /**
   * List mandates.
   *
   * With `accept: text/csv` the response is the whole filtered list as CSV, whatever `limit`.
   *
   * `listMandates`: `GET /v1/mandates`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  list(query?: Query<'listMandates'>, options?: CallOptions): ListCall<Mandate>;
  /**
   * Create a mandate.
   *
   * Creates the mandate and its on-chain plan, which is published at once or, beyond the merchant's daily quota and for mandates
   * started from links and products, when the payer has signed; `planSignature` is null until then. Without `autoAuthorize` it is pending until the payer has authorized it
   * through the checkout operations with the `client_secret` of this response, which is shown once.
   *
   * `createMandate`: `POST /v1/mandates`. Carries an Idempotency-Key, so that it is repeated safely.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `recurring_unavailable`, `no_payout_wallet`, `mint_not_allowed`, `broadcast_unavailable`, `purchases_unavailable`, `verification_failed`, `request_in_flight`, `test_mode_only`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  create(body: Body<'createMandate'>, options?: IdempotentCallOptions): Call<MandateWithSecret>;
  /**
   * Read a mandate.
   *
   * `getMandate`: `GET /v1/mandates/{id}`.
   *
   * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  get(id: string, options?: CallOptions): Call<Mandate>;
  /**
   * List a mandate's charges.
   *
   * `listMandateCharges`: `GET /v1/mandates/{id}/charges`.
   *
   * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  listCharges(id: string, query?: Query<'listMandateCharges'>, options?: CallOptions): ListCall<Charge>;
  /**
   * List a mandate's refunds.
   *
   * `listMandateRefunds`: `GET /v1/mandates/{id}/refunds`.
   *
   * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  listRefunds(id: string, query?: Query<'listMandateRefunds'>, options?: CallOptions): ListCall<Refund>;
  /**
   * Revoke a mandate.
   *
   * Stops all future pulls: after this response no new transaction is signed. One that was signed before is only
   * observed; if it landed, its charge succeeds.
   *
   * `revokeMandate`: `POST /v1/mandates/{id}/revoke`. Carries an Idempotency-Key, so that it is repeated safely.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `already_revoked`, `request_in_flight`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  revoke(id: string, options?: IdempotentCallOptions): Call<Mandate>;
}

/** The operations of `autopay.mandates`, with their client. */
export function mandates(client: Client): MandatesResource {
  return bind(client, {
    list: listMandates,
    create: createMandate,
    get: getMandate,
    listCharges: listMandateCharges,
    listRefunds: listMandateRefunds,
    revoke: revokeMandate,
  }) as MandatesResource;
}
