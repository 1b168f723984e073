import type { components } from '../generated/api.ts';

/** All event types. */
export type EventType = components['schemas']['EventType'];
/** An event as webhooks deliver it. */
export type EventBody = components['schemas']['Event'];
