// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { BODY_REQUIRED, IDEMPOTENT, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import { ListCall } from '../../list.ts';
import type { Body, Call, CallOptions, IdempotentCallOptions, Query } from '../../types.ts';
import type { ApiKey } from '../models.ts';

/**
 * List API keys.
 *
 * Of both modes, those that were revoked included.
 *
 * `listApiKeys`: `GET /v1/api_keys`.
 *
 * Fails with `unauthenticated`, `session_required`, `role_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listApiKeys(client: Client, query?: Query<'listApiKeys'>, options?: CallOptions): ListCall<ApiKey> {
  return new ListCall(client, '/v1/api_keys', options, query);
}

/**
 * Make an API key.
 *
 * The key is shown in full once, here.
 *
 * `createApiKey`: `POST /v1/api_keys`. Carries an Idempotency-Key, so that it is repeated safely.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `session_required`, `role_required`, `request_in_flight`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createApiKey(client: Client, body: Body<'createApiKey'>, options?: IdempotentCallOptions): Call<ApiKey> {
  return call(client, 'api_key', 'POST', '/v1/api_keys', IDEMPOTENT | BODY_REQUIRED, options, undefined, body);
}

/**
 * Revoke an API key.
 *
 * It is refused from the next request on by the process that served this one, and within a second by every other. Revoking again returns the same.
 *
 * `revokeApiKey`: `DELETE /v1/api_keys/{id}`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `session_required`, `role_required`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function revokeApiKey(client: Client, id: string, options?: CallOptions): Call<ApiKey> {
  return call(client, 'api_key', 'DELETE', '/v1/api_keys/{id}', 0, options, id);
}

/** The operations of `autopay.apiKeys`. */
export interface ApiKeysResource {
  /**
   * List API keys.
   *
   * Of both modes, those that were revoked included.
   *
   * `listApiKeys`: `GET /v1/api_keys`.
   *
   * Fails with `unauthenticated`, `session_required`, `role_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  list(query?: Query<'listApiKeys'>, options?: CallOptions): ListCall<ApiKey>;
  /**
   * Make an API key.
   *
   * The key is shown in full once, here.
   *
   * `createApiKey`: `POST /v1/api_keys`. Carries an Idempotency-Key, so that it is repeated safely.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `session_required`, `role_required`, `request_in_flight`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  create(body: Body<'createApiKey'>, options?: IdempotentCallOptions): Call<ApiKey>;
  /**
   * Revoke an API key.
   *
   * It is refused from the next request on by the process that served this one, and within a second by every other. Revoking again returns the same.
   *
   * `revokeApiKey`: `DELETE /v1/api_keys/{id}`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `session_required`, `role_required`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  revoke(id: string, options?: CallOptions): Call<ApiKey>;
}

/** The operations of `autopay.apiKeys`, with their client. */
export function apiKeys(client: Client): ApiKeysResource {
  return bind(client, {
    list: listApiKeys,
    create: createApiKey,
    revoke: revokeApiKey,
  }) as ApiKeysResource;
}
