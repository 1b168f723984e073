// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { BODY_REQUIRED, IDEMPOTENT, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import { ListCall } from '../../list.ts';
import type { Body, Call, CallOptions, IdempotentCallOptions, Query } from '../../types.ts';
import type { WebhookEndpoint } from '../models.ts';

/**
 * List webhook endpoints.
 *
 * `listWebhookEndpoints`: `GET /v1/webhook_endpoints`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listWebhookEndpoints(client: Client, query?: Query<'listWebhookEndpoints'>, options?: CallOptions): ListCall<WebhookEndpoint> {
  return new ListCall(client, '/v1/webhook_endpoints', options, query);
}

/**
 * Register a webhook endpoint.
 *
 * The secret is shown in full once, here. An address that the outbound policy refuses is refused now. At most 100 in each mode. Without `events` an endpoint gets every event. An endpoint stays as it was made: to get other events, register another.
 *
 * `createWebhookEndpoint`: `POST /v1/webhook_endpoints`. Carries an Idempotency-Key, so that it is repeated safely.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `request_in_flight`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function createWebhookEndpoint(client: Client, body: Body<'createWebhookEndpoint'>, options?: IdempotentCallOptions): Call<WebhookEndpoint> {
  return call(client, 'webhook_endpoint', 'POST', '/v1/webhook_endpoints', IDEMPOTENT | BODY_REQUIRED, options, undefined, body);
}

/** The operations of `autopay.webhookEndpoints`. */
export interface WebhookEndpointsResource {
  /**
   * List webhook endpoints.
   *
   * `listWebhookEndpoints`: `GET /v1/webhook_endpoints`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  list(query?: Query<'listWebhookEndpoints'>, options?: CallOptions): ListCall<WebhookEndpoint>;
  /**
   * Register a webhook endpoint.
   *
   * The secret is shown in full once, here. An address that the outbound policy refuses is refused now. At most 100 in each mode. Without `events` an endpoint gets every event. An endpoint stays as it was made: to get other events, register another.
   *
   * `createWebhookEndpoint`: `POST /v1/webhook_endpoints`. Carries an Idempotency-Key, so that it is repeated safely.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `request_in_flight`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  create(body: Body<'createWebhookEndpoint'>, options?: IdempotentCallOptions): Call<WebhookEndpoint>;
}

/** The operations of `autopay.webhookEndpoints`, with their client. */
export function webhookEndpoints(client: Client): WebhookEndpointsResource {
  return bind(client, {
    list: listWebhookEndpoints,
    create: createWebhookEndpoint,
  }) as WebhookEndpointsResource;
}
