import { type Address, address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';

/** The token programs that a mandate's mint may belong to. */
export const TOKEN_PROGRAMS: Readonly<Record<'token' | 'token-2022', Address>> = {
  token: address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
  'token-2022': address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'),
};

/** The program whose derived addresses are a wallet's one canonical account per mint. */
export const ASSOCIATED_TOKEN_PROGRAM: Address = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

/** The associated token account of `owner` for `mint`. */
export async function tokenAccountOf(owner: Address, mint: Address, tokenProgram: Address): Promise<Address> {
  const encoder = getAddressEncoder();
  const [account] = await getProgramDerivedAddress({
    programAddress: ASSOCIATED_TOKEN_PROGRAM,
    seeds: [encoder.encode(owner), encoder.encode(tokenProgram), encoder.encode(mint)],
  });
  return account;
}
