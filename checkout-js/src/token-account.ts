import { programAddress } from './program-address.ts';

/** The token programs that a mandate's mint may belong to. */
export const TOKEN_PROGRAMS: ReadonlyMap<string, string> = new Map([
  ['token', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
  ['token-2022', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'],
]);

/** The program that derives a wallet's one canonical account per mint. */
export const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';

/** The associated token account of `owner` for `mint`. */
export function tokenAccountOf(owner: string, mint: string, tokenProgram: string): Promise<string> {
  return programAddress(ASSOCIATED_TOKEN_PROGRAM, [owner, tokenProgram, mint]);
}
