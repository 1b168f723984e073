import type { Event } from './make-event.ts';
import type { EventRow } from './rows.ts';
import { signWebhook } from './webhooks.ts';
import type { World } from './world.ts';

/** Something that happened, as webhooks tell it. */
export interface SentEvent {
  merchantId: string;
  event: Event;
  /** The bytes that are delivered, as text. */
  body: string;
  /**
   * The request that delivers it, signed now: to the merchant's newest endpoint, with its secret, unless said otherwise. Rejects with
   * TypeError where there is no endpoint and `url` or `secret` is not given.
   */
  request: (to?: { url?: string; secret?: string }) => Promise<Request>;
}

/** What happened so far, the oldest first. */
export function sentEvents(world: World): SentEvent[] {
  return world.events
    .filter(() => true)
    .map((row) => ({
      merchantId: row.merchantId,
      event: JSON.parse(row.body) as Event,
      body: row.body,
      request: (to) => requestFor(world, row, to),
    }));
}

async function requestFor(
  world: World,
  { merchantId, livemode, body }: EventRow,
  to: { url?: string; secret?: string } = {},
): Promise<Request> {
  const newest = world.endpoints.last((row) => row.merchantId === merchantId && row.livemode === livemode);
  const url = to.url ?? newest?.url;
  const secret = to.secret ?? newest?.secret;
  if (url === undefined || secret === undefined) {
    throw new TypeError('The merchant has no webhook endpoint: register one, or give url and secret.');
  }
  return signWebhook(body, { url, secret, timestampSeconds: world.now() + world.ahead });
}
