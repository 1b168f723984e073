import type { EventType } from '@autopay/sdk';

const TYPES: Record<EventType, null> = {
  'mandate.created': null,
  'mandate.activated': null,
  'mandate.completed': null,
  'mandate.revoked': null,
  'mandate.expired': null,
  'charge.scheduled': null,
  'charge.succeeded': null,
  'charge.failed': null,
  'charge.abandoned': null,
  'charge.skipped': null,
};

/** Every type of event that the service sends. A type that the contract adds fails the build here. */
export const EVENT_TYPES = Object.keys(TYPES) as readonly EventType[];
