import { type Address, isOffCurveAddress } from '@solana/kit';
import { isSmallOrder } from '../../rules/small-order.ts';
import { fromBase58 } from './base58.ts';

/** `text` as a Solana address, or null: exactly 32 bytes in base58, and nothing else. */
export function parseAddress(text: string): Address | null {
  return fromBase58(text, 32) === null ? null : (text as Address);
}

/**
 * Whether a private key can exist for `address`. A payer must be able to sign, so program-derived addresses
 * are rejected; so are points of small order, such as the system program's address, for which OpenSSL accepts
 * signatures that anyone can make.
 */
export function isWalletAddress(address: Address): boolean {
  const known = wallets.get(address);
  if (known !== undefined) return known;
  const isWallet = !isOffCurveAddress(address) && !isSmallOrder(addressBytes(address));
  if (wallets.size >= MAX_WALLETS) wallets.clear();
  wallets.set(address, isWallet);
  return isWallet;
}

/** Arithmetic on the curve takes a quarter of a millisecond, and a merchant's payee is in every request. */
const wallets = new Map<Address, boolean>();
const MAX_WALLETS = 20_000;

/** The 32 bytes of `address`. */
export function addressBytes(address: Address): Uint8Array {
  const bytes = fromBase58(address, 32);
  if (bytes === null) throw new Error(`Bug: ${address} is not an address.`);
  return bytes;
}
