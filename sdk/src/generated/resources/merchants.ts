// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { BODY_REQUIRED, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { Body, Call, CallOptions } from '../../types.ts';
import type { Merchant, MerchantWithKeys } from '../models.ts';

/**
 * Create a merchant.
 *
 * Returns the merchant's two secret keys, once. Store them; only their hashes are kept. A deployment may ask for the approval of
 * the platform's owner: until then the merchant only reads, and writes fail with `insufficient_scope`. Where sign-up is closed, only the
 * owner creates merchants, and others get `owner_required`.
 *
 * `createMerchant`: `POST /v1/merchants`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `owner_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createMerchant(client: Client, body: Body<'createMerchant'>, options?: CallOptions): Call<MerchantWithKeys> {
  return call(client, 'merchant', 'POST', '/v1/merchants', BODY_REQUIRED, options, undefined, body);
}

/**
 * The calling merchant.
 *
 * `getMerchant`: `GET /v1/merchant`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getMerchant(client: Client, options?: CallOptions): Call<Merchant> {
  return call(client, 'merchant', 'GET', '/v1/merchant', 0, options);
}

/** The operations of `autopay.merchants`. */
export interface MerchantsResource {
  /**
   * Create a merchant.
   *
   * Returns the merchant's two secret keys, once. Store them; only their hashes are kept. A deployment may ask for the approval of
   * the platform's owner: until then the merchant only reads, and writes fail with `insufficient_scope`. Where sign-up is closed, only the
   * owner creates merchants, and others get `owner_required`.
   *
   * `createMerchant`: `POST /v1/merchants`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `owner_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  create(body: Body<'createMerchant'>, options?: CallOptions): Call<MerchantWithKeys>;
  /**
   * The calling merchant.
   *
   * `getMerchant`: `GET /v1/merchant`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  current(options?: CallOptions): Call<Merchant>;
}

/** The operations of `autopay.merchants`, with their client. */
export function merchants(client: Client): MerchantsResource {
  return bind(client, {
    create: createMerchant,
    current: getMerchant,
  }) as MerchantsResource;
}
