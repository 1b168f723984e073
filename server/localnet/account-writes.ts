import type { Address } from '@solana/kit';
import type { AccountState } from './svm.ts';

/**
 * An account after a change, as in the journal; null: it was removed. Every balance fits a number (see
 * AUTHORITY_LAMPORTS).
 */
export type AccountWrite = [
  Address,
  { lamports: number; owner: Address; executable: boolean; data: string } | null,
];

/** Account states in the journal's format. */
export function toWrites(states: Map<Address, AccountState | null>): AccountWrite[] {
  return [...states].map(([address, state]) => [
    address,
    state && {
      ...state,
      lamports: Number(state.lamports),
      data: Buffer.from(state.data).toString('base64'),
    },
  ]);
}

/** The account state in a journal entry. */
export function fromWrite(write: AccountWrite[1]): AccountState | null {
  if (!write) return null;
  return {
    ...write,
    lamports: BigInt(write.lamports),
    data: new Uint8Array(Buffer.from(write.data, 'base64')),
  };
}
