import type { Chain } from '../chain/rpc.ts';
import { readMint } from '../chain/mints.ts';
import { readTokenAccounts, tokenAccountOf } from '../chain/tokens.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { components } from '../generated/api.ts';
import { parseAddress } from '../lib/solana-address.ts';

/** A wallet's balance of one token, at the chain's commitment. */
export interface WalletBalance {
  livemode: boolean;
  /** The wallet, not its token account. */
  address: string;
  mint: string;
  amountAtomic: bigint;
}

/**
 * Reads the associated token account of `address`; 0 if it does not exist or now belongs to another owner.
 * The mint need not be registered. Throws parameter_invalid if `address` is not an address or `mint` is not a
 * mint on this chain, and ChainUnavailableError.
 */
export async function readWalletBalance(
  chain: Chain,
  wallet: { address: string; mint: string },
): Promise<WalletBalance> {
  const owner = parseAddress(wallet.address);
  if (owner === null) {
    throw new ApiError('parameter_invalid', {
      param: 'address',
      message: 'address is not a Solana address.',
    });
  }
  const { commitment } = chain;
  const mintAddress = parseAddress(wallet.mint);
  const mint = mintAddress === null ? null : await readMint(chain, mintAddress, { commitment });
  if (mint === null) {
    throw new ApiError('parameter_invalid', {
      param: 'mint',
      message: 'mint is not a token mint on this chain.',
    });
  }
  const account = await tokenAccountOf(owner, mint.address, mint.tokenProgram);
  const { accounts } = await readTokenAccounts(chain, [account], { commitment });
  const [read] = accounts;
  const amountAtomic =
    read?.kind === 'account' && read.account.owner === owner ? read.account.amountAtomic : 0n;
  return { livemode: chain.livemode, address: owner, mint: mint.address, amountAtomic };
}

/** A balance as the API shows it, read at `readAt`. */
export function presentBalance(balance: WalletBalance, readAt: number): components['schemas']['Balance'] {
  return {
    object: 'balance',
    livemode: balance.livemode,
    createdAt: readAt,
    address: balance.address,
    mint: balance.mint,
    amount: balance.amountAtomic.toString(),
  };
}
