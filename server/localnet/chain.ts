import type { Address } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import type { Clock } from '../lib/clock.ts';
import { type AccountKeys, resolveAccountKeys } from './account-keys.ts';
import { Accounts } from './accounts.ts';
import { bytesOf } from './addresses.ts';
import { Blockhashes, BLOCKHASH_WINDOW } from './blockhashes.ts';
import { fromWrite, toWrites } from './account-writes.ts';
import { type Genesis, newGenesis } from './genesis.ts';
import { History } from './history.ts';
import {
  Journal,
  type JournalRecord,
  type RecordRef,
  type TestToken,
  type TransactionRecord,
} from './journal.ts';
import { importKeypair, type Keypair } from './keypair.ts';
import { memoOf } from './memo.ts';
import { type ClockEntry, NamedClocks } from './named-clocks.ts';
import type { Program } from './programs.ts';
import { RecentMessages } from './recent-messages.ts';
import { type SlotMark, Slots } from './slots.ts';
import { type AccountState, type Outcome, Svm } from './svm.ts';
import { tokenBalances } from './token-balances.ts';
import type { WireTransaction } from './wire.ts';

/**
 * 5,000,000 SOL for faucet and fees: more than tests spend, and below 2^53 lamports, so that JSON numbers
 * hold any balance.
 */
const AUTHORITY_LAMPORTS = 5_000_000_000_000_000n;

/**
 * A cluster keeps 512; they only decide how old the slot of a new lookup table may be, and each costs 10 µs
 * per slot.
 */
const SLOT_HASHES = 16;

/** Where programs and clients read the chain's time. */
const CLOCK_SYSVAR = 'SysvarC1ock11111111111111111111111111111111' as Address;

/**
 * The ledger: everything that happened on this chain, and the only way to change it. All of it is
 * synchronous.
 */
export class Chain {
  readonly svm = new Svm();
  readonly accounts: Accounts;
  readonly history = new History();
  readonly slots: Slots;
  readonly blockhashes: Blockhashes;
  readonly genesisHash: string;
  readonly tokens: (TestToken & { key: string })[];
  /**
   * Pays for the localnet's own transactions; it is the faucet, and mint and freeze authority of the mints it
   * creates.
   */
  readonly authority: Keypair;
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #namedClocks = new NamedClocks();
  readonly #recentMessages = new RecentMessages();
  readonly #listeners = new Set<() => void>();
  #timeSetFor = '';
  #broken: unknown = null;

  constructor(
    dataDir: string | null,
    slotMs: number,
    clock: Clock,
    {
      finalizedTrail,
      programs = [],
    }: { finalizedTrail?: number | undefined; programs?: readonly Program[] | undefined } = {},
  ) {
    for (const { address, elf } of programs) this.svm.addProgram(address, elf);
    this.#clock = clock;
    this.accounts = new Accounts(this.svm, finalizedTrail);
    this.#journal = new Journal(dataDir);
    const { genesis, marks } = this.#recover();
    const { genesisHash, authorityKey, tokens } = genesis ?? this.#begin();
    this.genesisHash = genesisHash;
    this.authority = importKeypair(authorityKey);
    this.tokens = tokens;
    this.blockhashes = new Blockhashes(bytesOf(genesisHash as Address));
    this.slots = new Slots(clock, marks, finalizedTrail);
    this.#mark(Slots.resume(clock, marks, this.history.lastSlot(), slotMs));
    if (!this.accounts.read(this.authority.address)) {
      const funded = {
        lamports: AUTHORITY_LAMPORTS,
        owner: SYSTEM_PROGRAM_ADDRESS,
        executable: false,
        data: new Uint8Array(),
      };
      this.writeAccounts(new Map([[this.authority.address, funded]]));
    }
    this.#recallRecentMessages();
  }

