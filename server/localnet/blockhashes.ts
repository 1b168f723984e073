import { createHash } from 'node:crypto';
import type { Blockhash } from '@solana/kit';
import { addressOf } from './addresses.ts';
import { blockHeightOf, FIRST_SLOT } from './slots.ts';

/** Agave's MAX_PROCESSING_AGE: a transaction can land until its blockhash is 150 blocks old, 60 s at 400 ms a slot. */
export const BLOCKHASH_WINDOW = 150;

/** A lagging node's view needs hashes beyond the window of the newest slot (see MAX_LAG_SLOTS). */
const REMEMBERED_SLOTS = 512;

/**
 * Every slot's blockhash, derived from the genesis hash and the slot: nothing is stored, a restart knows them
 * all, and idle slots cost nothing. They are predictable, which does no harm on a chain of test money.
 */
export class Blockhashes {
  readonly #genesis: Uint8Array;
  readonly #slotByHash = new Map<string, number>();
  #filledTo = 0;

  constructor(genesis: Uint8Array) {
    this.#genesis = genesis;
  }

  /** The blockhash of `slot`. */
  at(slot: number): Blockhash {
    const digest = createHash('sha256').update(this.#genesis).update(`blockhash ${slot}`).digest();
    return addressOf(digest) as string as Blockhash;
  }

  /** The last block height at which a transaction with the blockhash of `slot` can land. */
  lastValidHeight(slot: number): number {
    return blockHeightOf(slot) + BLOCKHASH_WINDOW;
  }

  /** Whether a bank at `slot` accepts `blockhash`: it is known, and at most 150 blocks old. */
  isValid(blockhash: string, slot: number): boolean {
    this.#fillTo(slot);
    const issuedAt = this.#slotByHash.get(blockhash);
    return issuedAt !== undefined && issuedAt <= slot && slot - issuedAt <= BLOCKHASH_WINDOW;
  }

  #fillTo(slot: number): void {
    if (slot <= this.#filledTo) return;
    const oldest = Math.max(FIRST_SLOT, slot - REMEMBERED_SLOTS);
    for (let next = Math.max(oldest, this.#filledTo + 1); next <= slot; next++)
      this.#slotByHash.set(this.at(next), next);
    this.#filledTo = slot;
    for (const [hash, issuedAt] of this.#slotByHash) {
      if (issuedAt >= oldest) break;
      this.#slotByHash.delete(hash);
    }
  }
}
