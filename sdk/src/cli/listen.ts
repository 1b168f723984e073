import { setTimeout } from 'node:timers/promises';
import type { ListedEvent } from '@autopay/sdk';
import { CONNECTION_OPTIONS, connect, type Connection } from './connect.ts';
import { type Command, CommandFailure, type CommandInput, UsageError } from './command.ts';
import { EventFeed, type FreshEvents } from './event-feed.ts';
import { readEventKind } from './event-kinds.ts';
import { isPassing, networkReason } from './failure.ts';
import { forwardEvent, type LocalDelivery, readForwardTo } from './forward-event.ts';
import { type SigningSecret, signingSecret } from './signing-secret.ts';
import { printable } from './terminal.ts';

/** Two reads a second: 120 a minute of the 6,000 that a key has by default. */
const POLL_MS = 500;
/** Between full pages, when catching up: with the local deliveries in between at most 600 reads a minute. */
const PAGE_PAUSE_MS = 100;
/** A page of events takes milliseconds; a service that hangs is told of after this. */
const READ_TIMEOUT_MS = 10_000;
/** While the service is away: it is found again at most so much after it came back. */
const MAX_BACKOFF_MS = 5_000;

/** `listen --forward-to <url>`: forwards events to a local port as they happen. */
export const listen: Command = {
  name: 'listen',
  usage: '--forward-to <url>',
  summary: 'Forward your events to a local port, signed, as they happen',
  details: `Sends every event of this merchant to a port of this machine as a webhook endpoint would get it: the same bytes and headers, signed with
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
    // Reads are repeated here, where it is said aloud.
    const connection = await connect(input, { maxRetries: 0, timeoutMs: READ_TIMEOUT_MS });
    const signing = signingSecret(values['secret'], env, connection.secretKey);
    const feed = await openFeed(connection, after, signal);
    const tally = { forwarded: 0, failed: 0, last: feed.startedAfter };
    announce(input, { connection, target, signing });
    try {
      for (;;) {
        const { events: fresh, more } = await readPatiently(feed, connection, input);
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
  after: string | undefined,
  signal: AbortSignal,
): Promise<EventFeed> {
  const list = (query: Parameters<typeof autopay.events.list>[0]) => autopay.events.list(query, { signal });
  if (after === undefined) return EventFeed.fromNow(list, performance.now());
  await autopay.events.get(after, { signal });
  return EventFeed.after(list, after, performance.now());
}

/** Reads the next page, however long the service is away. Throws what will not pass by itself, and the reason of the signal. */
async function readPatiently(
  feed: EventFeed,
  { url }: Connection,
  { terminal, signal }: CommandInput,
): Promise<FreshEvents> {
  const startedAtMs = performance.now();
  for (let failures = 0; ; failures += 1) {
    try {
      const page = await feed.read(performance.now());
      if (failures > 0) {
        const seconds = Math.round((performance.now() - startedAtMs) / 1000);
        terminal.tell(`${timeOfDay()}  answers again, after ${seconds} s`, {
          type: 'connection_restored',
          seconds,
        });
      }
      return page;
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error)) throw isUnknownCursor(error) ? dataReset(url) : error;
      const reason = error.status === null ? networkReason(error) : `${error.code}, status ${error.status}`;
      if (failures === 0) {
        terminal.tell(`${timeOfDay()}  ${url} does not answer (${reason}); trying again until it does`, {
          type: 'connection_lost',
          url,
          reason,
        });
      }
      await setTimeout(backoffMs(failures, error.retryAfterSeconds), undefined, { signal });
    }
  }
}

function backoffMs(failures: number, retryAfterSeconds: number | null): number {
  const delayMs = Math.min(MAX_BACKOFF_MS, POLL_MS * 2 ** failures);
  return Math.max(delayMs * (0.5 + Math.random() / 2), (retryAfterSeconds ?? 0) * 1000);
}

function isUnknownCursor(error: unknown): boolean {
  const { code, param } = error as { code?: unknown; param?: unknown };
  return code === 'parameter_invalid' && (param === 'endingBefore' || param === 'startingAfter');
}

function dataReset(url: string): CommandFailure {
  return new CommandFailure(
    'unknown_cursor',
    `${url} no longer knows the events that were forwarded: its data was replaced. Start again.`,
  );
}

function announce(
  { terminal }: CommandInput,
  { connection, target, signing }: { connection: Connection; target: URL; signing: SigningSecret },
): void {
  const { url, livemode } = connection;
  const { secret, source } = signing;
  const mode = livemode ? 'live' : 'test';
  const signed = source === null ? `Webhook secret: ${secret}` : `Signed with the secret of ${source}.`;
  terminal.tell(`Forwarding ${mode} events of ${url} to ${target.href}. Ctrl-C ends it.\n${signed}`, {
    type: 'listening',
    url,
    livemode,
    forwardTo: target.href,
    // A given secret is known to who gave it, and may be that of a real endpoint.
    ...(source === null ? { secret } : {}),
  });
}

function tellDelivery(
  { terminal, values }: CommandInput,
  event: ListedEvent,
  delivery: LocalDelivery,
  target: URL,
): void {
  const { delivered, status, latencyMs, error } = delivery;
  const type = printable(event.type);
  const line = `${timeOfDay()}  ${type.padEnd(17)}  ${printable(event.id)}  ${delivered ? status : 'failed'}  ${latencyMs} ms`;
  const hint = `  ${printable(error ?? '')}\n  Send it again: npx @autopay/sdk events resend ${quoted(event.id)} --forward-to ${quoted(target.href)}${sameSettings(values)}`;
  terminal.tell(delivered ? line : `${line}\n${hint}`, {
    type: delivered ? 'forwarded' : 'forward_failed',
    at: Math.floor(Date.now() / 1000),
    event: event.type,
    id: event.id,
    status,
    latencyMs,
    error,
  });
}

/** The options that a second command needs to reach the same service and sign in the same way; a secret is not repeated. */
function sameSettings(values: CommandInput['values']): string {
  const given = ['url', 'api-key-file'].flatMap((name) =>
    values[name] === undefined ? [] : [` --${name} ${quoted(values[name])}`],
  );
  return given.join('') + (values['secret'] === undefined ? '' : ' --secret <the same>');
}

function tellEnd(
  { terminal }: CommandInput,
  { forwarded, failed, last }: { forwarded: number; failed: number; last: string | null },
): void {
  const counts = `${forwarded} forwarded${failed === 0 ? '' : `, ${failed} failed`}`;
  const resume = last === null ? '' : ` To go on from here: --after ${quoted(last)}`;
  terminal.tell(`\nStopped: ${counts}.${resume}`, { type: 'stopped', forwarded, failed, last });
}

function timeOfDay(): string {
  return new Date().toTimeString().slice(0, 8);
}

/** One word for a shell, whatever is in it. */
function quoted(text: string): string {
  return /^[\w.:/-]+$/.test(text) ? text : `'${printable(text).replaceAll("'", "'\\''")}'`;
}
