import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { ListedEvent } from '@autopay/sdk';
import { API_VERSION } from '../generated/version.ts';
import { UsageError } from './command.ts';
import { signBody } from './signing-secret.ts';

/** The result of one local delivery. */
export interface LocalDelivery {
  /** Whether the response was a 2xx. */
  delivered: boolean;
  /** HTTP status; null without a response. */
  status: number | null;
  latencyMs: number;
  /** Why it failed, in a sentence; null when delivered. */
  error: string | null;
}

/** The same deadline the service gives an endpoint. */
const DEADLINE_MS = 15_000;
const USER_AGENT = `Autopay/${API_VERSION}`;
/** Enough of an error page to recognize it. */
const SHOWN_CHARACTERS = 200;
const MAX_READ_BYTES = 16_384;

/** The address in `--forward-to`: `localhost:3000/hook`, a port alone, or a whole URL. Throws UsageError. */
export function readForwardTo(text: string): URL {
  const wanted = `--forward-to must be where your server listens, such as localhost:3000/hook, and "${text}" is not.`;
  const withHost = /^:?\d{1,5}(?:[/?]|$)/.test(text) ? `localhost:${text.replace(/^:/, '')}` : text;
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(withHost) ? withHost : `http://${withHost}`;
  if (!URL.canParse(withScheme) || /\s/.test(text)) throw new UsageError(wanted);
  const url = new URL(withScheme);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new UsageError(wanted);
  url.hash = '';
  return url;
}

/** The body that webhooks deliver for a listed event: the list only adds `pendingWebhooks`. */
export function webhookBody(event: ListedEvent): string {
  const { pendingWebhooks: _, ...body } = event;
  return JSON.stringify(body);
}

/**
 * POSTs the event to `target` as the service would: the same bytes, headers, signature and deadline, a
 * connection each, no redirects followed. Network failures do not throw; only an aborted `signal` does, with
 * its reason.
 */
export async function forwardEvent(
  event: ListedEvent,
  { target, secret, signal }: { target: URL; secret: string; signal: AbortSignal },
): Promise<LocalDelivery> {
  const startedAtMs = performance.now();
  const end = (status: number | null, error: string | null): LocalDelivery => ({
    delivered: error === null,
    status,
    latencyMs: Math.round(performance.now() - startedAtMs),
    error,
  });
  const body = webhookBody(event);
  const headers = {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    'svc-signature': signBody(secret, body, Math.floor(Date.now() / 1000)),
    'content-length': Buffer.byteLength(body),
  };
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), DEADLINE_MS);
  const abort = () => deadline.abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    const send = target.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = send(target, { method: 'POST', headers, agent: false, signal: deadline.signal });
    const { status, head } = await exchange(outgoing, body);
    return end(status, whyStatusFails(status, head));
  } catch (error) {
    signal.throwIfAborted();
    if (deadline.signal.aborted) return end(null, `no answer within ${DEADLINE_MS / 1000} s`);
    return end(null, `no answer: ${networkCode(error)}`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

async function exchange(outgoing: ClientRequest, body: string): Promise<{ status: number; head: string }> {
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('error', reject);
    outgoing.once('response', resolve);
    outgoing.end(body);
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MAX_READ_BYTES) break;
    }
  } catch {
    // The body was cut off; the status, which has arrived, decides.
  }
  outgoing.destroy();
  return { status: incoming.statusCode ?? 0, head: Buffer.concat(chunks).toString() };
}

function whyStatusFails(status: number, head: string): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `answered ${status}: redirects are not followed, give the final address`;
  const shown = head.trim().slice(0, SHOWN_CHARACTERS);
  return shown === '' ? `answered ${status}` : `answered ${status}: ${shown}`;
}

/** Codes such as ECONNREFUSED; for a host with several addresses Node wraps one error for each. */
function networkCode(error: unknown): string {
  const { code, errors, message } = error as {
    code?: string;
    errors?: { code?: string }[];
    message?: string;
  };
  return code ?? errors?.[0]?.code ?? message ?? 'the connection failed';
}
