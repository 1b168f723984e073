import type { Address } from '@solana/kit';
import { LEGACY_MEMO_PROGRAM_ADDRESS_V1, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo';
import type { Message } from './message.ts';

const MEMO_PROGRAMS = new Set<Address>([LEGACY_MEMO_PROGRAM_ADDRESS_V1, LEGACY_MEMO_PROGRAM_ADDRESS_V3]);

/**
 * A transaction's memos in the format of `getSignaturesForAddress`: `[bytes] text`, joined by `; `. Null if
 * there are none.
 */
export function memoOf(message: Message): string | null {
  const memos = message.instructions
    .filter(({ programAddressIndex }) => MEMO_PROGRAMS.has(message.staticAccounts[programAddressIndex]!))
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString('utf8')}`);
  return memos.length > 0 ? memos.join('; ') : null;
}
