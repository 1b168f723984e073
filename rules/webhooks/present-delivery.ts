import type { DeliveryStatus } from './machine.ts';

/** What the API shows of a delivery's row. */
export interface ShownDelivery<EventType extends string> {
  id: string;
  livemode: boolean;
  createdAt: number;
  eventId: string;
  eventType: EventType;
  /** The event was asked for and did not happen. */
  isTest: boolean;
  endpointId: string;
  url: string;
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: number | null;
}

/** A delivery as the API shows it. */
export function presentDelivery<EventType extends string>(row: ShownDelivery<EventType>) {
  return {
    object: 'webhook_delivery' as const,
    id: row.id,
    livemode: row.livemode,
    createdAt: row.createdAt,
    event: row.eventId,
    eventType: row.eventType,
    ...(row.isTest && { testEvent: true as const }),
    endpoint: row.endpointId,
    url: row.url,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.nextAttemptAt,
  };
}

/** A delivery with its body and the result of every attempt. */
export function presentDeliveryWithHistory<EventType extends string, Attempt extends object>(
  row: ShownDelivery<EventType>,
  { body, history }: { body: string; history: readonly Attempt[] },
) {
  return { ...presentDelivery(row), body, history: history.map((attempt) => ({ ...attempt })) };
}
