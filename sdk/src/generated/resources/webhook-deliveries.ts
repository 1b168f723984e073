// Made from openapi.yaml by `npm run generate`. Do not edit.

import { bind } from '../../bind.ts';
import { IDEMPOTENT, call } from '../../call.ts';
import type { Client } from '../../client.ts';
import { ListCall } from '../../list.ts';
import type { Call, CallOptions, IdempotentCallOptions, Query } from '../../types.ts';
import type { WebhookDelivery, WebhookDeliveryWithHistory } from '../models.ts';

/**
 * List webhook deliveries.
 *
 * `listWebhookDeliveries`: `GET /v1/webhook_deliveries`.
 *
 * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function listWebhookDeliveries(client: Client, query?: Query<'listWebhookDeliveries'>, options?: CallOptions): ListCall<WebhookDelivery> {
  return new ListCall(client, '/v1/webhook_deliveries', options, query);
}

/**
 * Read a webhook delivery with its attempts.
 *
 * `getWebhookDelivery`: `GET /v1/webhook_deliveries/{id}`.
 *
 * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function getWebhookDelivery(client: Client, id: string, options?: CallOptions): Call<WebhookDeliveryWithHistory> {
  return call(client, 'webhook_delivery', 'GET', '/v1/webhook_deliveries/{id}', 0, options, id);
}

/**
 * Deliver again.
 *
 * One attempt follows at once, whatever state the delivery was in; should it fail, the retry delays begin anew.
 *
 * `redeliverWebhook`: `POST /v1/webhook_deliveries/{id}/redeliver`. Carries an Idempotency-Key, so that it is repeated safely.
 *
 * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `request_in_flight`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
 */
export function redeliverWebhook(client: Client, id: string, options?: IdempotentCallOptions): Call<WebhookDelivery> {
  return call(client, 'webhook_delivery', 'POST', '/v1/webhook_deliveries/{id}/redeliver', IDEMPOTENT, options, id);
}

/** The operations of `autopay.webhookDeliveries`. */
export interface WebhookDeliveriesResource {
  /**
   * List webhook deliveries.
   *
   * `listWebhookDeliveries`: `GET /v1/webhook_deliveries`.
   *
   * Fails with `unauthenticated`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  list(query?: Query<'listWebhookDeliveries'>, options?: CallOptions): ListCall<WebhookDelivery>;
  /**
   * Read a webhook delivery with its attempts.
   *
   * `getWebhookDelivery`: `GET /v1/webhook_deliveries/{id}`.
   *
   * Fails with `unauthenticated`, `resource_missing`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  get(id: string, options?: CallOptions): Call<WebhookDeliveryWithHistory>;
  /**
   * Deliver again.
   *
   * One attempt follows at once, whatever state the delivery was in; should it fail, the retry delays begin anew.
   *
   * `redeliverWebhook`: `POST /v1/webhook_deliveries/{id}/redeliver`. Carries an Idempotency-Key, so that it is repeated safely.
   *
   * Fails with `unauthenticated`, `insufficient_scope`, `role_required`, `resource_missing`, `request_in_flight`, or as any call: `parameter_missing`, `parameter_invalid`, `invalid_json`, `request_too_large`, `rate_limit_exceeded`, `internal_error`.
   */
  redeliver(id: string, options?: IdempotentCallOptions): Call<WebhookDelivery>;
}

/** The operations of `autopay.webhookDeliveries`, with their client. */
export function webhookDeliveries(client: Client): WebhookDeliveriesResource {
  return bind(client, {
    list: listWebhookDeliveries,
    get: getWebhookDelivery,
    redeliver: redeliverWebhook,
  }) as WebhookDeliveriesResource;
}
