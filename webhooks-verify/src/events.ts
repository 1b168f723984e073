import type { Event, EventType } from './generated/events.ts';

/**
 * A type that this version does not know: a string, `String(event.type)`. The compiler sees an object,
 * because only then do comparisons with known types narrow the event and leave this one for `default`.
 */
export interface UnknownEventType {
  toString(): string;
  startsWith(start: string): boolean;
  readonly '~unknown': true;
}

/** An event of a type that a newer service added. Respond with 2xx; `String(event.type)` is its type. */
export interface UnknownEvent {
  /** Stable across deliveries: deduplicate on it. */
  id: string;
  object: 'event';
  type: UnknownEventType;
  /** Unix seconds. */
  createdAt: number;
  livemode: boolean;
  apiVersion: string;
  data: { object: Record<string, unknown> };
}

/** A verified webhook's event: of this version of the contract, or of a newer one. `switch` on `type`. */
export type WebhookEvent = Event | UnknownEvent;

/** The event whose `type` is `T`. */
export type EventOf<T extends EventType> = Extract<Event, { type: T }>;
