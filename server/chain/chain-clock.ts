import type { Address } from '@solana/kit';
import type { RawAccount } from './tokens.ts';

/** The account in which every program, and anyone who asks a node, reads the chain's time. It can be read together with others, at one slot. */
export const CHAIN_CLOCK = 'SysvarC1ock11111111111111111111111111111111' as Address;

/** Slot, epoch's start, epoch and next epoch, of eight bytes each, come before the time. */
const UNIX_TIMESTAMP_AT = 32;

/** The chain's Unix seconds in an account read at `CHAIN_CLOCK`; null if it is not that. */
export function parseChainClock(raw: RawAccount | null): number | null {
  if (raw === null || raw.data.length < UNIX_TIMESTAMP_AT + 8) return null;
  const { buffer, byteOffset, byteLength } = raw.data;
  return Number(new DataView(buffer, byteOffset, byteLength).getBigInt64(UNIX_TIMESTAMP_AT, true));
}
