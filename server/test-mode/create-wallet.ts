import { randomBytes } from 'node:crypto';
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit';
import type { Chain } from '../chain/rpc.ts';
import type { Deployment } from '../deployment.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { addressBytes } from '../lib/solana-address.ts';
import { insertTestWallet } from '../wallet-proof/test-wallets.ts';
import { type Funded, type Funding, fundWallet } from './fund-wallet.ts';

/** A wallet whose key its merchant may know. */
export interface TestWallet extends Funded {
  address: string;
  /** 64 bytes as Solana keypair files have them: the seed, then the public key. */
  secretKey: Uint8Array;
}

/** Creates a wallet with test tokens and SOL. Its key is not stored, its address is: it is never paid real money. */
export async function createTestWallet(
  deployment: Pick<Deployment, 'db' | 'clock' | 'quotas'>,
  chain: Chain,
  funding: Funding & { tenant: Tenant },
): Promise<TestWallet> {
  const seed = randomBytes(32);
  const { address } = await createKeyPairSignerFromPrivateKeyBytes(seed);
  await insertTestWallet(deployment.db, address, deployment.clock.seconds());
  const funded = await fundWallet(deployment, chain, address, funding);
  return { ...funded, address, secretKey: Buffer.concat([seed, addressBytes(address)]) };
}
