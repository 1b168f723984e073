import type { Event, EventType } from './generated/events.ts';

/** A type that this version does not know. Not a plain `string`, so that comparing `type` with a known one tells events apart. */
export type UnknownEventType = string & { readonly '~type': 'unknown' };

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
