import { type Address, type Instruction, isSignerRole } from '@solana/kit';
import { KEY_BYTES } from './message-layout.ts';

const SIGNATURE_BYTES = 64;
/** The version, three counts of accounts, the blockhash, and that there are no lookup tables. */
const FIXED_BYTES = 1 + 3 + 32 + 1;

/** How long the v0 transaction with these instructions is on the wire, with all of its signatures, without compiling it. */
export function transactionBytes(feePayer: Address, instructions: readonly Instruction[]): number {
  const accounts = new Set([feePayer]);
  const signers = new Set([feePayer]);
  let bytes = FIXED_BYTES + lengthBytes(instructions.length);
  for (const { programAddress, accounts: own = [], data = NO_DATA } of instructions) {
    accounts.add(programAddress);
    for (const { address, role } of own) {
      accounts.add(address);
      if (isSignerRole(role)) signers.add(address);
    }
    bytes += 1 + lengthBytes(own.length) + own.length + lengthBytes(data.length) + data.length;
  }
  return (
    bytes +
    lengthBytes(signers.size) +
    signers.size * SIGNATURE_BYTES +
    lengthBytes(accounts.size) +
    accounts.size * KEY_BYTES
  );
}

const NO_DATA = new Uint8Array();

/** How many bytes a length takes: seven bits in each. */
function lengthBytes(length: number): number {
  return length < 0x80 ? 1 : length < 0x4000 ? 2 : 3;
}
