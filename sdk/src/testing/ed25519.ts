import { isSmallOrder } from '../../../rules/small-order.ts';
import { addressBytes, type Bytes, concat, fromBase58, randomBytes, toBase58 } from './bytes.ts';

/** The field's prime, 2^255 - 19, and the curve's d (RFC 8032, section 5.1). */
const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** Whether `address` is a point of the curve: a program-derived address is not, so nobody holds its key. */
export function isOnCurve(address: Uint8Array): boolean {
  const little = [...address].toReversed();
  const isNegative = (little[0]! & 0x80) !== 0;
  little[0]! &= 0x7f;
  const y = little.reduce((value, byte) => value * 256n + BigInt(byte), 0n) % P;
  const u = (y * y - 1n + P) % P;
  const v = (D * y * y + 1n) % P;
  // x^2 = u / v has a solution exactly where u * v is a square.
  if (u === 0n) return !isNegative;
  return power((u * v) % P, (P - 1n) / 2n) === 1n;
}

/** Whether a private key can exist for `address`, a checked base58 address. */
export function isWalletAddress(address: string): boolean {
  const bytes = addressBytes(address);
  return isOnCurve(bytes) && !isSmallOrder(bytes);
}

/**
 * Whether `signature` is the wallet's over `message`. Uses WebCrypto, as in Node 20, Bun, Deno and current
 * browsers.
 */
export async function isSignedBy(address: string, signature: Bytes, message: Bytes): Promise<boolean> {
  const publicKey = fromBase58(address, 32);
  if (publicKey === null || signature.length !== 64 || !isWalletAddress(address)) return false;
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', true, ['verify']);
  return crypto.subtle.verify('Ed25519', key, signature, message);
}

/** The PKCS #8 prefix of an ed25519 seed of 32 bytes (RFC 8410, section 7). */
const PKCS8_PREFIX = [
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
];

/** A new wallet: its address, and its 64 bytes as in Solana keypair files, seed then public key. */
export async function newKeypair(): Promise<{ address: string; secretKey: Bytes }> {
  const seed = randomBytes(32);
  const key = await crypto.subtle.importKey('pkcs8', concat(PKCS8_PREFIX, seed), 'Ed25519', true, ['sign']);
  const { x } = await crypto.subtle.exportKey('jwk', key);
  const base64 = x!.replaceAll('-', '+').replaceAll('_', '/');
  const publicKey = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return { address: toBase58(publicKey), secretKey: concat(seed, publicKey) };
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base; exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}
