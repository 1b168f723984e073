// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { Body, Call, CallOptions } from '../../types.ts';
import type { BusinessDetails } from '../models.ts';

/**
 * What your receipts say of your business.
 *
 * The same in both modes. Fields that were never set are null.
 *
 * `getBusinessDetails`: `GET /v1/business_details`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getBusinessDetails(client: Client, options?: CallOptions): Call<BusinessDetails> {
  return call(client, 'business_details', 'GET', '/v1/business_details', 0, options);
}

/**
 * Set what your receipts say of your business.
 *
 * Replaces all of it, for both modes: a field that the request leaves out is empty from then on. Receipts show it from the next time
 * they are opened, those of earlier payments too.
 *
 * `setBusinessDetails`: `PUT /v1/business_details`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function setBusinessDetails(client: Client, body?: Body<'setBusinessDetails'>, options?: CallOptions): Call<BusinessDetails> {
  return call(client, 'business_details', 'PUT', '/v1/business_details', 0, options, undefined, body);
}

/** The operations of `autopay.businessDetails`. */
export interface BusinessDetailsResource {
  /**
   * What your receipts say of your business.
   *
   * The same in both modes. Fields that were never set are null.
   *
   * `getBusinessDetails`: `GET /v1/business_details`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  get(options?: CallOptions): Call<BusinessDetails>;
  /**
   * Set what your receipts say of your business.
   *
   * Replaces all of it, for both modes: a field that the request leaves out is empty from then on. Receipts show it from the next time
   * they are opened, those of earlier payments too.
   *
   * `setBusinessDetails`: `PUT /v1/business_details`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  set(body?: Body<'setBusinessDetails'>, options?: CallOptions): Call<BusinessDetails>;
}

/** The operations of `autopay.businessDetails`, with their client. */
export function businessDetails(client: Client): BusinessDetailsResource {
  return bind(client, {
    get: getBusinessDetails,
    set: setBusinessDetails,
  }) as BusinessDetailsResource;
}
