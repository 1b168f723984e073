/**
 * The bytes of an ArrayBuffer, a DataView or a Fetch API `Request`, from any realm or library. Reads a
 * request no further than just past `maxBodyBytes`. Undefined for anything else, such as parsed JSON or a
 * request that was already read.
 */
export async function readBody(source: unknown, maxBodyBytes: number): Promise<Uint8Array | undefined> {
  // Not instanceof: a test runner's sandbox has an ArrayBuffer of its own.
  if ({}.toString.call(source) === '[object ArrayBuffer]') return new Uint8Array(source as ArrayBuffer);
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  // Parsed JSON has no functions, so a parsed body is never taken for a request.
  if (typeof (source as Request | null | undefined)?.clone !== 'function') return;
  const { body, bodyUsed } = source as Request;
  if (bodyUsed || body?.locked) return;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBodyBytes) break; // leaving the loop cancels the stream
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
