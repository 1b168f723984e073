import { setTimeout } from 'node:timers/promises';
import type { Autopay, ListedEvent, WebhookDelivery } from '@autopay/sdk';
import { CONNECTION_OPTIONS, connect } from './connect.ts';
import { type Command, CommandFailure, type CommandInput, type ExitCode, UsageError } from './command.ts';
import { forwardEvent, readForwardTo } from './forward-event.ts';
import { signingSecret } from './signing-secret.ts';
import { printable } from './terminal.ts';

/** An attempt ends within 15 s; the rest is for it to start. */
const WAIT_MS = 25_000;
const POLL_MS = 300;

/** `events resend <id>`: delivers an event again. */
export const resend: Command = {
  name: 'events resend',
  usage: '<evt_id>',
  summary: 'Deliver an event again, to its endpoints or to a local port',
  details: `Without --forward-to every webhook endpoint that was to get the event gets it again, and what each answers is shown. With --forward-to it
goes to that address alone, signed as "listen" signs it. Ends with 1 when a delivery failed.`,
  options: {
    'forward-to': {
      type: 'string',
      value: '<url>',
      help: 'Send it here instead, such as localhost:3000/hook.',
    },
    endpoint: { type: 'string', value: '<whe_id>', help: 'Deliver to this endpoint alone.' },
    secret: {
      type: 'string',
      value: '<whsec_...>',
      help: 'Sign with this secret. Default AUTOPAY_WEBHOOK_SECRET, else the one "listen" shows.',
    },
    ...CONNECTION_OPTIONS,
  },
  arity: { min: 1, max: 1 },
  async run(input) {
    const [id] = input.args;
    const { 'forward-to': forwardTo, endpoint, secret } = input.values;
    requireId('An event id', id!, 'evt_');
    if (endpoint !== undefined) requireId('--endpoint', endpoint, 'whe_');
    if (forwardTo !== undefined && endpoint !== undefined) {
      throw new UsageError('Give --forward-to or --endpoint, not both.');
    }
    if (forwardTo === undefined && secret !== undefined) {
      throw new UsageError(
        '--secret signs what --forward-to sends; the service signs with the secrets of the endpoints.',
      );
    }
    const target = forwardTo === undefined ? null : readForwardTo(forwardTo);
    const { autopay, secretKey } = await connect(input);
    const signing = signingSecret(secret, input.env, secretKey);
    const event = await autopay.events.get(id!, { signal: input.signal });
    if (target !== null) return sendLocally(event, target, signing.secret, input);
    return redeliver(autopay, event, endpoint, input);
  },
};

function requireId(what: string, text: string, prefix: string): void {
  if (!text.startsWith(prefix) || !/^\w{5,64}$/.test(text)) {
    throw new UsageError(`${what} begins with ${prefix}, and "${printable(text)}" is none.`);
  }
}

async function sendLocally(
  event: ListedEvent,
  target: URL,
  secret: string,
  { terminal, signal }: CommandInput,
): Promise<ExitCode> {
  const { delivered, status, latencyMs, error } = await forwardEvent(event, { target, secret, signal });
  const mark = event.testEvent ? '  test event' : '';
  const outcome = delivered ? status : printable(error!);
  terminal.tell(`${event.id}  ${event.type}  ${outcome}  ${latencyMs} ms${mark}`, {
    id: event.id,
    event: event.type,
    ...(event.testEvent && { testEvent: true }),
    forwardTo: target.href,
    delivered,
    status,
    latencyMs,
    error,
  });
  return delivered ? 0 : 1;
}

async function redeliver(
  autopay: Autopay,
  event: ListedEvent,
  endpoint: string | undefined,
  { terminal, signal }: CommandInput,
): Promise<ExitCode> {
  const query = { event: event.id, ...(endpoint === undefined ? {} : { endpoint }) };
  // A merchant has a handful of endpoints: one page holds all deliveries of an event.
  const { data: deliveries } = await autopay.webhookDeliveries.list(query, { signal });
  if (deliveries.length === 0) {
    throw new CommandFailure(
      'no_deliveries',
      `${event.id} was to be delivered to no ${endpoint === undefined ? '' : 'such '}endpoint: an endpoint gets what happens once it is registered. --forward-to sends it to a local port.`,
    );
  }
  const outcomes = await Promise.all(
    deliveries.map(async (delivery) => {
      await autopay.webhookDeliveries.redeliver(delivery.id, { signal });
      const outcome = await awaitAttempt(autopay, delivery, signal);
      const { delivered, status, latencyMs, error } = outcome;
      const words =
        error ?? (status === null ? 'no attempt yet: it stays due' : `${status}  ${latencyMs} ms`);
      terminal.tell(`${delivery.endpoint}  ${printable(delivery.url)}  ${printable(words)}`, {
        delivery: delivery.id,
        endpoint: delivery.endpoint,
        url: delivery.url,
        delivered,
        status,
        latencyMs,
        error,
      });
      return delivered;
    }),
  );
  return outcomes.every(Boolean) ? 0 : 1;
}

interface Attempt {
  delivered: boolean;
  status: number | null;
  latencyMs: number | null;
  error: string | null;
}

/** The first attempt after those that `delivery` already had; all null if it did not end in time. */
async function awaitAttempt(
  autopay: Autopay,
  delivery: WebhookDelivery,
  signal: AbortSignal,
): Promise<Attempt> {
  const deadlineMs = performance.now() + WAIT_MS;
  for (;;) {
    const { attempts, history } = await autopay.webhookDeliveries.get(delivery.id, { signal });
    const last = history.at(-1);
    if (attempts > delivery.attempts && last !== undefined) {
      const { outcome, responseStatus: status, latencyMs, error } = last;
      return { delivered: outcome === 'delivered', status, latencyMs, error };
    }
    if (performance.now() > deadlineMs)
      return { delivered: false, status: null, latencyMs: null, error: null };
    await setTimeout(POLL_MS, undefined, { signal });
  }
}
