import type { EventOf, UnknownEvent, WebhookEvent } from './events.ts';
import type { Event, EventType } from './generated/events.ts';

/** Every event type of this version of the contract. A missing or unknown one does not compile. */
const KNOWN: Readonly<Record<EventType, true>> = {
  'mandate.created': true,
  'mandate.activated': true,
  'mandate.completed': true,
  'mandate.revoked': true,
  'mandate.expired': true,
  'charge.scheduled': true,
  'charge.succeeded': true,
  'charge.failed': true,
  'charge.abandoned': true,
  'charge.skipped': true,
  'charge.upcoming': true,
  'mandate.authorization_expiring': true,
  'refund.succeeded': true,
  'refund.failed': true,
};

/** The event types of this version of the contract. */
export const EVENT_TYPES = /* @__PURE__ */ Object.freeze(Object.keys(KNOWN)) as readonly EventType[];

/** Whether this version knows the type of `event`; otherwise it is an `UnknownEvent`. */
export function isKnownEvent(event: WebhookEvent): event is Event {
  return Object.hasOwn(KNOWN, String(event.type));
}

/** One function per type, and `unknown` for types of a newer service. Leaving one out does not compile. */
export type EveryHandler<Result> = { [T in EventType]: (event: EventOf<T>) => Result } & {
  unknown: (event: UnknownEvent) => Result;
  otherwise?: never;
};

/** Functions for some types, and `otherwise` for all others, known or not. */
export type SomeHandlers<Result> = { [T in EventType]?: (event: EventOf<T>) => Result } & {
  otherwise: (event: WebhookEvent) => Result;
  unknown?: never;
};

/**
 * Calls the function of `handlers` for this event's type, and returns its result. Name every type and
 * `unknown`, and the compiler reports missing ones; or name some and `otherwise`. Throws TypeError if there
 * is no function for it, which only plain JavaScript can cause.
 */
export function dispatch<Result>(
  event: WebhookEvent,
  handlers: EveryHandler<Result> | SomeHandlers<Result>,
): Result {
  const own = isKnownEvent(event) ? handlers[event.type] : handlers.unknown;
  const handler = (own ?? handlers.otherwise) as ((event: WebhookEvent) => Result) | undefined;
  if (typeof handler !== 'function') throw new TypeError(`handlers has none for ${String(event.type)}.`);
  return handler(event);
}
