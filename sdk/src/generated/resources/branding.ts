// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { BODY_REQUIRED, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { Body, Call, CallOptions } from '../../types.ts';
import type { Branding } from '../models.ts';

/**
 * How your pages look.
 *
 * One for both modes. Your checkout, your payers' wallet pages and your receipts carry it.
 *
 * `getBranding`: `GET /v1/branding`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getBranding(client: Client, options?: CallOptions): Call<Branding> {
  return call(client, 'branding', 'GET', '/v1/branding', 0, options);
}

/**
 * Set how your pages look.
 *
 * Replaces all of it: what is left out is none. A colour that could not be read is corrected where it is shown, for each theme: accents tells how.
 *
 * `setBranding`: `PUT /v1/branding`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function setBranding(client: Client, body: Body<'setBranding'>, options?: CallOptions): Call<Branding> {
  return call(client, 'branding', 'PUT', '/v1/branding', BODY_REQUIRED, options, undefined, body);
}

/** The operations of `autopay.branding`. */
export interface BrandingResource {
  /**
   * How your pages look.
   *
   * One for both modes. Your checkout, your payers' wallet pages and your receipts carry it.
   *
   * `getBranding`: `GET /v1/branding`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  current(options?: CallOptions): Call<Branding>;
  /**
   * Set how your pages look.
   *
   * Replaces all of it: what is left out is none. A colour that could not be read is corrected where it is shown, for each theme: accents tells how.
   *
   * `setBranding`: `PUT /v1/branding`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  set(body: Body<'setBranding'>, options?: CallOptions): Call<Branding>;
}

/** The operations of `autopay.branding`, with their client. */
export function branding(client: Client): BrandingResource {
  return bind(client, {
    current: getBranding,
    set: setBranding,
  }) as BrandingResource;
}
