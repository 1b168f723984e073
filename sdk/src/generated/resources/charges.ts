// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { IDEMPOTENT, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import { ListCall } from '../../list.ts';
import type { Body, Call, CallOptions, IdempotentCallOptions, Query } from '../../types.ts';
import type { Charge, ChargeAttempt, ChargeProof, Receipt, Refund } from '../models.ts';

/**
 * Refund a charge.
 *
 * A transfer from payee to payer. Where the payee delegated refunds to this deployment it settles now; else the
 * refund is pending with a `transaction` for the payee's wallet to sign.
 *
 * After the service's database was restored, refunds that it had forgotten are looked up on chain first. If there are any they are
 * recorded, and the request is refused with `refund_failed`, whose message lists them; until that is sure, with `internal_error`.
 *
 * `refundCharge`: `POST /v1/charges/{id}/refund`. Carries an Idempotency-Key, so that it is repeated safely.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `broadcast_unavailable`, `refund_exceeds_charge`, `refund_failed`, `request_in_flight`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function refundCharge(client: Client, id: string, body?: Body<'refundCharge'>, options?: IdempotentCallOptions): Call<Refund> {
  return call(client, 'refund', 'POST', '/v1/charges/{id}/refund', IDEMPOTENT, options, id, body);
}

/**
 * List charges.
 *
 * With `accept: text/csv` the response is the whole filtered list as CSV, whatever `limit`.
 *
 * `listCharges`: `GET /v1/charges`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listCharges(client: Client, query?: Query<'listCharges'>, options?: CallOptions): ListCall<Charge> {
  return new ListCall(client, '/v1/charges', options, query);
}

/**
 * Read a charge.
 *
 * `getCharge`: `GET /v1/charges/{id}`.
 *
 * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getCharge(client: Client, id: string, options?: CallOptions): Call<Charge> {
  return call(client, 'charge', 'GET', '/v1/charges/{id}', 0, options, id);
}

/**
 * The transactions that were signed for a charge.
 *
 * An attempt that an account's state refused before anything was signed is not here; its reason is the charge's `failure`.
 *
 * `listChargeAttempts`: `GET /v1/charges/{id}/attempts`.
 *
 * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listChargeAttempts(client: Client, id: string, query?: Query<'listChargeAttempts'>, options?: CallOptions): ListCall<ChargeAttempt> {
  return new ListCall(client, '/v1/charges/{id}/attempts', options, query, id);
}

/**
 * A charge's receipt, read back from the chain.
 *
 * A charge that has not settled has none, and is answered as missing.
 *
 * `getChargeReceipt`: `GET /v1/charges/{id}/receipt`.
 *
 * Fails with `unauthenticated`, `resource_missing`, `receipts_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getChargeReceipt(client: Client, id: string, options?: CallOptions): Call<Receipt> {
  return call(client, 'receipt', 'GET', '/v1/charges/{id}/receipt', 0, options, id);
}

/**
 * What proves that the payer agreed to a charge.
 *
 * The terms, what the payer signed, and the transaction that moved the money, for anyone to check without this service: `npx @autopay/sdk verify-proof` and the page /proof do. A charge that has not settled has none, and is answered as missing. Store it: the bytes are here for good, but nodes forget.
 *
 * `getChargeProof`: `GET /v1/charges/{id}/proof`.
 *
 * Fails with `unauthenticated`, `resource_missing`, `receipts_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getChargeProof(client: Client, id: string, options?: CallOptions): Call<ChargeProof> {
  return call(client, 'charge_proof', 'GET', '/v1/charges/{id}/proof', 0, options, id);
}

/** The operations of `autopay.charges`. */
export interface ChargesResource {
  /**
   * Refund a charge.
   *
   * A transfer from payee to payer. Where the payee delegated refunds to this deployment it settles now; else the
   * refund is pending with a `transaction` for the payee's wallet to sign.
   *
   * After the service's database was restored, refunds that it had forgotten are looked up on chain first. If there are any they are
   * recorded, and the request is refused with `refund_failed`, whose message lists them; until that is sure, with `internal_error`.
   *
   * `refundCharge`: `POST /v1/charges/{id}/refund`. Carries an Idempotency-Key, so that it is repeated safely.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `broadcast_unavailable`, `refund_exceeds_charge`, `refund_failed`, `request_in_flight`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  refund(id: string, body?: Body<'refundCharge'>, options?: IdempotentCallOptions): Call<Refund>;
  /**
   * List charges.
   *
   * With `accept: text/csv` the response is the whole filtered list as CSV, whatever `limit`.
   *
   * `listCharges`: `GET /v1/charges`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  list(query?: Query<'listCharges'>, options?: CallOptions): ListCall<Charge>;
  /**
   * Read a charge.
   *
   * `getCharge`: `GET /v1/charges/{id}`.
   *
   * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  get(id: string, options?: CallOptions): Call<Charge>;
  /**
   * The transactions that were signed for a charge.
   *
   * An attempt that an account's state refused before anything was signed is not here; its reason is the charge's `failure`.
   *
   * `listChargeAttempts`: `GET /v1/charges/{id}/attempts`.
   *
   * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  listAttempts(id: string, query?: Query<'listChargeAttempts'>, options?: CallOptions): ListCall<ChargeAttempt>;
  /**
   * A charge's receipt, read back from the chain.
   *
   * A charge that has not settled has none, and is answered as missing.
   *
   * `getChargeReceipt`: `GET /v1/charges/{id}/receipt`.
   *
   * Fails with `unauthenticated`, `resource_missing`, `receipts_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  getReceipt(id: string, options?: CallOptions): Call<Receipt>;
  /**
   * What proves that the payer agreed to a charge.
   *
   * The terms, what the payer signed, and the transaction that moved the money, for anyone to check without this service: `npx @autopay/sdk verify-proof` and the page /proof do. A charge that has not settled has none, and is answered as missing. Store it: the bytes are here for good, but nodes forget.
   *
   * `getChargeProof`: `GET /v1/charges/{id}/proof`.
   *
   * Fails with `unauthenticated`, `resource_missing`, `receipts_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  getProof(id: string, options?: CallOptions): Call<ChargeProof>;
}

/** The operations of `autopay.charges`, with their client. */
export function charges(client: Client): ChargesResource {
  return bind(client, {
    refund: refundCharge,
    list: listCharges,
    get: getCharge,
    listAttempts: listChargeAttempts,
    getReceipt: getChargeReceipt,
    getProof: getChargeProof,
  }) as ChargesResource;
}
