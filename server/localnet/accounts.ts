import type { Address } from '@solana/kit';
import { FINALIZED_TRAIL } from './slots.ts';
import type { AccountState, Svm } from './svm.ts';
import { isTokenAccount, ownerOf } from './token-layouts.ts';

/** How far back account states are kept: past the finalized slot, plus the lag of a node that is behind. */
export const MAX_LAG_SLOTS = 64;

/** An account's state before `slot`, the first slot that changed it. */
interface PreImage {
  slot: number;
  before: AccountState | null;
}

/** Every account, current and at each recent slot, so that confirmed and finalized reads are correct. */
export class Accounts {
  readonly #svm: Svm;
  readonly #rememberedSlots: number;
  /** Every account written here; null once it is removed. */
  readonly #written = new Map<Address, AccountState | null>();
  /** Programs are large (130 KB) and never change here: read once. */
  readonly #programs = new Map<Address, AccountState>();
  readonly #past = new Map<Address, PreImage[]>();
  readonly #changedIn = new Map<number, Address[]>();
  readonly #tokenAccountsByOwner = new Map<Address, Set<Address>>();

  constructor(svm: Svm, finalizedTrail: number = FINALIZED_TRAIL) {
    this.#svm = svm;
    this.#rememberedSlots = MAX_LAG_SLOTS + finalizedTrail;
  }

  /** The account's current state. */
  read(address: Address): AccountState | null {
    const written = this.#written.get(address);
    if (written !== undefined) return written;
    const program = this.#programs.get(address);
    if (program) return program;
    const state = this.#svm.read(address);
    if (state?.executable) this.#programs.set(address, state);
    return state;
  }

  /** The account as it was at the end of `slot`, at most MAX_LAG_SLOTS before the finalized one. */
  readAt(address: Address, slot: number): AccountState | null {
    const later = this.#past.get(address)?.find((image) => image.slot > slot);
    return later ? later.before : this.read(address);
  }

  /** Records that `address` changed in `slot`. */
  note(address: Address, before: AccountState | null, after: AccountState | null, slot: number): void {
    this.#forgetBefore(slot - this.#rememberedSlots);
    const images = this.#past.get(address) ?? [];
    if (images.at(-1)?.slot !== slot) {
      images.push({ slot, before });
      this.#past.set(address, images);
      const changed = this.#changedIn.get(slot);
      if (changed) changed.push(address);
      else this.#changedIn.set(slot, [address]);
    }
    this.#set(address, after);
  }

  /** Restores the accounts of an earlier run: finalized long ago, so without history. */
  restore(states: Map<Address, AccountState | null>): void {
    for (const [address, state] of states) {
      if (state) this.#svm.write(address, state);
      this.#set(address, state);
    }
  }

  /** Token accounts of both programs that `owner` holds or held. */
  tokenAccountsOf(owner: Address): Address[] {
    return [...(this.#tokenAccountsByOwner.get(owner) ?? [])];
  }

  /** Accounts that a program owned at the end of `slot`, with their states; in no particular order. */
  ownedAt(program: Address, slot: number): { address: Address; state: AccountState }[] {
    return [...this.#written.keys()].flatMap((address) => {
      const state = this.readAt(address, slot);
      return state?.owner === program ? [{ address, state }] : [];
    });
  }

  #set(address: Address, state: AccountState | null): void {
    this.#written.set(address, state);
    if (!isTokenAccount(state)) return;
    const owner = ownerOf(state);
    const held = this.#tokenAccountsByOwner.get(owner);
    if (held) held.add(address);
    else this.#tokenAccountsByOwner.set(owner, new Set([address]));
  }

  #forgetBefore(slot: number): void {
    for (const [changedIn, addresses] of this.#changedIn) {
      if (changedIn >= slot) return;
      this.#changedIn.delete(changedIn);
      for (const address of addresses) {
        const images = this.#past.get(address)!;
        images.shift();
        if (images.length === 0) this.#past.delete(address);
      }
    }
  }
}
