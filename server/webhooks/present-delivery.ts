import type { components } from '../generated/api.ts';
import type { AttemptedRow, DeliveryRow } from './delivery-queries.ts';

/** A delivery as the API shows it. */
export function presentDelivery(row: DeliveryRow): components['schemas']['WebhookDelivery'] {
  return {
    object: 'webhook_delivery',
    id: row.id,
    livemode: row.livemode,
    createdAt: row.createdAt,
    event: row.eventId,
    eventType: row.eventType,
    endpoint: row.endpointId,
    url: row.url,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.nextAttemptAt,
  };
}

/** A delivery with its body and the result of every attempt. */
export function presentDeliveryWithHistory(
  row: DeliveryRow,
  { body, history }: { body: string; history: readonly AttemptedRow[] },
): components['schemas']['WebhookDeliveryWithHistory'] {
  return { ...presentDelivery(row), body, history: history.map((attempt) => ({ ...attempt })) };
}
