import { malformed } from './base64.ts';
import { ByteReader } from './byte-reader.ts';
import type { DecodedInstruction } from './decode-instruction.ts';

/** The high bit of a message's first byte marks a versioned message; the other bits are the version. */
const VERSION_0 = 0x80;

/** A wire transaction: one place of 64 bytes per signer, then the message that they sign. */
export interface WireTransaction {
  signatures: Uint8Array[];
  message: Uint8Array;
  /** base58, in the order of the signatures; the first pays the fee. */
  signers: string[];
}

/** A message, decoded to its last byte. */
export interface ReadMessage {
  signers: string[];
  /** How many lookup tables the message loads accounts from; those accounts are not in it. */
  lookupTables: number;
  instructions: DecodedInstruction[];
}

/**
 * Splits a wire transaction into its parts, without judging its content. Throws transaction_mismatch if
 * malformed.
 */
export function openTransaction(bytes: Uint8Array): WireTransaction {
  const reader = new ByteReader(bytes);
  const signatures = reader.list(reader.shortLength(), () => reader.take(64));
  const message = bytes.slice(reader.offset);
  const { accounts, signerCount } = readHead(new ByteReader(message));
  if (signatures.length !== signerCount) throw malformed();
  return { signatures, message, signers: accounts.slice(0, signerCount) };
}

/**
 * Reads a legacy or version 0 message. Throws transaction_mismatch for anything else, including trailing
 * bytes and lengths that are not in their shortest form: the wallet signs the bytes, not this reading of
 * them.
 */
export function readMessage(message: Uint8Array): ReadMessage {
  const reader = new ByteReader(message);
  const { isVersioned, accounts, signerCount, isWritable } = readHead(reader);
  // The blockhash.
  reader.take(32);
  const account = () => {
    const index = reader.byte();
    const address = accounts[index];
    if (address === undefined) throw malformed();
    return { address, signer: index < signerCount, writable: isWritable(index) };
  };
  const instructions = reader.list(reader.shortLength(), () => ({
    programAddress: account().address,
    accounts: reader.list(reader.shortLength(), account),
    data: reader.take(reader.shortLength()),
  }));
  const lookupTables = isVersioned ? reader.shortLength() : 0;
  // Messages with lookup tables are rejected in any case, so their indexes need not be read.
  if (lookupTables === 0) reader.end();
  return { signers: accounts.slice(0, signerCount), lookupTables, instructions };
}

/** The head of a message: how many of its accounts sign, which may be written, and the accounts themselves. */
function readHead(reader: ByteReader) {
  const first = reader.byte();
  const isVersioned = first >= VERSION_0;
  if (isVersioned && first !== VERSION_0) throw malformed();
  const signerCount = isVersioned ? reader.byte() : first;
  const readonlySigners = reader.byte();
  const readonlyOthers = reader.byte();
  const accounts = reader.list(reader.shortLength(), () => reader.address());
  if (readonlySigners >= signerCount || signerCount + readonlyOthers > accounts.length) throw malformed();
  const isWritable = (index: number) =>
    index < signerCount ? index < signerCount - readonlySigners : index < accounts.length - readonlyOthers;
  return { isVersioned, accounts, signerCount, isWritable };
}
