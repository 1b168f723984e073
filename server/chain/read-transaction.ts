import {
  type Address,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getInstructionsFromCompiledTransactionMessage,
  getPublicKeyFromAddress,
  getSignatureFromTransaction,
  getTransactionDecoder,
  getTransactionEncoder,
  isSignerRole,
  type Signature,
  type Transaction,
  verifySignature,
} from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';

/** One top-level instruction with its accounts resolved, also through lookup tables. */
export interface ReadInstruction {
  /** Its index among the transaction's top-level instructions. */
  index: number;
  program: Address;
  accounts: readonly { address: Address; isSigner: boolean }[];
  data: Uint8Array;
}

/** A decoded transaction. Nothing here relies on a node, except accounts from lookup tables. */
export interface ReadTransaction {
  /** The fee payer's signature, which is the transaction's identity; null until the fee payer has signed. */
  signature: Signature | null;
  feePayer: Address;
  blockhash: string;
  /** Every account in message order: nodes report balances by these positions. */
  accountKeys: readonly Address[];
  /** Top-level only: the signer did not write what a program calls itself. */
  instructions: readonly ReadInstruction[];
  /** Whether the list is complete: none was omitted because its accounts could not be resolved. */
  isWhole: boolean;
  /** A durable nonce keeps a signature valid forever, so such a transaction never expires. */
  usesDurableNonce: boolean;
  transaction: Transaction;
}

/** Addresses that a transaction loads from lookup tables, as its `meta.loadedAddresses` has them. */
interface LoadedAddresses {
  writable: readonly Address[];
  readonly: readonly Address[];
}

/**
 * Decodes the bytes of a transaction; null if they are not one. Without `loaded`, instructions that use
 * lookup tables are omitted: an instruction that cannot be read cannot be trusted.
 */
export function readTransaction(
  wire: Uint8Array,
  loaded: LoadedAddresses | null = null,
): ReadTransaction | null {
  try {
    const transaction = getTransactionDecoder().decode(wire);
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
    const feePayer = message.staticAccounts[0]!;
    const accountKeys = readAccountKeys(message, loaded);
    const instructions = readInstructions(message, accountKeys);
    // Only fully readable instructions: one with an unknown account cannot be trusted.
    const resolved = instructions.filter(isResolved);
    return {
      signature: transaction.signatures[feePayer] ? getSignatureFromTransaction(transaction) : null,
      feePayer,
      blockhash: message.lifetimeToken,
      accountKeys: [...message.staticAccounts, ...accountKeys.writable, ...accountKeys.readonly],
      instructions: resolved,
      isWhole: resolved.length === instructions.length,
      usesDurableNonce: instructions.some(advancesNonce),
      transaction,
    };
  } catch {
    // The decoder failed: the bytes are not a transaction.
    return null;
  }
}

/** The bytes of a transaction as they were decoded, signatures included. */
export function wireOf({ transaction }: Pick<ReadTransaction, 'transaction'>): Uint8Array {
  return new Uint8Array(getTransactionEncoder().encode(transaction));
}

/** The bytes in a base64 string. Throws for text that is not base64. */
export function fromBase64(text: string): Uint8Array {
  return new Uint8Array(getBase64Encoder().encode(text));
}

/**
 * Whether `signer` really signed these message bytes: verified with its public key, not taken from a node.
 */
export async function isSignedBy({ transaction }: ReadTransaction, signer: Address): Promise<boolean> {
  const signature = transaction.signatures[signer];
  return signature
    ? verifySignature(await getPublicKeyFromAddress(signer), signature, transaction.messageBytes)
    : false;
}

/** Whether every required signature is present and valid: otherwise no node accepts the transaction. */
export async function isFullySigned(read: ReadTransaction): Promise<boolean> {
  const signers = Object.keys(read.transaction.signatures) as Address[];
  return (await Promise.all(signers.map((signer) => isSignedBy(read, signer)))).every(Boolean);
}

type Message = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;

/** Stands for an unresolved lookup-table address. Not a valid address, so it equals none. */
const UNKNOWN = '?' as Address;

function readAccountKeys(message: Message, loaded: LoadedAddresses | null): LoadedAddresses {
  const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : [];
  const resolve = (addresses: readonly Address[], indexes: 'writableIndexes' | 'readonlyIndexes') =>
    lookups.flatMap((lookup) => [...lookup[indexes]]).map((_, at) => addresses[at] ?? UNKNOWN);
  return {
    writable: resolve(loaded?.writable ?? [], 'writableIndexes'),
    readonly: resolve(loaded?.readonly ?? [], 'readonlyIndexes'),
  };
}

function readInstructions(message: Message, loaded: LoadedAddresses): ReadInstruction[] {
  return getInstructionsFromCompiledTransactionMessage(message, loaded).map((instruction, index) => ({
    index,
    program: instruction.programAddress,
    accounts: (instruction.accounts ?? []).map(({ address, role }) => ({
      address,
      isSigner: isSignerRole(role),
    })),
    data: new Uint8Array(instruction.data ?? []),
  }));
}

function isResolved({ program, accounts }: ReadInstruction): boolean {
  return program !== UNKNOWN && accounts.every(({ address }) => address !== UNKNOWN);
}

/** System program, instruction 4 as u32: AdvanceNonceAccount. */
function advancesNonce({ program, data }: ReadInstruction): boolean {
  return (
    program === SYSTEM_PROGRAM_ADDRESS && data[0] === 4 && data[1] === 0 && data[2] === 0 && data[3] === 0
  );
}