  /**
   * Runs a transaction in the newest slot, at real time or by the named clock of an account it lists. The caller has checked blockhash and
   * duplicates; signatures are verified here. `landed` is false if it failed before paying its fee: then nothing changed and there is no record.
   */
  land(tx: WireTransaction): { landed: boolean; outcome: Outcome } {
    this.#assertWhole();
    const slot = this.#enterSlot();
    const keys = this.accountKeys(tx);
    const before = keys.all.map((key) => this.accounts.read(key));
    const ahead = this.#namedClocks.offsetFor(keys.all);
    const outcome = this.svm.later(ahead, () => this.svm.execute(tx.bytes));
    const after = keys.all.map((key, i) => (keys.isWritable(i) ? this.svm.read(key) : before[i]!));
    const changed = new Map(
      keys.all.map((key, i) => [key, after[i]!] as const).filter((_, i) => !same(before[i]!, after[i]!)),
    );
    // Every landed transaction paid a fee, so one that changed nothing never reached a block.
    if (changed.size === 0) return { landed: false, outcome };
    this.#record(tx, keys, { slot, before, after, outcome, changed });
    for (const listener of this.#listeners) listener();
    return { landed: true, outcome };
  }

  /**
   * Overwrites accounts, bypassing all programs, for states that tests cannot reach by transactions. Returns
   * the slot of the write.
   */
  writeAccounts(states: Map<Address, AccountState | null>): number {
    this.#assertWhole();
    const slot = this.#enterSlot();
    this.#append({ kind: 'write', slot, writes: toWrites(states) });
    for (const [address, state] of states) {
      this.accounts.note(address, this.accounts.read(address), state, slot);
      this.svm.write(address, state);
    }
    for (const listener of this.#listeners) listener();
    return slot;
  }

  /** Advances `count` slots at once. */
  advanceSlots(count: number): void {
    this.#mark(this.slots.advancedBy(count));
    for (const listener of this.#listeners) listener();
  }

  /** What the transaction would do if it landed now. Checks signatures only if `verifySignatures`. */
  simulate(tx: WireTransaction, verifySignatures: boolean): ReturnType<Svm['simulate']> {
    this.#enterSlot();
    const ahead = this.#namedClocks.offsetFor(this.accountKeys(tx).all);
    return this.svm.later(ahead, () => this.svm.simulate(tx.bytes, verifySignatures));
  }

  /** The account as it was at the end of `slot`. The clock sysvar is at real time, whenever a transaction last ran. */
  readAt(address: Address, slot: number): AccountState | null {
    if (address === CLOCK_SYSVAR) this.#enterSlot();
    return this.accounts.readAt(address, slot);
  }

  /**
   * Runs transactions that list one of these addresses by a named clock from now on. An earlier offset of the clock stays if it is further ahead.
   * Returns the offset that holds. Throws -32602 for an address of another clock.
   */
  runAt(entry: ClockEntry, how: { moves?: boolean } = {}): number {
    this.#assertWhole();
    const news = this.#namedClocks.news(entry, how);
    if (news !== null) {
      this.#append({ kind: 'clock', ...news });
      this.#namedClocks.add(news);
    }
    return this.#namedClocks.offsetOf(entry.clock);
  }

  accountKeys(tx: WireTransaction): AccountKeys {
    return resolveAccountKeys(tx.message, (address) => this.accounts.read(address));
  }

  /** Whether this message has already landed, with any valid signatures. */
  isProcessed(tx: WireTransaction): boolean {
    return this.#recentMessages.has(tx.messageBytes);
  }

  readTransaction(ref: RecordRef): TransactionRecord {
    const record = this.#journal.read(ref);
    if (record.kind !== 'transaction')
      throw new Error(`Bug: the journal has a ${record.kind} where a transaction should be`);
    return record;
  }

  /**
   * Calls `listener` whenever a transaction landed, an account was written or slots advanced. Returns a
   * function that stops it.
   */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#journal.close();
  }

  #recover(): { genesis: Genesis | null; marks: SlotMark[] } {
    let genesis: Genesis | null = null;
    const marks: SlotMark[] = [];
    const states = new Map<Address, AccountState | null>();
    for (const { record, ref } of this.#journal.recover()) {
      if (record.kind === 'genesis') genesis = record;
      if (record.kind === 'mark') marks.push(record.mark);
      if (record.kind === 'clock') this.#namedClocks.add(record);
      if (record.kind === 'transaction') {
        const { signature, slot, time, err, memo, keys } = record;
        this.history.add({ signature, slot, time, err, memo, ref }, keys);
      }
      if ('writes' in record)
        for (const [address, state] of record.writes) states.set(address, fromWrite(state));
    }
    this.accounts.restore(states);
    return { genesis, marks };
  }

  #begin(): Genesis {
    const genesis = newGenesis();
    this.#append(genesis);
    return genesis;
  }

