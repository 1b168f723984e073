// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { BODY_REQUIRED, IDEMPOTENT, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import { ListCall } from '../../list.ts';
import type { Body, Call, CallOptions, IdempotentCallOptions, Query } from '../../types.ts';
import type { PaymentLink } from '../models.ts';

/**
 * List payment links.
 *
 * `listPaymentLinks`: `GET /v1/payment_links`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listPaymentLinks(client: Client, query?: Query<'listPaymentLinks'>, options?: CallOptions): ListCall<PaymentLink> {
  return new ListCall(client, '/v1/payment_links', options, query);
}

/**
 * Create a payment link.
 *
 * A reusable URL that starts a mandate for whoever opens it.
 *
 * `createPaymentLink`: `POST /v1/payment_links`. Carries an Idempotency-Key, so that it is repeated safely.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `recurring_unavailable`, `no_payout_wallet`, `mint_not_allowed`, `broadcast_unavailable`, `purchases_unavailable`, `request_in_flight`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createPaymentLink(client: Client, body: Body<'createPaymentLink'>, options?: IdempotentCallOptions): Call<PaymentLink> {
  return call(client, 'payment_link', 'POST', '/v1/payment_links', IDEMPOTENT | BODY_REQUIRED, options, undefined, body);
}

/**
 * Read a payment link.
 *
 * `getPaymentLink`: `GET /v1/payment_links/{id}`.
 *
 * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getPaymentLink(client: Client, id: string, options?: CallOptions): Call<PaymentLink> {
  return call(client, 'payment_link', 'GET', '/v1/payment_links/{id}', 0, options, id);
}

/**
 * Change a payment link, or switch it on or off.
 *
 * `updatePaymentLink`: `PATCH /v1/payment_links/{id}`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function updatePaymentLink(client: Client, id: string, body?: Body<'updatePaymentLink'>, options?: CallOptions): Call<PaymentLink> {
  return call(client, 'payment_link', 'PATCH', '/v1/payment_links/{id}', 0, options, id, body);
}

/** The operations of `autopay.paymentLinks`. */
export interface PaymentLinksResource {
  /**
   * List payment links.
   *
   * `listPaymentLinks`: `GET /v1/payment_links`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  list(query?: Query<'listPaymentLinks'>, options?: CallOptions): ListCall<PaymentLink>;
  /**
   * Create a payment link.
   *
   * A reusable URL that starts a mandate for whoever opens it.
   *
   * `createPaymentLink`: `POST /v1/payment_links`. Carries an Idempotency-Key, so that it is repeated safely.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `recurring_unavailable`, `no_payout_wallet`, `mint_not_allowed`, `broadcast_unavailable`, `purchases_unavailable`, `request_in_flight`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  create(body: Body<'createPaymentLink'>, options?: IdempotentCallOptions): Call<PaymentLink>;
  /**
   * Read a payment link.
   *
   * `getPaymentLink`: `GET /v1/payment_links/{id}`.
   *
   * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  get(id: string, options?: CallOptions): Call<PaymentLink>;
  /**
   * Change a payment link, or switch it on or off.
   *
   * `updatePaymentLink`: `PATCH /v1/payment_links/{id}`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  update(id: string, body?: Body<'updatePaymentLink'>, options?: CallOptions): Call<PaymentLink>;
}

/** The operations of `autopay.paymentLinks`, with their client. */
export function paymentLinks(client: Client): PaymentLinksResource {
  return bind(client, {
    list: listPaymentLinks,
    create: createPaymentLink,
    get: getPaymentLink,
    update: updatePaymentLink,
  }) as PaymentLinksResource;
}
