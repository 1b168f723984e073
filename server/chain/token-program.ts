import { type Address, address } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';

/** A token program's name in the contract and the database. On chain it is an address. */
export type TokenProgramName = 'token' | 'token-2022';

/** The original token program: USDC, USDT and most stablecoins. */
export const SPL_TOKEN = TOKEN_PROGRAM_ADDRESS;
/** The token program with extensions. The instructions used here have the same layout. */
export const TOKEN_2022 = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');

/** The address of a token program. */
export function programAddressOf(name: TokenProgramName): Address {
  return name === 'token' ? SPL_TOKEN : TOKEN_2022;
}

/** The name of the token program at an address; null for any other program. */
export function programNameOf(program: Address): TokenProgramName | null {
  if (program === SPL_TOKEN) return 'token';
  return program === TOKEN_2022 ? 'token-2022' : null;
}
