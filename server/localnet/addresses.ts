import { type Address, getAddressDecoder, getAddressEncoder } from '@solana/kit';

/**
 * Base58 of 32 bytes costs about 30 µs, as much as running a small transaction; the same few addresses recur.
 */
const REMEMBERED = 50_000;

const encoder = getAddressEncoder();
const decoder = getAddressDecoder();
const byAddress = new Map<Address, Uint8Array>();
const byBytes = new Map<string, Address>();

/** The 32 bytes of `address`. Shared between callers: never write into them. */
export function bytesOf(address: Address): Uint8Array {
  let bytes = byAddress.get(address);
  if (!bytes) {
    bytes = new Uint8Array(encoder.encode(address));
    remember(address, bytes);
  }
  return bytes;
}

/** The address of 32 bytes. */
export function addressOf(bytes: Uint8Array): Address {
  const key = latin1(bytes);
  let address = byBytes.get(key);
  if (!address) {
    address = decoder.decode(bytes);
    remember(address, Uint8Array.from(bytes));
  }
  return address;
}

function remember(address: Address, bytes: Uint8Array): void {
  if (byAddress.size >= REMEMBERED) byAddress.clear();
  if (byBytes.size >= REMEMBERED) byBytes.clear();
  byAddress.set(address, bytes);
  byBytes.set(latin1(bytes), address);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
