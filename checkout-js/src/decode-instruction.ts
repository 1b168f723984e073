import { bytesFromBase64 } from './base64.ts';
import { ByteReader } from './byte-reader.ts';

/** One account of an instruction. */
export interface InstructionAccount {
  /** base58 */
  address: string;
  signer: boolean;
  writable: boolean;
}

/** A Solana instruction, spelled out. */
export interface DecodedInstruction {
  /** base58 */
  programAddress: string;
  accounts: InstructionAccount[];
  data: Uint8Array;
}

/**
 * Reads the `instruction` of a checkout: base64 of the bincode layout of Solana's Instruction (program id; u64 count,
 * then per account 32 bytes of address, a signer byte and a writable byte; u64 length, then the data). For apps that
 * build their own transaction. Throws transaction_mismatch for anything else, trailing bytes included.
 */
export function decodeInstruction(base64: string): DecodedInstruction {
  const reader = new ByteReader(bytesFromBase64(base64));
  const instruction = {
    programAddress: reader.address(),
    accounts: reader.list(reader.longLength(), () => ({
      address: reader.address(),
      signer: reader.flag(),
      writable: reader.flag(),
    })),
    data: reader.take(reader.longLength()),
  };
  reader.end();
  return instruction;
}
