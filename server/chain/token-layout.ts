import type { Address } from '@solana/kit';
import { toBase58 } from '../lib/base58.ts';

/**
 * The layout that both token programs share (spl-token `state.rs`). An optional field is four bytes, 0 or 1, and
 * the value. Read by hand: kit's decoders calculate addresses with bigints, and take ten times as long.
 */

/** A mint's 82 bytes. */
export function decodeMint(data: Uint8Array) {
  const view = viewOf(data);
  return {
    supply: view.getBigUint64(36, true),
    decimals: view.getUint8(44),
    isInitialized: view.getUint8(45) === 1,
    freezeAuthority: optionalAddress(data, 46),
  };
}

/** A token account's 165 bytes. */
export function decodeToken(data: Uint8Array) {
  const view = viewOf(data);
  return {
    mint: addressAt(data, 0),
    owner: addressAt(data, 32),
    amount: view.getBigUint64(64, true),
    delegate: optionalAddress(data, 72),
    state: view.getUint8(108),
    delegatedAmount: view.getBigUint64(121, true),
  };
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

function optionalAddress(data: Uint8Array, at: number): Address | null {
  return viewOf(data).getUint32(at, true) === 0 ? null : addressAt(data, at + 4);
}

function addressAt(data: Uint8Array, at: number): Address {
  return toBase58(data.subarray(at, at + 32)) as Address;
}
