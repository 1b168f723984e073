// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { BODY_REQUIRED, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import { ListCall } from '../../list.ts';
import type { Body, Call, CallOptions, Query } from '../../types.ts';
import type { Refund } from '../models.ts';

/**
 * List refunds.
 *
 * The refunds of all charges. With `accept: text/csv` the response is the whole filtered list as CSV, whatever `limit`.
 *
 * `listRefunds`: `GET /v1/refunds`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listRefunds(client: Client, query?: Query<'listRefunds'>, options?: CallOptions): ListCall<Refund> {
  return new ListCall(client, '/v1/refunds', options, query);
}

/**
 * Read a refund.
 *
 * `getRefund`: `GET /v1/refunds/{id}`.
 *
 * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getRefund(client: Client, id: string, options?: CallOptions): Call<Refund> {
  return call(client, 'refund', 'GET', '/v1/refunds/{id}', 0, options, id);
}

/**
 * Issue the transaction that the payee signs.
 *
 * Returns the refund's current transaction, or with a new one once the former can no longer land. A refund
 * that has settled or failed is answered as it is, without a transaction; one that was refused when it was submitted has failed by then.
 *
 * `createRefundTransaction`: `POST /v1/refunds/{id}/transaction`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createRefundTransaction(client: Client, id: string, options?: CallOptions): Call<Refund> {
  return call(client, 'refund', 'POST', '/v1/refunds/{id}/transaction', 0, options, id);
}

/**
 * Broadcast a refund that the payee signed.
 *
 * Verified by meaning and broadcast. A transfer that the chain would refuse is `refund_failed`, with what the chain said in the
 * message and in the refund's `failure`, and is not sent. Since its signed bytes could still land, the refund stays pending
 * until they expire, in a minute or two: until then the same bytes may be submitted again, after that it is `failed` for good
 * and its amount can be refunded anew.
 *
 * `submitRefund`: `POST /v1/refunds/{id}/submit`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `transaction_not_issued`, `broadcast_unavailable`, `refund_failed`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function submitRefund(client: Client, id: string, body: Body<'submitRefund'>, options?: CallOptions): Call<Refund> {
  return call(client, 'refund', 'POST', '/v1/refunds/{id}/submit', BODY_REQUIRED, options, id, body);
}

/** The operations of `autopay.refunds`. */
export interface RefundsResource {
  /**
   * List refunds.
   *
   * The refunds of all charges. With `accept: text/csv` the response is the whole filtered list as CSV, whatever `limit`.
   *
   * `listRefunds`: `GET /v1/refunds`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  list(query?: Query<'listRefunds'>, options?: CallOptions): ListCall<Refund>;
  /**
   * Read a refund.
   *
   * `getRefund`: `GET /v1/refunds/{id}`.
   *
   * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  get(id: string, options?: CallOptions): Call<Refund>;
  /**
   * Issue the transaction that the payee signs.
   *
   * Returns the refund's current transaction, or with a new one once the former can no longer land. A refund
   * that has settled or failed is answered as it is, without a transaction; one that was refused when it was submitted has failed by then.
   *
   * `createRefundTransaction`: `POST /v1/refunds/{id}/transaction`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  createTransaction(id: string, options?: CallOptions): Call<Refund>;
  /**
   * Broadcast a refund that the payee signed.
   *
   * Verified by meaning and broadcast. A transfer that the chain would refuse is `refund_failed`, with what the chain said in the
   * message and in the refund's `failure`, and is not sent. Since its signed bytes could still land, the refund stays pending
   * until they expire, in a minute or two: until then the same bytes may be submitted again, after that it is `failed` for good
   * and its amount can be refunded anew.
   *
   * `submitRefund`: `POST /v1/refunds/{id}/submit`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `transaction_not_issued`, `broadcast_unavailable`, `refund_failed`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  submit(id: string, body: Body<'submitRefund'>, options?: CallOptions): Call<Refund>;
}

/** The operations of `autopay.refunds`, with their client. */
export function refunds(client: Client): RefundsResource {
  return bind(client, {
    list: listRefunds,
    get: getRefund,
    createTransaction: createRefundTransaction,
    submit: submitRefund,
  }) as RefundsResource;
}
