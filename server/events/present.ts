import type { components } from '../generated/api.ts';
import type { EventRow } from './queries.ts';

/** An event as the API lists it: the delivered event, and its number of pending deliveries. */
export function presentEvent(row: EventRow): components['schemas']['ListedEvent'] {
  return { ...JSON.parse(row.body), pendingWebhooks: row.pendingWebhooks };
}
