import type { Event } from './make-event.ts';
import type { EventRow } from './rows.ts';
import { signWebhook } from './webhooks.ts';
import type { World } from './world.ts';

/** An event, as webhooks deliver it. */
export interface SentEvent {
  merchantId: string;
  event: Event;
  /** The delivered body, as text. */
  body: string;
  /**
   * The request that delivers it, signed now: by default to the merchant's newest endpoint, with its secret.
   * Rejects with TypeError if there is no endpoint and `url` or `secret` is missing.
   */
  request: (to?: { url?: string; secret?: string }) => Promise<Request>;
}

/** All events so far, oldest first. */
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
