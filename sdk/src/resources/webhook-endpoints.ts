import { type Api, dataOf, init } from '../api.ts';
import type { Body, CallOptions, IdempotentCallOptions, Page, Query, WebhookEndpoint } from '../types.ts';

/** Where events are delivered. */
export interface WebhookEndpoints {
  /** Registers an address. Its secret is in full in this answer only. Throws parameter_invalid for an address that is not public. */
  create(endpoint: Body<'createWebhookEndpoint'>, options?: IdempotentCallOptions): Promise<WebhookEndpoint>;
  /** Lists endpoints, newest first, their secrets masked. */
  list(query?: Query<'listWebhookEndpoints'>, options?: CallOptions): Promise<Page<WebhookEndpoint>>;
}

/** Webhook endpoints of the deployment behind `api`. */
export function webhookEndpoints(api: Api): WebhookEndpoints {
  return {
    create: (body, options) => dataOf(api.POST('/v1/webhook_endpoints', { body, ...init(options) })),
    list: (query, options) =>
      dataOf(api.GET('/v1/webhook_endpoints', { params: { query }, ...init(options) })),
  };
}
