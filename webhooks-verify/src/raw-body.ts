import { WebhookVerificationError } from './errors.ts';

/** 1 MiB. An event is a few KiB; without a limit anyone could make the receiver hold whatever they send. */
const MAX_BODY_BYTES = 1_048_576;

/** A body that nothing has parsed. A string is taken as UTF-8; Node's Buffer is a Uint8Array. */
export type RawBody = string | Uint8Array | ArrayBuffer;

/** The bytes of `body`. */
export function bytesOfBody(body: RawBody): Uint8Array {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : viewOf(body);
  if (bytes === null) throw new WebhookVerificationError('body_already_parsed');
  if (bytes.length > MAX_BODY_BYTES) throw new WebhookVerificationError('body_too_large');
  return bytes;
}

function viewOf(body: Uint8Array | ArrayBuffer): Uint8Array | null {
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  // Not instanceof: a test runner's sandbox has a Uint8Array of its own, and Buffer is not one of those.
  return ArrayBuffer.isView(body) ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength) : null;
}

/** Reads the body of `request`, and stops as soon as it is too large. */
export async function readBody(request: Request): Promise<Uint8Array> {
  if (request.bodyUsed) throw new WebhookVerificationError('body_already_parsed');
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    chunks.push(read.value);
    length += read.value.length;
    if (length > MAX_BODY_BYTES) {
      await reader?.cancel();
      throw new WebhookVerificationError('body_too_large');
    }
  }
  return concat(chunks, length);
}

/** A new array with the bytes of `parts`, `length` in total. */
export function concat(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