  #record(
    tx: WireTransaction,
    keys: AccountKeys,
    run: {
      slot: number;
      before: (AccountState | null)[];
      after: (AccountState | null)[];
      outcome: Outcome;
      changed: Map<Address, AccountState | null>;
    },
  ): void {
    const { slot, before, after, changed } = run;
    const { err, ...ran } = run.outcome;
    const shared = {
      slot,
      time: this.#clock.seconds(),
      signature: tx.signatures[0]!,
      err,
      memo: memoOf(tx.message),
    };
    const readMint = (mint: Address) => this.accounts.read(mint);
    const ref = this.#append({
      kind: 'transaction',
      ...shared,
      keys: keys.all,
      loaded: keys.loaded,
      wire: Buffer.from(tx.bytes).toString('base64'),
      meta: {
        ...ran,
        preBalances: lamportsOf(before),
        postBalances: lamportsOf(after),
        preTokenBalances: tokenBalances(before, readMint),
        postTokenBalances: tokenBalances(after, readMint),
      },
      writes: toWrites(changed),
    });
    keys.all.forEach((key, i) => {
      if (changed.has(key)) this.accounts.note(key, before[i]!, after[i]!, slot);
    });
    this.history.add({ ...shared, ref }, keys.all);
    this.#recentMessages.add(tx.messageBytes, slot);
  }

  /**
   * After a failed write, memory is ahead of the journal: further responses would promise what a restart
   * undoes.
   */
  #append(record: JournalRecord) {
    try {
      return this.#journal.append(record);
    } catch (error) {
      this.#broken = error;
      throw error;
    }
  }

  #assertWhole(): void {
    if (this.#broken)
      throw new Error('The localnet could not write its journal; restart it', { cause: this.#broken });
  }

  #mark(mark: SlotMark): void {
    this.#append({ kind: 'mark', mark });
    this.slots.marks.push(mark);
  }

  #enterSlot(): number {
    const slot = this.slots.current();
    const seconds = this.#clock.seconds();
    const time = `${slot} ${seconds}`;
    if (this.#timeSetFor !== time) {
      const recent = Array.from({ length: SLOT_HASHES }, (_, i) => slot - 1 - i);
      const hashes = recent.map((past) => ({ slot: past, hash: this.blockhashes.at(past) }));
      this.svm.setTime(slot, seconds, hashes);
      this.#timeSetFor = time;
    }
    return slot;
  }

  #recallRecentMessages(): void {
    for (const { ref } of [...this.history.since(this.slots.current() - BLOCKHASH_WINDOW)].toReversed()) {
      const { wire, slot } = this.readTransaction(ref);
      const bytes = Buffer.from(wire, 'base64');
      this.#recentMessages.add(bytes.subarray(1 + 64 * bytes[0]!), slot);
    }
  }
}

function lamportsOf(states: (AccountState | null)[]): number[] {
  return states.map((state) => Number(state?.lamports ?? 0n));
}

function same(a: AccountState | null, b: AccountState | null): boolean {
  if (a === b) return true;
  return (
    !!a && !!b && a.lamports === b.lamports && a.owner === b.owner && Buffer.compare(a.data, b.data) === 0
  );
}
