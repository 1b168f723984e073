import type { Signature } from '@solana/kit';

/** A wholly signed transaction, and its identity. */
export interface SignedBytes {
  signature: Signature;
  wire: Uint8Array;
}
