// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { BODY_REQUIRED, IDEMPOTENT, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import { ListCall } from '../../list.ts';
import type { Body, Call, CallOptions, IdempotentCallOptions, Query } from '../../types.ts';
import type { Product } from '../models.ts';

/**
 * List products.
 *
 * A page ends after 256 KiB of content, and so may be shorter than `limit`: `hasMore` and `nextCursor` tell whether there are more.
 *
 * `listProducts`: `GET /v1/products`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listProducts(client: Client, query?: Query<'listProducts'>, options?: CallOptions): ListCall<Product> {
  return new ListCall(client, '/v1/products', options, query);
}

/**
 * Create a product.
 *
 * Something whose payment unlocks gated content.
 *
 * `createProduct`: `POST /v1/products`. Carries an Idempotency-Key, so that it is repeated safely.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `recurring_unavailable`, `no_payout_wallet`, `mint_not_allowed`, `broadcast_unavailable`, `purchases_unavailable`, `request_in_flight`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createProduct(client: Client, body: Body<'createProduct'>, options?: IdempotentCallOptions): Call<Product> {
  return call(client, 'product', 'POST', '/v1/products', IDEMPOTENT | BODY_REQUIRED, options, undefined, body);
}

/**
 * Read a product.
 *
 * `getProduct`: `GET /v1/products/{id}`.
 *
 * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getProduct(client: Client, id: string, options?: CallOptions): Call<Product> {
  return call(client, 'product', 'GET', '/v1/products/{id}', 0, options, id);
}

/**
 * Change a product.
 *
 * `updateProduct`: `PATCH /v1/products/{id}`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function updateProduct(client: Client, id: string, body?: Body<'updateProduct'>, options?: CallOptions): Call<Product> {
  return call(client, 'product', 'PATCH', '/v1/products/{id}', 0, options, id, body);
}

/** The operations of `autopay.products`. */
export interface ProductsResource {
  /**
   * List products.
   *
   * A page ends after 256 KiB of content, and so may be shorter than `limit`: `hasMore` and `nextCursor` tell whether there are more.
   *
   * `listProducts`: `GET /v1/products`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  list(query?: Query<'listProducts'>, options?: CallOptions): ListCall<Product>;
  /**
   * Create a product.
   *
   * Something whose payment unlocks gated content.
   *
   * `createProduct`: `POST /v1/products`. Carries an Idempotency-Key, so that it is repeated safely.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `recurring_unavailable`, `no_payout_wallet`, `mint_not_allowed`, `broadcast_unavailable`, `purchases_unavailable`, `request_in_flight`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  create(body: Body<'createProduct'>, options?: IdempotentCallOptions): Call<Product>;
  /**
   * Read a product.
   *
   * `getProduct`: `GET /v1/products/{id}`.
   *
   * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  get(id: string, options?: CallOptions): Call<Product>;
  /**
   * Change a product.
   *
   * `updateProduct`: `PATCH /v1/products/{id}`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  update(id: string, body?: Body<'updateProduct'>, options?: CallOptions): Call<Product>;
}

/** The operations of `autopay.products`, with their client. */
export function products(client: Client): ProductsResource {
  return bind(client, {
    list: listProducts,
    create: createProduct,
    get: getProduct,
    update: updateProduct,
  }) as ProductsResource;
}
