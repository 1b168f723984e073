import type { Address } from '@solana/kit';
import { addressOf } from './addresses.ts';
import type { AccountState } from './svm.ts';
import type { Message } from './message.ts';

/** LookupTableMeta takes 56 bytes; the addresses follow it. */
const TABLE_META_BYTES = 56;

/** A transaction's accounts in the order that its instructions index them. */
export interface AccountKeys {
  all: Address[];
  loaded: { writable: Address[]; readonly: Address[] };
  isSigner(index: number): boolean;
  isWritable(index: number): boolean;
}

/**
 * Resolves lookup tables with `read`. A missing table or entry is omitted: such a transaction never lands.
 */
export function resolveAccountKeys(
  message: Message,
  read: (address: Address) => AccountState | null,
): AccountKeys {
  const statics = message.staticAccounts;
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header;
  const loaded = { writable: [] as Address[], readonly: [] as Address[] };
  for (const lookup of message.addressTableLookups) {
    const table = read(lookup.lookupTableAddress)?.data ?? new Uint8Array();
    const entry = (index: number) => {
      const start = TABLE_META_BYTES + 32 * index;
      return start + 32 <= table.length ? [addressOf(table.subarray(start, start + 32))] : [];
    };
    loaded.writable.push(...lookup.writableIndexes.flatMap(entry));
    loaded.readonly.push(...lookup.readonlyIndexes.flatMap(entry));
  }
  return {
    all: [...statics, ...loaded.writable, ...loaded.readonly],
    loaded,
    isSigner: (index) => index < numSignerAccounts,
    isWritable: (index) => {
      if (index >= statics.length) return index < statics.length + loaded.writable.length;
      if (index < numSignerAccounts) return index < numSignerAccounts - numReadonlySignerAccounts;
      return index < statics.length - numReadonlyNonSignerAccounts;
    },
  };
}
