import { hash } from 'node:crypto';
import type {
  AccountRole,
  Address,
  ReadonlyUint8Array,
  SignaturesMap,
  Transaction,
  TransactionMessageBytes,
} from '@solana/kit';
import { fromBase58, toBase58 } from '../lib/base58.ts';
import { KEY_BYTES, layoutOf } from './message-layout.ts';
import { compile, type TransactionParts } from './transaction.ts';

/**
 * The compiled bytes of one shape: which account occurs where and in which role, and how long the data of each
 * instruction is. What a transaction of that shape says is in known places of its bytes.
 */
interface Template {
  bytes: Uint8Array;
  /** For each account of a transaction, in order of first occurrence: where its 32 bytes are. */
  accountOffsets: readonly number[];
  blockhashOffset: number;
  /** Where the data of each instruction is. */
  dataOffsets: readonly number[];
  /** The accounts that sign, in the order of their signatures. */
  signers: readonly number[];
}

/** A deployment has a handful: with a memo and without, and each number of pulls. */
const MAX_TEMPLATES = 100;
const templates = new Map<string, Template>();

/**
 * What `compile` returns for `parts`, from its result for the first transaction of the same shape, in which the accounts, the
 * blockhash and the data are replaced: several times as fast. Accounts of one role may be in another order, which means the same.
 */
export function compileByTemplate(parts: TransactionParts): Transaction {
  const accounts = accountsOf(parts);
  const shape = shapeOf(parts, accounts);
  const template = templates.get(shape) ?? learn(shape, parts, accounts);
  const bytes = template.bytes.slice();
  for (const [address, at] of accounts) bytes.set(keyBytes(address), template.accountOffsets[at]);
  bytes.set(keyBytes(parts.lifetime.blockhash), template.blockhashOffset);
  for (const [at, { data }] of parts.instructions.entries())
    if (data !== undefined) bytes.set(data, template.dataOffsets[at]);
  const addresses = [...accounts.keys()];
  const signatures = Object.fromEntries(template.signers.map((at) => [addresses[at]!, null]));
  return {
    messageBytes: bytes as ReadonlyUint8Array as TransactionMessageBytes,
    signatures: signatures as SignaturesMap,
  };
}

/** Each address once, with its position in order of first occurrence; the fee payer is the first. */
function accountsOf({ feePayer, instructions }: TransactionParts): Map<Address, number> {
  const accounts = new Map([[feePayer, 0]]);
  const add = (address: Address) => {
    if (!accounts.has(address)) accounts.set(address, accounts.size);
  };
  for (const { programAddress, accounts: own = [] } of instructions) {
    add(programAddress);
    for (const { address } of own) add(address);
  }
  return accounts;
}

function shapeOf({ instructions }: TransactionParts, accounts: ReadonlyMap<Address, number>): string {
  return instructions
    .map(({ programAddress, accounts: own = [], data }) => {
      const roles = own.map(({ address, role }) => `${accounts.get(address)}:${role}`);
      return [accounts.get(programAddress), data?.length ?? 0, ...roles].join(' ');
    })
    .join('/');
}

/** Compiles a transaction of the same shape between accounts that exist nowhere, whose bytes can be found in the result. */
function learn(
  shape: string,
  { instructions, lifetime }: TransactionParts,
  accounts: ReadonlyMap<Address, number>,
): Template {
  const stands = [...accounts.keys()].map((_, at) => standIn(at));
  const standFor = (address: Address) => stands[accounts.get(address)!]!;
  const { messageBytes, signatures } = compile({
    feePayer: stands[0]!,
    lifetime,
    instructions: instructions.map((instruction) => ({
      ...instruction,
      programAddress: standFor(instruction.programAddress),
      accounts: instruction.accounts?.map(({ address, role }) => ({
        address: standFor(address),
        role: role as AccountRole.READONLY,
      })),
    })),
  });
  const bytes = new Uint8Array(messageBytes);
  const { accountOffsets, blockhashOffset, instructions: laidOut } = layoutOf(bytes);
  const offsetOf = new Map(accountOffsets.map((offset) => [addressAt(bytes, offset), offset]));
  const template = {
    bytes,
    accountOffsets: stands.map((stand) => offsetOf.get(stand)!),
    blockhashOffset,
    dataOffsets: laidOut.map(({ dataOffset }) => dataOffset),
    signers: Object.keys(signatures).map((address) => stands.indexOf(address as Address)),
  };
  if (templates.size >= MAX_TEMPLATES) templates.clear();
  templates.set(shape, template);
  return template;
}

function standIn(at: number): Address {
  return toBase58(hash('sha256', `autopay/template/${at}`, 'buffer')) as Address;
}

function addressAt(bytes: Uint8Array, offset: number): Address {
  return toBase58(bytes.subarray(offset, offset + KEY_BYTES)) as Address;
}

function keyBytes(text: string): Uint8Array {
  const bytes = fromBase58(text, KEY_BYTES);
  if (bytes === null) throw new Error(`Bug: ${text} is not 32 bytes in base58`);
  return bytes;
}
