import { createHash } from 'node:crypto';
import { BLOCKHASH_WINDOW } from './blockhashes.ts';

/**
 * The messages that landed within the last 150 slots (Agave's status cache). By message, not by signature,
 * since a signer can make several valid signatures of one message; older ones are rejected for their
 * blockhash.
 */
export class RecentMessages {
  readonly #slotByHash = new Map<string, number>();

  /** Records a message that landed in `slot`; call in landing order. */
  add(messageBytes: Uint8Array, slot: number): void {
    this.#slotByHash.set(hashOf(messageBytes), slot);
    for (const [hash, landedIn] of this.#slotByHash) {
      if (landedIn >= slot - BLOCKHASH_WINDOW) break;
      this.#slotByHash.delete(hash);
    }
  }

  has(messageBytes: Uint8Array): boolean {
    return this.#slotByHash.has(hashOf(messageBytes));
  }
}

function hashOf(messageBytes: Uint8Array): string {
  return createHash('sha256').update(messageBytes).digest('base64');
}
