import { WebhookVerificationError } from './errors.ts';
import type { Event } from './generated/events.ts';
import { bytesOfBody, concat, type RawBody, readBody } from './raw-body.ts';
import { findSignatureHeader, type HeadersLike, parseSignatureHeader } from './signature-header.ts';

export { WebhookVerificationError, type WebhookErrorCode } from './errors.ts';
export type { Event, EventType } from './generated/events.ts';
export type { RawBody } from './raw-body.ts';
export type { HeadersLike } from './signature-header.ts';

/** Where the raw body and the signature come from: a Fetch API Request, or the body with all headers, or with the one. */
export type WebhookSource =
  | { request: Request; body?: never; headers?: never; header?: never }
  | { body: RawBody; headers: HeadersLike; request?: never; header?: never }
  | { body: RawBody; header: string | null | undefined; request?: never; headers?: never };

/** What may differ from the defaults, beside the secrets. */
export interface VerifyOptions {
  /** The endpoint's `whsec_...`, whole; several while moving from one endpoint to another. Each is tried. */
  secrets: string | readonly string[];
  /** How far the signature's time may be from now, into the past and into the future. Seconds. Default 300. */
  toleranceSeconds?: number;
  /** Unix seconds. Default: the machine's clock. */
  now?: number;
}

/** An event that Autopay sent. */
export interface VerifiedWebhook {
  event: Event;
  /** Which of `secrets` matched, from 0: once only the newest does, drop the others. */
  secretIndex: number;
  /** When it was signed, Unix seconds. Each delivery attempt is signed afresh. */
  timestamp: number;
}

/**
 * Returns the event only if Autopay signed exactly these bytes recently. Throws `WebhookVerificationError` otherwise, and
 * RangeError for a `toleranceSeconds` or `now` that is not a number of seconds. Authenticity is decided first, then the time
 * on both sides, and only then is the body parsed. Events can arrive twice: deduplicate on `event.id`.
 */
export async function verify(options: WebhookSource & VerifyOptions): Promise<VerifiedWebhook> {
  const { request, toleranceSeconds = 300, now = Math.floor(Date.now() / 1000) } = options;
  // A comparison with NaN is always false, so it would switch the check of time off without a word.
  if (!(toleranceSeconds >= 0 && Number.isFinite(toleranceSeconds))) {
    throw new RangeError('toleranceSeconds must be a number of seconds, 0 or more.');
  }
  if (!Number.isFinite(now)) throw new RangeError('now must be a number of Unix seconds.');
  const secrets = checkSecrets(options.secrets);

  const headers = request?.headers ?? options.headers;
  const { timestamp, signatures } = parseSignatureHeader(
    headers ? findSignatureHeader(headers) : options.header,
  );
  const body = request ? await readBody(request) : bytesOfBody(options.body);

  // One copy holds what is signed, and what is parsed below is that copy: nothing can change between the two.
  const prefix = new TextEncoder().encode(`${timestamp}.`);
  const signed = concat([prefix, body], prefix.length + body.length);
  const secretIndex = await findMatchingSecret(secrets, signatures, signed);
  if (secretIndex === -1) throw new WebhookVerificationError('no_match');

  const ageSeconds = now - Number(timestamp);
  if (ageSeconds > toleranceSeconds) throw new WebhookVerificationError('too_old', { ageSeconds });
  if (ageSeconds < -toleranceSeconds) throw new WebhookVerificationError('too_new', { ageSeconds });

  return { event: parseEvent(signed.subarray(prefix.length)), secretIndex, timestamp: Number(timestamp) };
}

function checkSecrets(secrets: string | readonly string[]): readonly string[] {
  const list = typeof secrets === 'string' ? [secrets] : (secrets ?? []);
  // An empty key would accept what anyone signs with an empty key; an unset environment variable arrives as undefined.
  if (list.length === 0 || list.some((secret) => !secret)) throw new WebhookVerificationError('empty_secret');
  if (list.some((secret) => /\s/.test(secret))) throw new WebhookVerificationError('secret_has_whitespace');
  return list;
}

/** The index of the first of `secrets` under which any of `signatures` is the HMAC-SHA256 of `signed`, or -1. */
async function findMatchingSecret(
  secrets: readonly string[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<number> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  for (const [index, secret] of secrets.entries()) {
    const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, [
      'verify',
    ]);
    for (const signature of signatures) {
      // Compares in constant time: it is the runtime's cryptography, not an === on strings.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return index;
    }
  }
  return -1;
}

function parseEvent(body: Uint8Array): Event {
  let event: unknown;
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new WebhookVerificationError('invalid_json', { cause });
  }
  if (typeof event !== 'object' || event === null || Array.isArray(event)) {
    throw new WebhookVerificationError('invalid_json');
  }
  return event as Event; // Autopay signed it, so its form is the contract's
}
