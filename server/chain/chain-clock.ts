import type { Address } from '@solana/kit';
import type { RawAccount } from './tokens.ts';

/** Where a cluster keeps its clock: what programs go by. Read it together with the accounts that are judged by it. */
export const CLOCK_SYSVAR = 'SysvarC1ock11111111111111111111111111111111' as Address;

const SYSVAR_OWNER = 'Sysvar1111111111111111111111111111111111111';
/** Slot, start of the epoch, epoch and leader schedule come before it, eight bytes each. */
const UNIX_TIMESTAMP_AT = 32;
const CLOCK_BYTES = 40;

/**
 * The chain's Unix seconds, from what was read at `CLOCK_SYSVAR`; null if that is not a clock. A cluster's is the median of what its validators
 * say, within seconds of real time. The localnet's is real time: what a merchant's test clock is ahead is the caller's to add.
 */
export function chainSeconds(raw: RawAccount | null): number | null {
  if (raw === null || raw.owner !== SYSVAR_OWNER || raw.data.length !== CLOCK_BYTES) return null;
  const view = new DataView(raw.data.buffer, raw.data.byteOffset, raw.data.byteLength);
  return Number(view.getBigInt64(UNIX_TIMESTAMP_AT, true));
}
