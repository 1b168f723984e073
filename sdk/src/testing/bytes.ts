const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Bytes that WebCrypto accepts: not backed by a shared buffer. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Base58 with Bitcoin's alphabet, as Solana writes addresses and signatures. */
export function toBase58(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  let text = '';
  for (; value > 0n; value /= 58n) text = ALPHABET[Number(value % 58n)] + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}

/** The bytes of a base58 text if there are exactly `length`, else null. */
export function fromBase58(text: string, length: number): Bytes | null {
  // 88 digits fit the longest value in use, a signature of 64 bytes.
  if (text.length > 88) return null;
  let value = 0n;
  for (const digit of text) {
    const at = ALPHABET.indexOf(digit);
    if (at === -1) return null;
    value = value * 58n + BigInt(at);
  }
  const bytes = new Uint8Array(length);
  for (let at = length - 1; at >= 0; at -= 1) {
    bytes[at] = Number(value & 255n);
    value >>= 8n;
  }
  return value === 0n && toBase58(bytes) === text ? bytes : null;
}

/** The 32 bytes of a valid address. */
export function addressBytes(address: string): Bytes {
  const bytes = fromBase58(address, 32);
  if (bytes === null) throw new Error(`Bug: ${address} is no address.`);
  return bytes;
}

/** Base64 with padding. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** The bytes of a base64 text, or null if it is not base64. */
export function fromBase64(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Concatenates byte arrays. */
export function concat(...parts: readonly (Uint8Array | readonly number[])[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** `value` as 8 bytes, little-endian. */
export function u64(value: bigint): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}

/** Random bytes that a test cannot predict. */
export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Whether two byte arrays are equal. For public data only: it stops at the first difference. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** The UTF-8 of a text. */
export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
