import { generateKeyPairSync } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import type { TestWallet } from './service.ts';

/** What asks a test chain: a `TestService`, or a `LiveService` for the live one. */
interface Asks {
  // oxlint-disable-next-line typescript/no-explicit-any
  rpc(method: string, params?: unknown[]): Promise<any>;
}

/** A wallet that nobody ever sent anything to. */
export function newWallet(): TestWallet {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const publicKey = Buffer.from(x!, 'base64url');
  return {
    address: getBase58Decoder().decode(publicKey),
    secretKey: new Uint8Array([...Buffer.from(d!, 'base64url'), ...publicKey]),
  };
}

/** A new wallet with lamports and an amount of a token, each only if given, that every confirmed read shows. */
export async function fundedWallet(
  chain: Asks,
  { lamports = 0, mint, amount }: { lamports?: number } & Partial<Tokens>,
): Promise<TestWallet> {
  const wallet = newWallet();
  if (lamports > 0) await airdrop(chain, wallet.address, lamports);
  if (mint !== undefined && amount !== undefined) await mintTokens(chain, wallet.address, { mint, amount });
  return wallet;
}

interface Tokens {
  mint: string;
  amount: string;
}

/** Sends lamports, and returns once they are confirmed. */
export async function airdrop(chain: Asks, address: string, lamports: number): Promise<void> {
  await untilConfirmed(chain, await chain.rpc('requestAirdrop', [address, lamports]));
}

/** Mints tokens into the owner's account, and returns once they are confirmed. */
export async function mintTokens(chain: Asks, owner: string, tokens: Tokens): Promise<void> {
  const { signature } = await chain.rpc('autopay_mintTo', [{ ...tokens, owner }]);
  await untilConfirmed(chain, signature);
}

async function untilConfirmed(chain: Asks, signature: string): Promise<void> {
  if (typeof signature !== 'string') throw new Error('The chain returned no signature to wait for.');
  for (;;) {
    const [status] = (await chain.rpc('getSignatureStatuses', [[signature]])).value;
    if (status !== null && status.confirmationStatus !== 'processed') return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
