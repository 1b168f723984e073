import { type Address, getAddressDecoder } from '@solana/kit';
import { bytesFromBase64, malformed } from './base64.ts';

/** One account of an instruction. */
export interface InstructionAccount {
  address: Address;
  signer: boolean;
  writable: boolean;
}

/** A Solana instruction, spelled out. */
export interface DecodedInstruction {
  programAddress: Address;
  accounts: InstructionAccount[];
  data: Uint8Array;
}

/**
 * Reads the `instruction` of a checkout: base64 of the bincode layout of Solana's Instruction (program id; u64 count,
 * then per account 32 bytes of address, a signer byte and a writable byte; u64 length, then the data). For apps that
 * build their own transaction. Throws transaction_mismatch for anything else, trailing bytes included.
 */
export function decodeInstruction(base64: string): DecodedInstruction {
  const bytes = bytesFromBase64(base64);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = 0;
  const take = (length: number): Uint8Array => {
    if (length > bytes.length - offset) throw malformed();
    offset += length;
    return bytes.slice(offset - length, offset);
  };
  const takeLength = (): number => {
    take(8);
    const length = view.getBigUint64(offset - 8, true);
    if (length > BigInt(bytes.length)) throw malformed();
    return Number(length);
  };
  const takeFlag = (): boolean => {
    const flag = take(1)[0];
    if (flag !== 0 && flag !== 1) throw malformed();
    return flag === 1;
  };
  const programAddress = addressOf(take(32));
  const accounts: InstructionAccount[] = [];
  for (let left = takeLength(); left > 0; left -= 1) {
    accounts.push({ address: addressOf(take(32)), signer: takeFlag(), writable: takeFlag() });
  }
  const data = take(takeLength());
  if (offset !== bytes.length) throw malformed();
  return { programAddress, accounts, data };
}

function addressOf(bytes: Uint8Array): Address {
  return getAddressDecoder().decode(bytes);
}
