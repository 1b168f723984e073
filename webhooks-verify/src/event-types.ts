import type { EventOf, UnknownEvent, WebhookEvent } from './events.ts';
import type { Event, EventType } from './generated/events.ts';

/** Every kind of this version of the contract. One that is missing, or is none, does not compile. */
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
};

/** The event kinds of this version of the contract. */
export const EVENT_TYPES = /* @__PURE__ */ Object.freeze(Object.keys(KNOWN)) as readonly EventType[];

/** Whether `event` is of a kind that this version knows, or else an `UnknownEvent`. */
export function isKnownEvent(event: WebhookEvent): event is Event {
  return Object.hasOwn(KNOWN, String(event.type));
}

/** One function per kind, and `unknown` for kinds of a newer service. A kind that is left out does not compile. */
export type EveryHandler<Result> = { [T in EventType]: (event: EventOf<T>) => Result } & {
  unknown: (event: UnknownEvent) => Result;
  otherwise?: never;
};

/** Functions for some kinds, and `otherwise` for all others, known or not. */
export type SomeHandlers<Result> = { [T in EventType]?: (event: EventOf<T>) => Result } & {
  otherwise: (event: WebhookEvent) => Result;
  unknown?: never;
};

/**
 * Calls the one function of `handlers` that is for this event's type, and returns what it returns. Name every kind and `unknown`, and
 * the compiler says when one is missing; or name some and `otherwise`. Throws TypeError when none is for it, which plain JavaScript can do.
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
