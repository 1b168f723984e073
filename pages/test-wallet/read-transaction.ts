import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import { type ReadInstruction, sayInstruction } from './say-instruction.ts';

/** What a transaction does, for the person who is to sign it. */
export interface TransactionReading {
  /** A sentence for each instruction, in order. */
  sentences: string[];
  /** base58; whose SOL pays the network's fee. */
  feePayer: string;
  /** The token that it is about, where it says so. */
  token: { mint: string; decimals: number } | null;
}

/** Reads a wire transaction of the legacy format or version 0. Throws for what is neither. */
export function readTransaction(transaction: Uint8Array): TransactionReading {
  const { messageBytes } = getTransactionDecoder().decode(transaction);
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
  if (message.version !== 'legacy' && message.version !== 0)
    throw new Error(`This wallet does not sign version ${message.version}.`);
  const { staticAccounts } = message;
  // What stands in lookup tables is not in the bytes: nobody could say what would be signed.
  const addressAt = (index: number): string => {
    const address = staticAccounts[index];
    if (address === undefined) throw new Error('This wallet does not sign what it cannot read.');
    return address;
  };
  const instructions = message.instructions.map(
    ({ programAddressIndex, accountIndices = [], data }): ReadInstruction => ({
      program: addressAt(programAddressIndex),
      accounts: accountIndices.map(addressAt),
      data: Uint8Array.from(data ?? []),
    }),
  );
  const said = instructions.map(sayInstruction);
  return {
    sentences: said.map(({ sentence }) => sentence),
    feePayer: addressAt(0),
    token: said.find(({ token }) => token)?.token ?? null,
  };
}
