// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { BODY_REQUIRED, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import { ListCall } from '../../list.ts';
import type { Body, Call, CallOptions, Query } from '../../types.ts';
import type { Token } from '../models.ts';

/**
 * List the platform's tokens.
 *
 * The registry of this mode, each entry marked with whether this merchant accepts it.
 *
 * `listTokens`: `GET /v1/tokens`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listTokens(client: Client, query?: Query<'listTokens'>, options?: CallOptions): ListCall<Token> {
  return new ListCall(client, '/v1/tokens', options, query);
}

/**
 * Accept or decline a token.
 *
 * `setToken`: `POST /v1/tokens`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `mint_not_allowed`, `floor_token`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function setToken(client: Client, body: Body<'setToken'>, options?: CallOptions): Call<Token> {
  return call(client, 'token', 'POST', '/v1/tokens', BODY_REQUIRED, options, undefined, body);
}

/** The operations of `autopay.tokens`. */
export interface TokensResource {
  /**
   * List the platform's tokens.
   *
   * The registry of this mode, each entry marked with whether this merchant accepts it.
   *
   * `listTokens`: `GET /v1/tokens`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  list(query?: Query<'listTokens'>, options?: CallOptions): ListCall<Token>;
  /**
   * Accept or decline a token.
   *
   * `setToken`: `POST /v1/tokens`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `mint_not_allowed`, `floor_token`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  set(body: Body<'setToken'>, options?: CallOptions): Call<Token>;
}

/** The operations of `autopay.tokens`, with their client. */
export function tokens(client: Client): TokensResource {
  return bind(client, {
    list: listTokens,
    set: setToken,
  }) as TokensResource;
}
