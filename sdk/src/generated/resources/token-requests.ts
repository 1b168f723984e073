// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { BODY_REQUIRED, IDEMPOTENT, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { Body, Call, IdempotentCallOptions } from '../../types.ts';
import type { TokenRequest } from '../models.ts';

/**
 * Ask for a token.
 *
 * Recorded as pending. The owner of the platform reviews it before the token becomes available to anyone.
 *
 * `createTokenRequest`: `POST /v1/token_requests`. Carries an Idempotency-Key, so that it is repeated safely.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `request_in_flight`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createTokenRequest(client: Client, body: Body<'createTokenRequest'>, options?: IdempotentCallOptions): Call<TokenRequest> {
  return call(client, 'token_request', 'POST', '/v1/token_requests', IDEMPOTENT | BODY_REQUIRED, options, undefined, body);
}

/** The operations of `autopay.tokenRequests`. */
export interface TokenRequestsResource {
  /**
   * Ask for a token.
   *
   * Recorded as pending. The owner of the platform reviews it before the token becomes available to anyone.
   *
   * `createTokenRequest`: `POST /v1/token_requests`. Carries an Idempotency-Key, so that it is repeated safely.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `request_in_flight`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  create(body: Body<'createTokenRequest'>, options?: IdempotentCallOptions): Call<TokenRequest>;
}

/** The operations of `autopay.tokenRequests`, with their client. */
export function tokenRequests(client: Client): TokenRequestsResource {
  return bind(client, {
    create: createTokenRequest,
  }) as TokenRequestsResource;
}
