export { type WebhookErrorCode, WebhookVerificationError } from './error-class.ts';
export { type Claim, ClaimLostError, type EventStore } from './event-store.ts';
export { dispatch, EVENT_TYPES, type EveryHandler, isKnownEvent, type SomeHandlers } from './event-types.ts';
export type { EventOf, UnknownEvent, UnknownEventType, WebhookEvent } from './events.ts';
export type { Framework } from './frameworks.ts';
export type { Event, EventType } from './generated/events.ts';
export type { BodySource, RawBody, VerifiedWebhook, VerifyOptions, WebhookSource } from './options.ts';
export type { HeadersLike } from './signature-header.ts';
export { verify } from './verify.ts';
export { verifySync } from './verify-sync.ts';
export {
  type Handler,
  type HandlerContext,
  type WebhookOutcome,
  Webhooks,
  webhooks,
  type WebhooksOptions,
} from './webhooks.ts';
