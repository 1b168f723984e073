import { SPL_TOKEN, TOKEN_2022, type TokenProgram } from '../chain/tokens.ts';

/** A token program's name in the contract and the database. */
export type TokenProgramName = 'token' | 'token-2022';

/** The address of a token program. */
export function programAddressOf(name: TokenProgramName): TokenProgram {
  return name === 'token' ? SPL_TOKEN : TOKEN_2022;
}

/** The name of a token program. */
export function programNameOf(program: TokenProgram): TokenProgramName {
  return program === TOKEN_2022 ? 'token-2022' : 'token';
}
