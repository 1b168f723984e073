import { decode, parseEvent } from './event-text.ts';
import { encode, findSecret } from './mac.ts';
import { areUsable, type VerifiedWebhook, type VerifyOptions, type WebhookSource } from './options.ts';
import { findHeader, readHeader } from './signature-header.ts';

/**
 * Returns the event only if Autopay signed exactly these bytes recently. Throws `WebhookVerificationError`
 * otherwise, and
 * RangeError for an option that is not a number of its kind. Authenticity is decided first, then the time on
 * both sides, and
 * only then is the body parsed. Events can arrive twice: deduplicate on `event.id`. Runs wherever there is
 * WebCrypto.
 *
 * Every check must hold to reach the one `return`. If one fails, code loaded on demand finds out which.
 */
export async function verify(options: WebhookSource & VerifyOptions): Promise<VerifiedWebhook> {
  const {
    body,
    request = body as Request,
    // Parsed JSON has no functions, so a parsed body is never taken for a request.
    headers = typeof request?.clone === 'function' ? request.headers : undefined,
    toleranceSeconds = 300,
    maxBodyBytes = 1_048_576,
    now = Math.floor(Date.now() / 1000),
    secrets: given,
    header: alone,
    framework: _,
    ...unknown
  } = options ?? {};
  const secrets = [given].flat();
  const value = findHeader(headers, alone);
  const header = readHeader(value);
  let bytes: Uint8Array | undefined;
  if (header && !Object.keys(unknown)[0] && areUsable(secrets, toleranceSeconds, maxBodyBytes, now)) {
    if (typeof body === 'string') bytes = encode(body);
    else if (ArrayBuffer.isView(body) && 'at' in body) bytes = body;
    else bytes = await (await import('./on-demand.ts')).readBody(request, maxBodyBytes);
    if (bytes && bytes.length <= maxBodyBytes) {
      try {
        // A text has only one encoding in bytes, since decoding is fatal: what is parsed is what was signed,
        // and cannot change meanwhile.
        const text = decode(bytes);
        const secretIndex = await findSecret(secrets, header, encode(`${header.timestamp}.${text}`));
        const timestamp = +header.timestamp;
        if (secretIndex >= 0 && Math.abs(now - timestamp) <= toleranceSeconds) {
          const event = parseEvent(text);
          if (event) return { event, secretIndex, timestamp };
        }
      } catch {
        // Not UTF-8 or not JSON: explained below.
      }
    }
  }
  return (await import('./on-demand.ts')).refuse(options, now, value, header, bytes, findSecret);
}
