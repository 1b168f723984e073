import {
  type Address,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Signature,
} from '@solana/kit';
import type { Chain } from '../../server/localnet/chain.ts';
import type { TransactionRecord } from '../../server/localnet/journal.ts';

/** Tokens that moved on chain, read from the ledger itself and not through any code of the service. */
export interface Movement {
  signature: Signature;
  instructionIndex: number;
  slot: number;
  atMs: number;
  source: Address;
  destination: Address;
  authority: Address;
  amountAtomic: bigint;
  /** Accounts behind those that a transfer needs. */
  extras: readonly Address[];
  /** The subscription that it was pulled through; null for a transfer of the token program. */
  subscription: Address | null;
}

const TRANSFER_CHECKED = 12;
const TRANSFER = 3;
/** Of the Subscriptions program; its accounts are those up to the program itself, and then whatever is listed. */
const TRANSFER_SUBSCRIPTION = { program: 'De1eg', kind: 10, accounts: 10 };

/** Every successful token transfer that ever landed, kept as it happens. */
export class Movements {
  readonly all: Movement[] = [];
  readonly byReference = new Map<Address, Movement[]>();
  readonly #chain: Chain;
  readonly #nowMs: () => number;
  #position = -1;

  constructor(chain: Chain, nowMs: () => number) {
    this.#chain = chain;
    this.#nowMs = nowMs;
    chain.onChange(() => this.#read());
    this.#read();
  }

  under(reference: Address): readonly Movement[] {
    return this.byReference.get(reference) ?? [];
  }

  #read(): void {
    const fresh = [];
    for (const entry of this.#chain.history.since(0)) {
      if (entry.position <= this.#position) break;
      fresh.push(entry);
    }
    this.#position = fresh[0]?.position ?? this.#position;
    for (const { ref, err } of fresh.toReversed()) {
      if (err !== null) continue;
      for (const movement of movementsIn(this.#chain.readTransaction(ref), this.#nowMs())) {
        this.all.push(movement);
        for (const reference of movement.extras) {
          const known = this.byReference.get(reference);
          if (known) known.push(movement);
          else this.byReference.set(reference, [movement]);
        }
      }
    }
  }
}

function movementsIn({ wire, keys, signature, slot }: TransactionRecord, atMs: number): Movement[] {
  const { messageBytes } = getTransactionDecoder().decode(Buffer.from(wire, 'base64'));
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
  if (message.version === 1) return [];
  return message.instructions.flatMap(({ data, accountIndices = [] }, instructionIndex): Movement[] => {
    const kind = data?.[0];
    const program = keys[message.instructions[instructionIndex]!.programAddressIndex]!;
    if (program.startsWith(TRANSFER_SUBSCRIPTION.program) && kind === TRANSFER_SUBSCRIPTION.kind) {
      const listed = accountIndices.map((index) => keys[index]!);
      const [subscription, , , source, destination, authority] = listed;
      return [
        {
          signature,
          instructionIndex,
          slot,
          atMs,
          source: source!,
          destination: destination!,
          authority: authority!,
          amountAtomic: amountIn(data!),
          extras: listed.slice(TRANSFER_SUBSCRIPTION.accounts),
          subscription: subscription!,
        },
      ];
    }
    if (!program.startsWith('Token') || (kind !== TRANSFER && kind !== TRANSFER_CHECKED)) return [];
    const accounts = accountIndices.map((index) => keys[index]!);
    if (kind === TRANSFER_CHECKED) accounts.splice(1, 1);
    const [source, destination, authority, ...extras] = accounts;
    const amountAtomic = amountIn(data!);
    const parties = { source: source!, destination: destination!, authority: authority! };
    return [
      { signature, instructionIndex, slot, atMs, ...parties, amountAtomic, extras, subscription: null },
    ];
  });
}

/** The amount follows the first byte in both programs. */
function amountIn(data: { subarray(from: number, to: number): Uint8Array }): bigint {
  return Buffer.from(data.subarray(1, 9)).readBigUInt64LE();
}
