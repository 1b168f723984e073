import type { Address, Signature } from '@solana/kit';
import type { RecordRef } from './journal.ts';
import type { TransactionError } from './svm-errors.ts';

/** A landed transaction, reduced to what the indexes need; the rest is read from the journal. */
export interface HistoryEntry {
  /** Its position in landing order. */
  position: number;
  signature: Signature;
  slot: number;
  /** Unix seconds at landing. */
  time: number;
  err: TransactionError | null;
  memo: string | null;
  ref: RecordRef;
}

/** Every landed transaction, by signature and by each account it named, read-only ones included. */
export class History {
  readonly #entries: HistoryEntry[] = [];
  readonly #bySignature = new Map<Signature, HistoryEntry>();
  readonly #byAddress = new Map<Address, number[]>();

  add(entry: Omit<HistoryEntry, 'position'>, keys: readonly Address[]): void {
    const position = this.#entries.length;
    const added = { position, ...entry };
    this.#entries.push(added);
    this.#bySignature.set(entry.signature, added);
    for (const key of keys) {
      const positions = this.#byAddress.get(key);
      if (positions) positions.push(position);
      else this.#byAddress.set(key, [position]);
    }
  }

  find(signature: Signature): HistoryEntry | undefined {
    return this.#bySignature.get(signature);
  }

  /** The entries that name `address`, newest first. */
  *newestFirst(address: Address): Generator<HistoryEntry> {
    const positions = this.#byAddress.get(address) ?? [];
    for (let i = positions.length - 1; i >= 0; i--) yield this.#entries[positions[i]!]!;
  }

  /** Transactions that landed in `fromSlot` or later, newest first. */
  *since(fromSlot: number): Generator<HistoryEntry> {
    for (let i = this.#entries.length - 1; i >= 0 && this.#entries[i]!.slot >= fromSlot; i--)
      yield this.#entries[i]!;
  }

  lastSlot(): number {
    return this.#entries.at(-1)?.slot ?? 0;
  }
}
