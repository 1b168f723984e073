import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit';
import type { TestWallet } from './service.ts';

/** A key that neither the network nor the service has seen. */
export async function newWallet(): Promise<TestWallet> {
  const seed = crypto.getRandomValues(new Uint8Array(32));
  const { address, keyPair } = await createKeyPairSignerFromPrivateKeyBytes(seed);
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', keyPair.publicKey));
  return { address, secretKey: Buffer.concat([seed, publicKey]) };
}
