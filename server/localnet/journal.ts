import { closeSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Address, Signature } from '@solana/kit';
import type { AccountWrite } from './account-writes.ts';
import type { ClockEntry } from './named-clocks.ts';
import type { SlotMark } from './slots.ts';
import type { Outcome } from './svm.ts';
import type { TransactionError } from './svm-errors.ts';

/** A token created at the localnet's first start. */
export interface TestToken {
  mint: Address;
  symbol: string;
  decimals: number;
  programId: Address;
}

/** The balance of a token account named in a transaction. */
export interface TokenBalance {
  accountIndex: number;
  mint: Address;
  owner: Address;
  programId: Address;
  uiTokenAmount: { amount: string; decimals: number; uiAmount: number; uiAmountString: string };
}

/** A landed transaction with everything `getTransaction` returns, and the accounts after it. */
export interface TransactionRecord {
  kind: 'transaction';
  slot: number;
  /** Unix seconds. */
  time: number;
  signature: Signature;
  err: TransactionError | null;
  memo: string | null;
  keys: Address[];
  loaded: { writable: Address[]; readonly: Address[] };
  /** Base64 of the transaction. */
  wire: string;
  meta: Omit<Outcome, 'err'> & {
    preBalances: number[];
    postBalances: number[];
    preTokenBalances: TokenBalance[];
    postTokenBalances: TokenBalance[];
  };
  writes: AccountWrite[];
}

/** The journal's records: everything a localnet consists of, in the order in which it happened. */
export type JournalRecord =
  | {
      kind: 'genesis';
      version: 1;
      genesisHash: string;
      authorityKey: string;
      tokens: (TestToken & { key: string })[];
    }
  | { kind: 'mark'; mark: SlotMark }
  | { kind: 'write'; slot: number; writes: AccountWrite[] }
  | ({ kind: 'clock' } & ClockEntry)
  | TransactionRecord;

/** Where a record is: bytes in the file, or an index in memory. */
export interface RecordRef {
  offset: number;
  length: number;
}

const CHUNK_BYTES = 4 * 1024 * 1024;
const NEWLINE = 10;

/**
 * An append-only file of JSON lines, written before any response: a killed process loses nothing that it
 * reported. Not flushed to disk, since test money need not survive a power cut. Without a directory it is
 * kept in memory.
 */
export class Journal {
  readonly #fd: number | null;
  readonly #lines: string[] = [];
  #end = 0;

  constructor(dataDir: string | null) {
    if (dataDir) mkdirSync(dataDir, { recursive: true });
    this.#fd = dataDir ? openSync(join(dataDir, 'journal.jsonl'), 'a+', 0o600) : null;
  }

  /**
   * Every record, oldest first; an incomplete last line, left by a kill, is removed. Call once, before the
   * first append.
   */
  *recover(): Generator<{ record: JournalRecord; ref: RecordRef }> {
    if (this.#fd === null) return;
    let rest: Buffer = Buffer.alloc(0);
    for (let position = 0; ;) {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      const read = readSync(this.#fd, chunk, 0, CHUNK_BYTES, position);
      if (read === 0) break;
      position += read;
      const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
        const ref = { offset: this.#end, length: end - start };
        yield { record: JSON.parse(bytes.toString('utf8', start, end)), ref };
        this.#end += ref.length + 1;
        start = end + 1;
      }
      rest = bytes.subarray(start);
    }
    ftruncateSync(this.#fd, this.#end);
  }

  append(record: JournalRecord): RecordRef {
    const line = JSON.stringify(record);
    if (this.#fd === null) return { offset: this.#lines.push(line) - 1, length: line.length };
    const bytes = Buffer.from(`${line}\n`);
    for (let written = 0; written < bytes.length;) written += writeSync(this.#fd, bytes, written);
    const ref = { offset: this.#end, length: bytes.length - 1 };
    this.#end += bytes.length;
    return ref;
  }

  read(ref: RecordRef): JournalRecord {
    if (this.#fd === null) return JSON.parse(this.#lines[ref.offset]!);
    const bytes = Buffer.alloc(ref.length);
    readSync(this.#fd, bytes, 0, ref.length, ref.offset);
    return JSON.parse(bytes.toString('utf8'));
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
  }
}
