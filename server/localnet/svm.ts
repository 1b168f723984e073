/**
 * The only file that uses LiteSVM. It uses the byte-level class behind the package's public one, which would
 * encode every address on every call (70 µs to read an account, against 2 µs).
 */
import {
  Account,
  FailedTransactionMetadata,
  LiteSvm,
  type SimulatedTransactionInfo,
  type TransactionMetadata,
} from 'litesvm/dist/internal.js';
import { type Address, getBase58Decoder } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import { addressOf, bytesOf } from './addresses.ts';
import { SLOTS_PER_EPOCH } from './slots.ts';
import { type TransactionError, toTransactionError } from './svm-errors.ts';

/** An account at some slot. `data` is never modified in place: a change creates a new object. */
export interface AccountState {
  lamports: bigint;
  owner: Address;
  executable: boolean;
  data: Uint8Array;
}

/** An instruction that a program called, as `meta.innerInstructions` has it. */
export interface InnerInstruction {
  programIdIndex: number;
  accounts: number[];
  data: string;
  stackHeight: number;
}

/** The result of running a transaction, whether it changed anything or not. */
export interface Outcome {
  err: TransactionError | null;
  feeLamports: number;
  logs: string[];
  unitsConsumed: number;
  innerInstructions: { index: number; instructions: InnerInstruction[] }[];
  returnData: { programId: Address; data: [string, 'base64'] } | null;
}

const base58 = getBase58Decoder();

/** The virtual machine: accounts, and running transactions on them. */
export class Svm {
  readonly #lite = new LiteSvm();
  #unixSeconds = 0;

  constructor() {
    // The ledger judges duplicates and blockhash ages: LiteSVM forgets transactions, and knows only the
    // latest blockhash.
    this.#lite.setTransactionHistory(0n);
    this.#lite.setBlockhashCheck(false);
  }

  /** Adds a program that transactions can call from now on. */
  addProgram(address: Address, elf: Uint8Array): void {
    this.#lite.addProgram(bytesOf(address), elf);
  }

  /**
   * Sets the clock sysvar, and the recent slots, newest first, at which address lookup tables may be created.
   */
  setTime(slot: number, unixSeconds: number, recent: { slot: number; hash: string }[]): void {
    const clock = this.#lite.getClock();
    clock.slot = BigInt(slot);
    clock.epoch = BigInt(Math.floor(slot / SLOTS_PER_EPOCH));
    clock.leaderScheduleEpoch = clock.epoch + 1n;
    clock.unixTimestamp = BigInt(unixSeconds);
    this.#lite.setClock(clock);
    this.#unixSeconds = unixSeconds;
    this.#lite.setSlotHashes(recent.map(({ slot: past, hash }) => ({ slot: BigInt(past), hash })));
  }

  /** What `run` returns, run `seconds` later than now by the clock sysvar, which is set back afterwards. The slot stays. */
  later<T>(seconds: number, run: () => T): T {
    if (seconds === 0) return run();
    const now = this.#unixSeconds;
    this.#setUnixSeconds(now + seconds);
    try {
      return run();
    } finally {
      this.#setUnixSeconds(now);
    }
  }

  /** The account, or null if it does not exist. */
  read(address: Address): AccountState | null {
    const account = this.#lite.getAccount(bytesOf(address));
    return account && stateOf(account);
  }

  /** Overwrites an account, bypassing all programs; null removes it. */
  write(address: Address, state: AccountState | null): void {
    const { lamports, data, owner, executable } = state ?? {
      lamports: 0n,
      data: new Uint8Array(),
      owner: SYSTEM_PROGRAM_ADDRESS,
      executable: false,
    };
    this.#lite.setAccount(bytesOf(address), new Account(lamports, data, bytesOf(owner), executable, 0n));
  }

  rentExemptLamports(dataLength: number): bigint {
    return this.#lite.minimumBalanceForRentExemption(BigInt(dataLength));
  }

  /**
   * Runs a transaction. `bytes` must be well formed: LiteSVM aborts the whole process on bytes it cannot
   * parse.
   */
  execute(bytes: Uint8Array): Outcome {
    return outcomeOf(this.#lite.sendVersionedTransaction(bytes));
  }

  /**
   * Runs a transaction on a copy; `bytes` must be well formed too. Checks signatures only if
   * `verifySignatures`.
   */
  simulate(
    bytes: Uint8Array,
    verifySignatures: boolean,
  ): { outcome: Outcome; written: Map<Address, AccountState> } {
    this.#lite.setSigverify(verifySignatures);
    try {
      const result = this.#lite.simulateVersionedTransaction(bytes);
      return { outcome: outcomeOf(result), written: writtenBy(result) };
    } finally {
      this.#lite.setSigverify(true);
    }
  }

  #setUnixSeconds(unixSeconds: number): void {
    const clock = this.#lite.getClock();
    clock.unixTimestamp = BigInt(unixSeconds);
    this.#lite.setClock(clock);
  }
}

function stateOf(account: Account): AccountState {
  return {
    lamports: account.lamports(),
    owner: addressOf(account.owner()),
    executable: account.executable(),
    data: account.data(),
  };
}

function writtenBy(result: SimulatedTransactionInfo | FailedTransactionMetadata): Map<Address, AccountState> {
  if (result instanceof FailedTransactionMetadata) return new Map();
  return new Map(result.postAccounts().map((post) => [addressOf(post.address), stateOf(post.account())]));
}

function outcomeOf(
  result: TransactionMetadata | FailedTransactionMetadata | SimulatedTransactionInfo,
): Outcome {
  const failed = result instanceof FailedTransactionMetadata;
  const meta = 'meta' in result ? result.meta() : result;
  const returned = meta.returnData();
  const returnedBytes = returned.data();
  return {
    err: failed ? toTransactionError(result.err()) : null,
    feeLamports: feeOf(meta),
    logs: meta.logs(),
    unitsConsumed: Number(meta.computeUnitsConsumed()),
    innerInstructions: innerInstructionsOf(meta),
    returnData: returnedBytes.length
      ? {
          programId: addressOf(returned.programId()),
          data: [Buffer.from(returnedBytes).toString('base64'), 'base64'],
        }
      : null,
  };
}

/** The metadata has the fee, but no accessor for it: it is the last field of its printed form. */
function feeOf(meta: TransactionMetadata): number {
  const printed = /, fee: (\d+) \}\)$/.exec(meta.toString());
  if (!printed) throw new Error('Bug: LiteSVM prints its metadata in another form; the fee is unknown');
  return Number(printed[1]);
}

function innerInstructionsOf(meta: TransactionMetadata): Outcome['innerInstructions'] {
  return meta
    .innerInstructions()
    .map((calls, index) => ({
      index,
      instructions: calls.map((call) => {
        const instruction = call.instruction();
        return {
          programIdIndex: instruction.programIdIndex(),
          accounts: [...instruction.accounts()],
          data: base58.decode(instruction.data()),
          stackHeight: call.stackHeight(),
        };
      }),
    }))
    .filter(({ instructions }) => instructions.length > 0);
}
