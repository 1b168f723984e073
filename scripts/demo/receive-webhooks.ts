import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Event, isKnownEvent, verify, WebhookVerificationError } from '@autopay/webhooks-verify';

/** A merchant's webhook receiver. */
export interface Receiver {
  url: string;
  /** The secret of its registered endpoint; earlier deliveries get a 503, and so come again. */
  useSecret(secret: string): void;
  /** Calls `listener` once for each new event, however often it is delivered. */
  onEvent(listener: (event: Event) => void): void;
  /** Resolves with the first event that `matches`, past ones included. */
  waitFor(matches: (event: Event) => boolean): Promise<Event>;
  close(): void;
}

/** Listens on a free loopback port and accepts only what is signed with the secret. */
export async function receiveWebhooks(): Promise<Receiver> {
  const events = new Map<string, Event>();
  const listeners = new Set<(event: Event) => void>();
  let secret: string | null = null;

  const server = createServer(async (request, response) => {
    if (secret === null) return void response.writeHead(503).end();
    try {
      const { event } = await verify({
        body: await buffer(request),
        headers: request.headers,
        secrets: secret,
      });
      response.writeHead(204).end();
      if (!isKnownEvent(event) || events.has(event.id)) return;
      events.set(event.id, event);
      for (const listener of listeners) listener(event);
    } catch (error) {
      response.writeHead(error instanceof WebhookVerificationError ? 400 : 500).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    useSecret: (value) => {
      secret = value;
    },
    onEvent: (listener) => void listeners.add(listener),
    waitFor: (matches) =>
      new Promise((resolve) => {
        const past = [...events.values()].find(matches);
        if (past) return resolve(past);
        const listener = (event: Event) => {
          if (!matches(event)) return;
          listeners.delete(listener);
          resolve(event);
        };
        listeners.add(listener);
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
