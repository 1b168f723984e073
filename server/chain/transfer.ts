import { AccountRole, type Address, type Instruction } from '@solana/kit';
import {
  getTransferCheckedInstruction,
  getTransferCheckedInstructionDataDecoder,
  TRANSFER_CHECKED_DISCRIMINATOR,
} from '@solana-program/token';
import { fromBase58, toBase58 } from '../lib/base58.ts';
import { KEY_BYTES, layoutOf, messageOf } from './message-layout.ts';
import type { ReadInstruction, ReadTransaction } from './read-transaction.ts';
import { SUBSCRIPTIONS_PROGRAM } from './subscriptions/address.ts';
import { DISCRIMINATORS } from './subscriptions/instructions.ts';
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
  /** Who signed for it: the owner of the source, its delegate, or who pulls through a subscription. */
  authority: Address;
  isAuthoritySigner: boolean;
  /** The plan of the subscription that it was pulled through; null for a transfer of the token program. */
  plan: Address | null;
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
 * The top-level transfers of a transaction, the token programs' `TransferChecked` and the pulls of subscriptions, with `reference` as the only
 * account beyond their own. References can be computed from ids, so a transfer that lists several would settle them all.
 */
export function readTransfers(
  { instructions }: Pick<ReadTransaction, 'instructions'>,
  reference: Address,
): ReadTransfer[] {
  return instructions.flatMap((instruction) => {
    const kind = kindOf(instruction);
    if (kind === null) return [];
    const [only, ...others] = instruction.accounts.slice(kind.ownAccounts);
    if (only?.address !== reference || others.length > 0) return [];
    return kind.read(instruction) ?? [];
  });
}

/** All top-level transfers of a transaction to this token account, with any reference. */
export function readTransfersTo(
  { instructions }: Pick<ReadTransaction, 'instructions'>,
  destination: Address,
): ReadTransfer[] {
  return readAllTransfers({ instructions }).filter((transfer) => transfer.destination === destination);
}

/** All top-level transfers of a transaction, whatever their references. */
export function readAllTransfers({ instructions }: Pick<ReadTransaction, 'instructions'>): ReadTransfer[] {
  return instructions.flatMap((instruction) => kindOf(instruction)?.read(instruction) ?? []);
}

/**
 * The index of the first transfer that `readTransfers` finds in a transaction that this service has made; null if there is none. A
 * twentieth of the time, since no account is decoded.
 */
export function findOwnTransfer(wire: Uint8Array, reference: Address): number | null {
  const key = fromBase58(reference, KEY_BYTES)!;
  const found = ownTransfers(wire).find(
    (transfer) => Buffer.compare(transfer.reference, key) === 0 && transfer.isOfItsProgram(),
  );
  return found?.index ?? null;
}

/** How many transfers with a reference a transaction that this service has made holds. */
export function countOwnTransfers(wire: Uint8Array): number {
  return ownTransfers(wire).filter((transfer) => transfer.isOfItsProgram()).length;
}

interface OwnTransfer {
  index: number;
  reference: Uint8Array;
  /** Asked last: it takes an address to be encoded. */
  isOfItsProgram: () => boolean;
}

/** The instructions with the data and the accounts of a transfer with one reference, whatever their program. */
function ownTransfers(wire: Uint8Array): OwnTransfer[] {
  const message = messageOf(wire);
  const { accountOffsets, instructions } = layoutOf(message);
  const keyAt = (position: number) =>
    message.subarray(accountOffsets[position]!, accountOffsets[position]! + KEY_BYTES);
  return instructions.flatMap(({ program, accounts, dataOffset, dataLength }, index) => {
    const kind = KINDS.find(
      ({ discriminator, ownAccounts, leastBytes }) =>
        accounts.length === ownAccounts + 1 &&
        dataLength >= leastBytes &&
        message[dataOffset] === discriminator,
    );
    if (kind === undefined) return [];
    const isOfItsProgram = () => kind.isOf(toBase58(keyAt(program)) as Address);
    return [{ index, reference: keyAt(accounts[kind.ownAccounts]!), isOfItsProgram }];
  });
}

/** One of the instructions that move tokens. */
interface Kind {
  discriminator: number;
  /** References come after them. */
  ownAccounts: number;
  leastBytes: number;
  isOf: (program: Address) => boolean;
  /** Null without the accounts that it needs. */
  read: (instruction: ReadInstruction) => ReadTransfer | null;
}

const KINDS: readonly Kind[] = [
  {
    discriminator: TRANSFER_CHECKED_DISCRIMINATOR,
    // Source, mint, destination, authority.
    ownAccounts: 4,
    // The discriminator, the amount as u64, the decimals.
    leastBytes: 10,
    isOf: (program) => programNameOf(program) !== null,
    read: readTransferChecked,
  },
  {
    discriminator: DISCRIMINATORS.transfer,
    // Subscription, plan, authority of the payer, source, destination, puller, mint, token program, and two for the program's events.
    ownAccounts: 10,
    // The discriminator, the amount as u64, payer, mint.
    leastBytes: 73,
    isOf: (program) => program === SUBSCRIPTIONS_PROGRAM,
    read: readPull,
  },
];

/** Null for anything but a transfer. */
function kindOf({ program, data }: ReadInstruction): Kind | null {
  const kind = KINDS.find(
    ({ discriminator, leastBytes, isOf }) =>
      data[0] === discriminator && data.length >= leastBytes && isOf(program),
  );
  return kind ?? null;
}

function readTransferChecked({ index, program, data, accounts }: ReadInstruction): ReadTransfer | null {
  const [source, mint, destination, authority] = accounts;
  const tokenProgram = programNameOf(program);
  if (!source || !mint || !destination || !authority || tokenProgram === null) return null;
  return {
    instructionIndex: index,
    source: source.address,
    destination: destination.address,
    mint: mint.address,
    tokenProgram,
    amountAtomic: getTransferCheckedInstructionDataDecoder().decode(data).amount,
    authority: authority.address,
    isAuthoritySigner: authority.isSigner,
    plan: null,
  };
}

/** The program moves exactly the amount in the data, and only between the accounts that it was given. */
function readPull({ index, data, accounts }: ReadInstruction): ReadTransfer | null {
  const [, plan, , source, destination, puller, mint, program] = accounts;
  if (!plan || !source || !destination || !puller || !mint || !program) return null;
  const tokenProgram = programNameOf(program.address);
  if (tokenProgram === null) return null;
  return {
    instructionIndex: index,
    source: source.address,
    destination: destination.address,
    mint: mint.address,
    tokenProgram,
    amountAtomic: Buffer.from(data).readBigUInt64LE(1),
    authority: puller.address,
    isAuthoritySigner: puller.isSigner,
    plan: plan.address,
  };
}
