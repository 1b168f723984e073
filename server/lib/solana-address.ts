import { type Address, getAddressEncoder, isAddress, isOffCurveAddress } from '@solana/kit';
import { isSmallOrder } from '../../rules/small-order.ts';

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
  return !isOffCurveAddress(address) && !isSmallOrder(addressBytes(address));
}

/** The 32 bytes of `address`. */
export function addressBytes(address: Address): Uint8Array {
  return new Uint8Array(getAddressEncoder().encode(address));
}
