import type { Address } from '@solana/kit';
import { invalidParams } from './rpc-error.ts';

/** A clock that is ahead of real time, and the addresses whose transactions run by it. One record in the journal. */
export interface ClockEntry {
  clock: string;
  /** How far it is ahead of real time. It never goes back. */
  offsetSeconds: number;
  addresses: readonly Address[];
}

/**
 * Clocks of several parties on one chain, each as far ahead as its party has moved it. A program reads one clock, so a transaction belongs to one
 * of them: that of the first address it lists that is registered.
 */
export class NamedClocks {
  readonly #offsets = new Map<string, number>();
  readonly #clockOf = new Map<Address, string>();

  /**
   * What the entry would change: null if nothing. Throws -32602 for an address of another clock, unless it `moves` to this one, which must not be
   * behind the other: time never goes back.
   */
  news({ clock, offsetSeconds, addresses }: ClockEntry, { moves = false } = {}): ClockEntry | null {
    const furthest = Math.max(offsetSeconds, this.offsetOf(clock));
    const foreign = addresses.find((address) => {
      const other = this.#clockOf.get(address) ?? clock;
      return other !== clock && !(moves && this.offsetOf(other) <= furthest);
    });
    if (foreign !== undefined) throw invalidParams(`Invalid params: ${foreign} runs by another clock`);
    const added = [...new Set(addresses)].filter((address) => this.#clockOf.get(address) !== clock);
    if (added.length === 0 && furthest === this.#offsets.get(clock)) return null;
    return { clock, offsetSeconds: furthest, addresses: added };
  }

  /** Takes over what `news` returned, now or before the journal was read again. */
  add({ clock, offsetSeconds, addresses }: ClockEntry): void {
    this.#offsets.set(clock, offsetSeconds);
    for (const address of addresses) this.#clockOf.set(address, clock);
  }

  /** How far `clock` is ahead of real time; 0 for one that nobody has named. */
  offsetOf(clock: string): number {
    return this.#offsets.get(clock) ?? 0;
  }

  /** How far ahead a transaction runs that lists these accounts. */
  offsetFor(accounts: readonly Address[]): number {
    if (this.#clockOf.size === 0) return 0;
    for (const account of accounts) {
      const clock = this.#clockOf.get(account);
      if (clock !== undefined) return this.offsetOf(clock);
    }
    return 0;
  }
}
