import type { Address } from '@solana/kit';
import type { TokenBalance } from './journal.ts';
import type { AccountState } from './svm.ts';
import {
  amountOf,
  decimalsOf,
  isMint,
  isTokenAccount,
  mintOf,
  ownerOf,
  uiTokenAmount,
} from './token-layouts.ts';

/** The balances of the token accounts in a transaction, in the format of `meta.preTokenBalances`. */
export function tokenBalances(
  states: readonly (AccountState | null)[],
  readMint: (mint: Address) => AccountState | null,
): TokenBalance[] {
  return states.flatMap((state, accountIndex) => {
    if (!isTokenAccount(state)) return [];
    const mint = mintOf(state);
    const mintState = readMint(mint);
    if (!isMint(mintState)) return [];
    const amount = uiTokenAmount(amountOf(state), decimalsOf(mintState));
    return [{ accountIndex, mint, owner: ownerOf(state), programId: state.owner, uiTokenAmount: amount }];
  });
}
