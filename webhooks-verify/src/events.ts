import type { Event, EventType } from './generated/events.ts';

/**
 * A type that this version does not know: a string, `String(event.type)`. To the compiler it is an object, since only so do comparisons
 * with known types tell the events apart, and leave this one for `default`.
 */
export interface UnknownEventType {
  toString(): string;
  startsWith(start: string): boolean;
  readonly '~unknown': true;
}

/** An event of a kind that a newer service added. Answer it with 2xx; `String(event.type)` is what kind it says it is. */
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

/** What a verified webhook holds: an event of this version of the contract, or one of a newer. `switch` on `type`. */
export type WebhookEvent = Event | UnknownEvent;

/** The event whose `type` is `T`. */
export type EventOf<T extends EventType> = Extract<Event, { type: T }>;
