import { randomBytes } from 'node:crypto';
import type { Address } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { addressOf } from './addresses.ts';
import type { JournalRecord } from './journal.ts';
import { generateKeypair } from './keypair.ts';
import { TOKEN_2022_PROGRAM_ADDRESS } from './token-layouts.ts';

/** What distinguishes one localnet from another: its hash, its signing key, and its test tokens. */
export type Genesis = Extract<JournalRecord, { kind: 'genesis' }>;

/**
 * A new localnet. Its first token is the floor token: a stablecoin with 6 decimals on the SPL Token program.
 */
export function newGenesis(): Genesis {
  return {
    kind: 'genesis',
    version: 1,
    genesisHash: addressOf(new Uint8Array(randomBytes(32))),
    authorityKey: generateKeypair().export(),
    tokens: [newToken('TUSD', TOKEN_PROGRAM_ADDRESS), newToken('TUSD22', TOKEN_2022_PROGRAM_ADDRESS)],
  };
}

function newToken(symbol: string, programId: Address) {
  const keypair = generateKeypair();
  return { mint: keypair.address, symbol, decimals: 6, programId, key: keypair.export() };
}
