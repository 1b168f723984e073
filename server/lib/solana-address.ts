import { type Address, getAddressEncoder, isAddress, isOffCurveAddress } from '@solana/kit';

/** `text` as a Solana address, or null: exactly 32 bytes in base58, nothing around it. */
export function parseAddress(text: string): Address | null {
  return isAddress(text) ? text : null;
}

/** Whether a private key can exist for `address`. A payer must be able to sign, so program-derived addresses are refused. */
export function isWalletAddress(address: Address): boolean {
  return !isOffCurveAddress(address);
}

/** The 32 bytes of `address`. */
export function addressBytes(address: Address): Uint8Array {
  return new Uint8Array(getAddressEncoder().encode(address));
}
