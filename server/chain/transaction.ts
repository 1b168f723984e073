import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  type Signature,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type SignatureBytes,
  type Transaction,
} from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { toBase58 } from '../lib/base58.ts';
import type { RecentBlock } from './recent-block.ts';
import type { Signer } from './signer.ts';

/** The largest transaction that fits into one network packet (IPv6 MTU of 1280 less headers). Nodes refuse larger ones. */
export const MAX_TRANSACTION_BYTES = 1232;

/** A transaction that can be sent, and everything needed to learn its outcome later. */
export interface SignedTransaction {
  /** Its identity on chain, known before it is sent. */
  signature: Signature;
  /** The only bytes that may ever be sent for it. */
  wire: Uint8Array;
  lastValidBlockHeight: bigint;
  blockHeightAtSigning: bigint;
  slotAtSigning: bigint;
}

export interface ComputeBudget {
  unitLimit: number;
  /** Null lets the signing wallet set the price. */
  microLamportsPerUnit: bigint | null;
}

/** What a transaction is compiled from. */
export interface TransactionParts {
  feePayer: Address;
  instructions: readonly Instruction[];
  lifetime: { blockhash: Blockhash; lastValidBlockHeight: bigint };
}

/** The parts of a transaction with its compute budget first, then `instructions`. */
export function withBudget(budget: ComputeBudget, parts: TransactionParts): TransactionParts {
  return { ...parts, instructions: [...budgetInstructions(budget), ...parts.instructions] };
}

/** The compiled v0 transaction, without signatures. */
export function compile({ feePayer, instructions, lifetime }: TransactionParts): Transaction {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (draft) => setTransactionMessageFeePayer(feePayer, draft),
    (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
    (draft) => appendTransactionMessageInstructions(instructions, draft),
  );
  return compileTransaction(message);
}

/** How many instructions `withBudget` puts before the given ones: an error's instruction index counts them. */
export function budgetInstructionCount(budget: ComputeBudget): number {
  return budgetInstructions(budget).length;
}

/** The transaction, signed by all `signers`, which must be exactly the required ones. */
export async function sign(
  transaction: Transaction,
  signers: readonly Signer[],
  block: RecentBlock,
): Promise<SignedTransaction> {
  const message = new Uint8Array(transaction.messageBytes);
  const signatures: Record<Address, SignatureBytes | null> = { ...transaction.signatures };
  for (const signer of signers) {
    if (!(signer.address in signatures))
      throw new Error(`Bug: ${signer.address} is not a signer of this transaction`);
    signatures[signer.address] = await signer.signTransactionMessage(message);
  }
  const missing = Object.keys(signatures).filter((address) => signatures[address as Address] === null);
  if (missing.length > 0) throw new Error(`Bug: signatures are missing: ${missing.join(', ')}`);
  const signed = { messageBytes: transaction.messageBytes, signatures };
  return {
    // The fee payer's is the transaction's own.
    signature: toBase58(Object.values(signatures)[0]!) as Signature,
    wire: wireBytes(signed),
    lastValidBlockHeight: block.lastValidBlockHeight,
    blockHeightAtSigning: block.blockHeight,
    slotAtSigning: block.slot,
  };
}

/** The bytes of a transaction on the wire; a missing signature is 64 zero bytes. */
export function wireBytes(transaction: Transaction): Uint8Array {
  return new Uint8Array(getTransactionEncoder().encode(transaction));
}

/** Bytes as base64, the form in which wallets and nodes take transactions. */
export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** The instructions of a compute budget, which come first. */
export function budgetInstructions({ unitLimit, microLamportsPerUnit }: ComputeBudget): Instruction[] {
  const limit = getSetComputeUnitLimitInstruction({ units: unitLimit });
  if (microLamportsPerUnit === null) return [limit];
  return [limit, getSetComputeUnitPriceInstruction({ microLamports: microLamportsPerUnit })];
}
