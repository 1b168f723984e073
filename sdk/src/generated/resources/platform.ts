// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { BODY_REQUIRED, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import { ListCall } from '../../list.ts';
import type { Body, Call, CallOptions, Query } from '../../types.ts';
import type { MerchantWithKeys, PlatformMerchant, Token, TokenRequest } from '../models.ts';

/**
 * Every token that the platform curates.
 *
 * For the owner, `accepted` is the platform's default.
 *
 * `listPlatformTokens`: `GET /v1/platform/tokens`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listPlatformTokens(client: Client, query?: Query<'listPlatformTokens'>, options?: CallOptions): ListCall<Token> {
  return new ListCall(client, '/v1/platform/tokens', options, query);
}

/**
 * Put a token on the registry.
 *
 * Decimals, program and extensions are read from the chain of the mode.
 *
 * `createPlatformToken`: `POST /v1/platform/tokens`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `owner_required`, `mint_not_allowed`, `decimals_unsupported`, `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createPlatformToken(client: Client, body: Body<'createPlatformToken'>, options?: CallOptions): Call<Token> {
  return call(client, 'token', 'POST', '/v1/platform/tokens', BODY_REQUIRED, options, undefined, body);
}

/**
 * Change a token of the registry.
 *
 * `updatePlatformToken`: `PATCH /v1/platform/tokens/{mint}`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `owner_required`, `resource_missing`, `mint_not_allowed`, `floor_token`, `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function updatePlatformToken(client: Client, mint: string, body?: Body<'updatePlatformToken'>, options?: CallOptions): Call<Token> {
  return call(client, 'token', 'PATCH', '/v1/platform/tokens/{mint}', 0, options, mint, body);
}

/**
 * Take a token off the registry.
 *
 * Mandates in it go on; nothing new is made in it.
 *
 * `deletePlatformToken`: `DELETE /v1/platform/tokens/{mint}`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `owner_required`, `resource_missing`, `floor_token`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function deletePlatformToken(client: Client, mint: string, options?: CallOptions): Call<Token> {
  return call(client, 'token', 'DELETE', '/v1/platform/tokens/{mint}', 0, options, mint);
}

/**
 * List merchants.
 *
 * `listPlatformMerchants`: `GET /v1/platform/merchants`.
 *
 * Fails with `unauthenticated`, `owner_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listPlatformMerchants(client: Client, query?: Query<'listPlatformMerchants'>, options?: CallOptions): ListCall<PlatformMerchant> {
  return new ListCall(client, '/v1/platform/merchants', options, query);
}

/**
 * Create an approved merchant.
 *
 * As `POST /v1/merchants`, also where that is closed, and without waiting for approval.
 *
 * `createPlatformMerchant`: `POST /v1/platform/merchants`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `owner_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createPlatformMerchant(client: Client, body: Body<'createPlatformMerchant'>, options?: CallOptions): Call<MerchantWithKeys> {
  return call(client, 'merchant', 'POST', '/v1/platform/merchants', BODY_REQUIRED, options, undefined, body);
}

/**
 * Approve a merchant.
 *
 * From now on its keys and people may write. Approving again returns the same.
 *
 * `approvePlatformMerchant`: `POST /v1/platform/merchants/{id}/approve`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `owner_required`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function approvePlatformMerchant(client: Client, id: string, options?: CallOptions): Call<PlatformMerchant> {
  return call(client, 'merchant', 'POST', '/v1/platform/merchants/{id}/approve', 0, options, id);
}

/**
 * List merchants' token requests.
 *
 * `listTokenRequests`: `GET /v1/platform/token_requests`.
 *
 * Fails with `unauthenticated`, `owner_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listTokenRequests(client: Client, query?: Query<'listTokenRequests'>, options?: CallOptions): ListCall<TokenRequest> {
  return new ListCall(client, '/v1/platform/token_requests', options, query);
}

/**
 * Approve a token request.
 *
 * Puts the token on the registry as `POST /v1/platform/tokens` does; one that is there already stays as it is. Approving again returns the same.
 *
 * `approveTokenRequest`: `POST /v1/platform/token_requests/{id}/approve`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `owner_required`, `resource_missing`, `mint_not_allowed`, `decimals_unsupported`, `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function approveTokenRequest(client: Client, id: string, body: Body<'approveTokenRequest'>, options?: CallOptions): Call<TokenRequest> {
  return call(client, 'token_request', 'POST', '/v1/platform/token_requests/{id}/approve', BODY_REQUIRED, options, id, body);
}

/**
 * Reject a token request.
 *
 * Rejecting again returns the same. One that was approved is undone by taking the token off the registry.
 *
 * `rejectTokenRequest`: `POST /v1/platform/token_requests/{id}/reject`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
 *
 * Fails with `unauthenticated`, `owner_required`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function rejectTokenRequest(client: Client, id: string, options?: CallOptions): Call<TokenRequest> {
  return call(client, 'token_request', 'POST', '/v1/platform/token_requests/{id}/reject', 0, options, id);
}

/** The operations of `autopay.platform`. */
export interface PlatformResource {
  /**
   * Every token that the platform curates.
   *
   * For the owner, `accepted` is the platform's default.
   *
   * `listPlatformTokens`: `GET /v1/platform/tokens`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  listTokens(query?: Query<'listPlatformTokens'>, options?: CallOptions): ListCall<Token>;
  /**
   * Put a token on the registry.
   *
   * Decimals, program and extensions are read from the chain of the mode.
   *
   * `createPlatformToken`: `POST /v1/platform/tokens`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `owner_required`, `mint_not_allowed`, `decimals_unsupported`, `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  createToken(body: Body<'createPlatformToken'>, options?: CallOptions): Call<Token>;
  /**
   * Change a token of the registry.
   *
   * `updatePlatformToken`: `PATCH /v1/platform/tokens/{mint}`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `owner_required`, `resource_missing`, `mint_not_allowed`, `floor_token`, `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  updateToken(mint: string, body?: Body<'updatePlatformToken'>, options?: CallOptions): Call<Token>;
  /**
   * Take a token off the registry.
   *
   * Mandates in it go on; nothing new is made in it.
   *
   * `deletePlatformToken`: `DELETE /v1/platform/tokens/{mint}`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `owner_required`, `resource_missing`, `floor_token`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  deleteToken(mint: string, options?: CallOptions): Call<Token>;
  /**
   * List merchants.
   *
   * `listPlatformMerchants`: `GET /v1/platform/merchants`.
   *
   * Fails with `unauthenticated`, `owner_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  listMerchants(query?: Query<'listPlatformMerchants'>, options?: CallOptions): ListCall<PlatformMerchant>;
  /**
   * Create an approved merchant.
   *
   * As `POST /v1/merchants`, also where that is closed, and without waiting for approval.
   *
   * `createPlatformMerchant`: `POST /v1/platform/merchants`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `owner_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  createMerchant(body: Body<'createPlatformMerchant'>, options?: CallOptions): Call<MerchantWithKeys>;
  /**
   * Approve a merchant.
   *
   * From now on its keys and people may write. Approving again returns the same.
   *
   * `approvePlatformMerchant`: `POST /v1/platform/merchants/{id}/approve`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `owner_required`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  approveMerchant(id: string, options?: CallOptions): Call<PlatformMerchant>;
  /**
   * List merchants' token requests.
   *
   * `listTokenRequests`: `GET /v1/platform/token_requests`.
   *
   * Fails with `unauthenticated`, `owner_required`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  listTokenRequests(query?: Query<'listTokenRequests'>, options?: CallOptions): ListCall<TokenRequest>;
  /**
   * Approve a token request.
   *
   * Puts the token on the registry as `POST /v1/platform/tokens` does; one that is there already stays as it is. Approving again returns the same.
   *
   * `approveTokenRequest`: `POST /v1/platform/token_requests/{id}/approve`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `owner_required`, `resource_missing`, `mint_not_allowed`, `decimals_unsupported`, `broadcast_unavailable`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  approveTokenRequest(id: string, body: Body<'approveTokenRequest'>, options?: CallOptions): Call<TokenRequest>;
  /**
   * Reject a token request.
   *
   * Rejecting again returns the same. One that was approved is undone by taking the token off the registry.
   *
   * `rejectTokenRequest`: `POST /v1/platform/token_requests/{id}/reject`. Takes no Idempotency-Key: it is not repeated once it may have arrived.
   *
   * Fails with `unauthenticated`, `owner_required`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  rejectTokenRequest(id: string, options?: CallOptions): Call<TokenRequest>;
}

/** The operations of `autopay.platform`, with their client. */
export function platform(client: Client): PlatformResource {
  return bind(client, {
    listTokens: listPlatformTokens,
    createToken: createPlatformToken,
    updateToken: updatePlatformToken,
    deleteToken: deletePlatformToken,
    listMerchants: listPlatformMerchants,
    createMerchant: createPlatformMerchant,
    approveMerchant: approvePlatformMerchant,
    listTokenRequests: listTokenRequests,
    approveTokenRequest: approveTokenRequest,
    rejectTokenRequest: rejectTokenRequest,
  }) as PlatformResource;
}
