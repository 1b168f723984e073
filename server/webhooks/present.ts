import type { components } from '../generated/api.ts';
import type { EndpointRow } from './queries.ts';

/**
 * An endpoint as the API shows it. Only the response to its creation contains `secret`; otherwise the secret
 * is masked except for its end.
 */
export function presentEndpoint(row: EndpointRow, secret?: string): components['schemas']['WebhookEndpoint'] {
  return {
    object: 'webhook_endpoint',
    id: row.id,
    livemode: row.livemode,
    createdAt: row.createdAt,
    url: row.url,
    secret: secret ?? `whsec_${row.secretLast4}`,
  };
}
