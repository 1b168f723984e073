import { AccountRole, type Address, type Instruction } from '@solana/kit';
import {
  getTransferCheckedInstruction,
  getTransferCheckedInstructionDataDecoder,
  TRANSFER_CHECKED_DISCRIMINATOR,
} from '@solana-program/token';
import { fromBase58, toBase58 } from '../lib/base58.ts';
import { KEY_BYTES, layoutOf, messageOf } from './message-layout.ts';
import type { ReadInstruction, ReadTransaction } from './read-transaction.ts';
import { programAddressOf, programNameOf, type TokenProgramName } from './token-program.ts';

/** One movement of tokens between two token accounts. */
export interface Transfer {
  source: Address;
  destination: Address;
  mint: Address;
  tokenProgram: TokenProgramName;
  decimals: number;
  amountAtomic: bigint;
  /** Who signs for it: the owner of the source or its delegate. */
  authority: Address;
  /** Extra read-only accounts in this instruction's own list. */
  references: readonly Address[];
}

/** A transfer found in a transaction. */
export interface ReadTransfer {
  instructionIndex: number;
  source: Address;
  destination: Address;
  mint: Address;
  tokenProgram: TokenProgramName;
  amountAtomic: bigint;
  authority: Address;
  isAuthoritySigner: boolean;
}

/** The `TransferChecked` instruction of `transfer`. The mint's decimals are checked on chain. */
export function transferInstruction(transfer: Transfer): Instruction {
  const { source, destination, mint, tokenProgram, decimals, amountAtomic, authority, references } = transfer;
  const instruction = getTransferCheckedInstruction(
    { source, mint, destination, authority, amount: amountAtomic, decimals },
    { programAddress: programAddressOf(tokenProgram) },
  );
  const accounts = instruction.accounts.map((account, at) =>
    at === 3 ? { address: authority, role: AccountRole.READONLY_SIGNER } : account,
  );
  return {
    ...instruction,
    accounts: [
      ...accounts,
      ...references.map((reference) => ({ address: reference, role: AccountRole.READONLY })),
    ],
  };
}

/**
 * The top-level `TransferChecked` instructions of a transaction with `reference` as the only account beyond
 * their own four. References can be computed from ids, so a transfer that lists several would settle them
 * all.
 */
export function readTransfers(
  { instructions }: Pick<ReadTransaction, 'instructions'>,
  reference: Address,
): ReadTransfer[] {
  return instructions.flatMap((instruction) => {
    const transfer = readTransfer(instruction);
    const [only, ...others] = instruction.accounts.slice(OWN_ACCOUNTS);
    return transfer !== null && only?.address === reference && others.length === 0 ? [transfer] : [];
  });
}

/**
 * All top-level `TransferChecked` instructions of a transaction to this token account, with any reference.
 */
export function readTransfersTo(
  { instructions }: Pick<ReadTransaction, 'instructions'>,
  destination: Address,
): ReadTransfer[] {
  return instructions
    .flatMap((instruction) => readTransfer(instruction) ?? [])
    .filter((transfer) => transfer.destination === destination);
}

/**
 * The index of the first transfer that `readTransfers` finds in a transaction that this service has made; null if there is none. A
 * twentieth of the time, since no account is decoded.
 */
export function findOwnTransfer(wire: Uint8Array, reference: Address): number | null {
  const key = fromBase58(reference, KEY_BYTES)!;
  const found = ownTransfers(wire).find(
    (transfer) => Buffer.compare(transfer.reference, key) === 0 && isOfTokenProgram(transfer),
  );
  return found?.index ?? null;
}

/** How many transfers with a reference a transaction that this service has made holds. */
export function countOwnTransfers(wire: Uint8Array): number {
  return ownTransfers(wire).filter(isOfTokenProgram).length;
}

interface OwnTransfer {
  index: number;
  program: Uint8Array;
  reference: Uint8Array;
}

/** The instructions with the data and the accounts of a transfer with one reference, whatever their program. */
function ownTransfers(wire: Uint8Array): OwnTransfer[] {
  const message = messageOf(wire);
  const { accountOffsets, instructions } = layoutOf(message);
  const keyAt = (position: number) =>
    message.subarray(accountOffsets[position]!, accountOffsets[position]! + KEY_BYTES);
  return instructions.flatMap(({ program, accounts, dataOffset, dataLength }, index) =>
    accounts.length === OWN_ACCOUNTS + 1 &&
    dataLength >= TRANSFER_BYTES &&
    message[dataOffset] === TRANSFER_CHECKED_DISCRIMINATOR
      ? [{ index, program: keyAt(program), reference: keyAt(accounts[OWN_ACCOUNTS]!) }]
      : [],
  );
}

function isOfTokenProgram({ program }: OwnTransfer): boolean {
  return programNameOf(toBase58(program) as Address) !== null;
}

/** The discriminator, the amount as u64, the decimals. */
const TRANSFER_BYTES = 10;

/** Source, mint, destination, authority. References come after them. */
const OWN_ACCOUNTS = 4;

function readTransfer({ index, program, data, accounts }: ReadInstruction): ReadTransfer | null {
  const tokenProgram = programNameOf(program);
  if (tokenProgram === null || data.length < TRANSFER_BYTES || data[0] !== TRANSFER_CHECKED_DISCRIMINATOR)
    return null;
  const [source, mint, destination, authority] = accounts;
  if (!source || !mint || !destination || !authority) return null;
  return {
    instructionIndex: index,
    source: source.address,
    destination: destination.address,
    mint: mint.address,
    tokenProgram,
    amountAtomic: getTransferCheckedInstructionDataDecoder().decode(data).amount,
    authority: authority.address,
    isAuthoritySigner: authority.isSigner,
  };
}
