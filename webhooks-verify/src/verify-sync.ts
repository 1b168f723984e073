import type { createHmac, timingSafeEqual } from 'node:crypto';
import { parseEvent } from './event-text.ts';
import { explainSync } from './explain.ts';
import { encode } from './mac.ts';
import { areUsable, type BodySource, type VerifiedWebhook, type VerifyOptions } from './options.ts';
import { findHeader, readHeader, type SignatureHeader } from './signature-header.ts';

/** The parts used of Node's modules, and the two MACs to compare. */
interface Tools {
  createHmac: typeof createHmac;
  timingSafeEqual: typeof timingSafeEqual;
  right: Buffer;
  given: Buffer;
}

let tools: Tools | undefined;

/** Shared by all calls: creating one takes longer than decoding an event. */
const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * `verify` without a promise, for Node 20.16 and later, Bun, Deno, and Workers with nodejs_compat. Takes a
 * body, not a Request. The same checks in the same order, the same errors; throws Error if there is no
 * node:crypto.
 */
export function verifySync(options: BodySource & VerifyOptions): VerifiedWebhook {
  const {
    toleranceSeconds = 300,
    maxBodyBytes = 1_048_576,
    now = Math.floor(Date.now() / 1000),
    secrets: given,
    body: received,
    header: alone,
    headers,
    request: _,
    framework: __,
    ...unknown
  } = options ?? {};
  const secrets = typeof given === 'string' ? [given] : [given].flat();
  // Lower case as in Node, which is the usual case; otherwise search in any case.
  const own = (headers as Record<string, unknown> | undefined)?.['svc-signature'];
  const value = typeof own === 'string' ? own : findHeader(headers, alone);
  const header = readHeader(value);
  const body = rawOf(received);
  let secretIndex = -1;
  const isKnown = Object.keys(unknown).length === 0;
  if (header && isKnown && body !== undefined && areUsable(secrets, toleranceSeconds, maxBodyBytes, now)) {
    if (fits(body, maxBodyBytes)) {
      secretIndex = findSecretSync(secrets, header, body);
      const timestamp = Number(header.timestamp);
      if (secretIndex >= 0 && Math.abs(now - timestamp) <= toleranceSeconds) {
        try {
          const event = parseEvent(typeof body === 'string' ? body : decoder.decode(body));
          if (event) return { event, secretIndex, timestamp };
        } catch {
          // Not UTF-8 or not JSON: explained below.
        }
      }
    }
  }
  const bytes = typeof body === 'string' ? encode(body) : body;
  throw explainSync(options, now, value, header, bytes, secretIndex >= 0, findSecretSync);
}

/** `body` as the text of its UTF-8, or as bytes; undefined if it is neither. */
function rawOf(body: unknown): string | Uint8Array | undefined {
  if (typeof body === 'string') return body.toWellFormed();
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  // Not instanceof: a test runner's sandbox has an ArrayBuffer of its own.
  if ({}.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body as ArrayBuffer);
  return undefined;
}

function fits(body: string | Uint8Array, maxBodyBytes: number): boolean {
  // A UTF-16 unit takes at most three bytes, so few strings need to be counted.
  if (typeof body === 'string' && body.length * 3 <= maxBodyBytes) return true;
  return (typeof body === 'string' ? encode(body) : body).length <= maxBodyBytes;
}

/**
 * The index of the first secret with which any signature of the header is the HMAC-SHA256 of
 * `<timestamp>.<body>`, or -1.
 */
function findSecretSync(
  secrets: readonly string[],
  { timestamp, signatures }: SignatureHeader,
  body: string | Uint8Array,
): number {
  const { createHmac, timingSafeEqual, right, given } = (tools ??= loadTools());
  for (const [index, secret] of secrets.entries()) {
    // Written as hex into an existing buffer, which is faster than letting digest create one.
    const mac = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
    right.write(mac, 'hex');
    for (const signature of signatures) {
      given.write(signature, 'hex');
      if (timingSafeEqual(right, given)) return index;
    }
  }
  return -1;
}

function loadTools(): Tools {
  // Not imports: this file is bundled for runtimes that lack these modules.
  const load = globalThis.process?.getBuiltinModule;
  const [crypto, buffer] = [load?.('node:crypto'), load?.('node:buffer')];
  if (!crypto || !buffer)
    throw new Error('verifySync needs node:crypto (Node 20.16 and later, Bun, Deno): use verify here.');
  const { createHmac, timingSafeEqual } = crypto;
  return { createHmac, timingSafeEqual, right: buffer.Buffer.alloc(32), given: buffer.Buffer.alloc(32) };
}
