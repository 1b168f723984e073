import { setTimeout } from 'node:timers/promises';
import { CONNECTION_OPTIONS, connect, type Connection } from './connect.ts';
import { type Command, UsageError } from './command.ts';
import { EventFeed } from './event-feed.ts';
import { readEventKind } from './event-kinds.ts';
import { forwardEvent, readForwardTo } from './forward-event.ts';
import { readPatiently } from './read-patiently.ts';
import { signingSecret } from './signing-secret.ts';
import { tellDelivery, tellEnd, tellStart } from './tell-listening.ts';
import { printable } from './terminal.ts';

/** Two reads a second: 120 a minute of the 6,000 that a key has by default. */
const POLL_MS = 500;
/**
 * Pause between full pages when catching up: with local deliveries in between, at most 600 reads a minute.
 */
const PAGE_PAUSE_MS = 100;
/** A page of events takes milliseconds; after this a hanging service is reported. */
const READ_TIMEOUT_MS = 10_000;
/** `listen --forward-to <url>`: forwards events to a local port as they happen. */
export const listen: Command = {
  name: 'listen',
  usage: '--forward-to <url>',
  summary: 'Forward your events to a local port, signed, as they happen',
  details: `Sends every event of this merchant to a port of this machine as a webhook endpoint without a filter would get it: the same bytes and headers, signed with
the webhook secret that is shown at the start, which stays the same from run to run. No public address is needed. One line tells of each
event: time, kind, id, what your server answered and after how many milliseconds. An event whose delivery fails is not sent again by
itself; "events resend" does it. When the service is away, it is tried again until it is back, and nothing is left out. Ctrl-C ends it.`,
  options: {
    'forward-to': {
      type: 'string',
      value: '<url>',
      help: 'Where your server listens, such as localhost:3000/hook.',
    },
    events: { type: 'string', value: '<kinds>', help: 'Only these, such as charge.succeeded,charge.failed.' },
    after: { type: 'string', value: '<evt_id>', help: 'Begin after this event. Default: from now on.' },
    secret: {
      type: 'string',
      value: '<whsec_...>',
      help: 'Sign with this secret. Default AUTOPAY_WEBHOOK_SECRET, else one of its own.',
    },
    ...CONNECTION_OPTIONS,
  },
  arity: { min: 0, max: 0 },
  async run(input) {
    const { values, env, signal } = input;
    const { 'forward-to': forwardTo, events, after } = values;
    if (forwardTo === undefined) {
      throw new UsageError('Where to? For example: listen --forward-to localhost:3000/hook');
    }
    const target = readForwardTo(forwardTo);
    const kinds =
      events === undefined
        ? null
        : new Set<string>(events.split(',').map((kind) => readEventKind(kind.trim())));
    if (after !== undefined && !/^evt_\w{1,60}$/.test(after)) {
      throw new UsageError(
        `--after is an event's id, which begins with evt_, and "${printable(after)}" is none.`,
      );
    }
    // Retries happen here, where they are reported to the person.
    const connection = await connect(input, { maxRetries: 0, timeoutMs: READ_TIMEOUT_MS });
    const signing = signingSecret(values['secret'], env, connection.secretKey);
    const feed = await openFeed(connection, { after, isChosen: kinds !== null }, signal);
    const tally = { forwarded: 0, failed: 0, last: feed.startedAfter };
    tellStart(input, { connection, target, signing });
    try {
      for (;;) {
        const { events: fresh, more } = await readPatiently(feed, connection.url, input);
        for (const event of fresh) {
          if (kinds === null || kinds.has(event.type)) {
            const delivery = await forwardEvent(event, { target, secret: signing.secret, signal });
            tally[delivery.delivered ? 'forwarded' : 'failed'] += 1;
            tellDelivery(input, event, delivery, target);
          }
          tally.last = event.id;
        }
        await setTimeout(more ? PAGE_PAUSE_MS : POLL_MS, undefined, { signal });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
      tellEnd(input, tally);
      return 0;
    }
  },
};

async function openFeed(
  { autopay }: Connection,
  { after, isChosen }: { after: string | undefined; isChosen: boolean },
  signal: AbortSignal,
): Promise<EventFeed> {
  const list = (query: Parameters<typeof autopay.events.list>[0]) =>
    autopay.events.list({ ...query, ...(isChosen ? { types: 'all' as const } : {}) }, { signal });
  if (after === undefined) return EventFeed.fromNow(list, performance.now());
  await autopay.events.get(after, { signal });
  return EventFeed.after(list, after, performance.now());
}
