import type { SignatureHeader } from './signature-header.ts';

/** The UTF-8 of `text`. */
export const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/**
 * The index of the first secret with which any signature of the header is the HMAC-SHA256 of `signed`, or -1.
 */
export async function findSecret(
  secrets: readonly string[],
  { signatures }: SignatureHeader,
  signed: Uint8Array<ArrayBuffer>,
): Promise<number> {
  for (const [index, secret] of secrets.entries()) {
    const key = await crypto.subtle.importKey(
      'raw',
      encode(secret),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['verify'],
    );
    for (const signature of signatures) {
      const mac = Uint8Array.from(signature.match(/../g)!, (hex) => parseInt(hex, 16));
      // Constant-time: the runtime's cryptography compares, not === on strings.
      if (await crypto.subtle.verify('HMAC', key, mac, signed)) return index;
    }
  }
  return -1;
}
