import { type Address, getAddressEncoder, isAddress, isOffCurveAddress } from '@solana/kit';

/** `text` as a Solana address, or null: exactly 32 bytes in base58, and nothing else. */
export function parseAddress(text: string): Address | null {
  return isAddress(text) ? text : null;
}

/**
 * Whether a private key can exist for `address`. A payer must be able to sign, so program-derived addresses
 * are rejected; so are points of small order, such as the system program's address, for which OpenSSL accepts
 * signatures that anyone can make.
 */
export function isWalletAddress(address: Address): boolean {
  return !isOffCurveAddress(address) && !SMALL_ORDER.has(signless(addressBytes(address)));
}

/** The 32 bytes of `address`. */
export function addressBytes(address: Address): Uint8Array {
  return new Uint8Array(getAddressEncoder().encode(address));
}

/**
 * Every encoding of an ed25519 point whose order divides 8, without its sign bit (libsodium,
 * `ge25519_has_small_order`).
 */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]);

function signless(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .fill(bytes[31]! & 0x7f, 31)
    .toString('hex');
}
