import type { EventType } from '@autopay/sdk';
import { STANDARD_EVENTS } from '../../../rules/webhooks/event-filter.ts';

/** What each type of event tells, for people. A type that the contract adds fails the build here. */
const WORDS: Record<EventType, string> = {
  'charge.succeeded': 'A payment arrived',
  'charge.failed': 'A payment failed, and is tried again',
  'charge.abandoned': 'A payment failed, and is given up',
  'charge.scheduled': 'The next payment was planned',
  'charge.skipped': 'A payment is not made, since its subscription ended',
  'charge.upcoming': 'A payment comes up in 3 days',
  'mandate.created': 'A subscription was begun, and waits for the payer',
  'mandate.activated': 'A payer agreed to a subscription',
  'mandate.completed': 'A subscription was paid to its end',
  'mandate.revoked': 'A subscription was cancelled',
  'mandate.expired': 'A subscription passed its end date',
  'mandate.authorization_expiring': 'What a payer approved runs out soon',
  'refund.succeeded': 'A refund reached the payer',
  'refund.failed': 'A refund failed',
};

/** Every type of event, what matters most first. */
export const EVENT_TYPES = Object.keys(WORDS) as readonly EventType[];

/** What an event of `type` tells, in a few words; the type itself if this page is older than it. */
export function wordsOfEvent(type: string): string {
  return WORDS[type as EventType] ?? type;
}

/** The types by what they are about. */
export const EVENT_GROUPS: readonly { heading: string; types: readonly EventType[] }[] = [
  { heading: 'Payments', types: EVENT_TYPES.filter((type) => type.startsWith('charge.')) },
  { heading: 'Subscriptions', types: EVENT_TYPES.filter((type) => type.startsWith('mandate.')) },
  { heading: 'Refunds', types: EVENT_TYPES.filter((type) => type.startsWith('refund.')) },
];

/** What an endpoint without a filter gets. */
export const STANDARD_IN_WORDS = `The ${STANDARD_EVENTS.length} usual kinds: subscriptions begin and end, payments are planned, arrive and fail`;
