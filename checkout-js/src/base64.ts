import { CheckoutError } from './errors.ts';

/** Bytes of their own. TypeScript before 5.7 has no Uint8Array with a parameter, so the type is read off. */
type Bytes = ReturnType<TextEncoder['encode']>;

/**
 * The bytes of `base64`, as the service sends transactions and instructions. Throws transaction_mismatch for
 * anything but base64.
 */
export function bytesFromBase64(base64: string): Bytes {
  // Checked here because runtimes are lenient in different ways, and all readers must see the same bytes.
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw malformed();
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** Base64 of the bytes of a wire transaction, which has at most 1232. */
export function base64FromBytes(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

/** An error that says the issued bytes cannot be read. */
export function malformed(): CheckoutError {
  return new CheckoutError('transaction_mismatch', 'What was issued is not in the layout of the contract.');
}
