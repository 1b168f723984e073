import { type Address, address } from '@solana/kit';
import type { Chain } from './rpc.ts';
import { isTokenProgram, readAccounts } from './tokens.ts';

/** What owns the code of programs, and the runtime's own variables: nobody can be paid there. */
const SYSTEM_OWNERS: ReadonlySet<Address> = new Set([
  address('NativeLoader1111111111111111111111111111111'),
  address('BPFLoader1111111111111111111111111111111111'),
  address('BPFLoader2111111111111111111111111111111111'),
  address('BPFLoaderUpgradeab1e11111111111111111111111'),
  address('LoaderV411111111111111111111111111111111111'),
  address('Sysvar1111111111111111111111111111111111111'),
]);

/**
 * Which of `addresses` are no wallets: mints, token accounts and programs, which people paste by mistake. An address where
 * nothing is yet counts as a wallet. Throws `ChainUnavailableError`.
 */
export async function notWallets(chain: Chain, addresses: readonly Address[]): Promise<Address[]> {
  const { accounts } = await readAccounts(chain, addresses, { commitment: 'confirmed' });
  return addresses.filter((_, at) => {
    const owner = accounts[at]?.owner;
    return owner !== undefined && (isTokenProgram(owner) || SYSTEM_OWNERS.has(owner));
  });
}
