import { type Claim, ClaimLostError, type EventStore } from './event-store.ts';
import type { WebhookEvent } from './events.ts';

/** What to sign: an event, or the exact body. */
export type Signable =
  | { event: WebhookEvent | object; body?: never }
  | { body: string | Uint8Array; event?: never };

/** How to sign it. */
export interface SignOptions {
  /** The endpoint's `whsec_...`; with several the header has one signature for each. */
  secret: string | readonly string[];
  /** Default `http://localhost/webhooks/autopay`. */
  url?: string;
  /** Unix seconds. Default: the machine's clock. */
  now?: number;
}

/** What `fetch` takes as a body. TypeScript before 5.7 has no Uint8Array with a parameter, so the type is read off. */
type Bytes = ReturnType<TextEncoder['encode']>;

/** A delivery as the service makes it, in every form a test may need. */
export interface SignedRequest {
  /** Unread, and can be read once: sign again for the next test. */
  request: Request;
  url: string;
  method: 'POST';
  /** Content type, user agent and signature, names in lower case. */
  headers: Record<string, string>;
  /** What was signed. */
  body: string | Bytes;
  /** The value of `svc-signature`. */
  header: string;
  /** Unix seconds. */
  timestamp: number;
}

/**
 * Signs a delivery of `event`, or of `body` as it is. Throws TypeError for an empty secret or an invalid
 * event, RangeError for a wrong `now`.
 */
export async function signRequest(options: Signable & SignOptions): Promise<SignedRequest> {
  const {
    event,
    secret,
    url = 'http://localhost/webhooks/autopay',
    now = Math.floor(Date.now() / 1000),
  } = options;
  const secrets = [secret].flat();
  if (secrets.length === 0 || !secrets.every((each) => typeof each === 'string' && each !== ''))
    throw new TypeError('secret must be the whsec_... of the endpoint.');
  if (!Number.isSafeInteger(now) || now < 0)
    throw new RangeError(`now must be Unix seconds; it is ${String(now)}.`);
  if (event !== undefined && (typeof event !== 'object' || event === null))
    throw new TypeError('event must be an object.');
  const given = event === undefined ? options.body : JSON.stringify(event);
  if (typeof given !== 'string' && !ArrayBuffer.isView(given))
    throw new TypeError('event or body must be given.');

  const bytes = typeof given === 'string' ? new TextEncoder().encode(given) : new Uint8Array(given);
  const macs = await Promise.all(secrets.map((each) => macOf(each, now, bytes)));
  const header = [`t=${now}`, ...macs.map((mac) => `v1=${mac}`)].join(',');
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Autopay/test',
    'svc-signature': header,
  };
  const request = new Request(url, { method: 'POST', headers, body: bytes });
  return {
    request,
    url,
    method: 'POST',
    headers,
    body: typeof given === 'string' ? given : bytes,
    header,
    timestamp: now,
  };
}

async function macOf(secret: string, timestamp: number, body: Uint8Array): Promise<string> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), hmac, false, ['sign']);
  const signed = new Uint8Array([...encoder.encode(`${timestamp}.`), ...body]);
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
  return Array.from(mac, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * An `EventStore` in this process's memory, for tests: it ends with the process and is not shared. `now` in
 * Unix seconds, default the machine's clock.
 */
export function memoryStore({ now = () => Date.now() / 1000 }: { now?: () => number } = {}): EventStore {
  const events = new Map<string, { token: string; leasedUntil: number; done: boolean }>();
  const held = ({ eventId, token }: Claim) => {
    const event = events.get(eventId);
    return event?.token === token ? event : undefined;
  };
  return {
    async claim(eventId, leaseSeconds) {
      const event = events.get(eventId);
      if (event?.done) return 'done';
      if (event && event.leasedUntil > now()) return 'busy';
      const token = crypto.randomUUID();
      events.set(eventId, { token, leasedUntil: now() + leaseSeconds, done: false });
      return { eventId, token };
    },
    async commit(claim) {
      const event = held(claim);
      if (!event) throw new ClaimLostError(claim.eventId);
      event.done = true;
    },
    async release(claim) {
      if (held(claim)?.done === false) events.delete(claim.eventId);
    },
  };
}
