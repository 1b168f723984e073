import { createKeyPairSignerFromBytes, signBytes } from '@solana/kit';
import type { TestWallet } from './service.ts';

/** What a wallet returns when it is asked to sign a text: base64 of its signature over the UTF-8. */
export async function signText({ secretKey }: Pick<TestWallet, 'secretKey'>, text: string): Promise<string> {
  const { keyPair } = await createKeyPairSignerFromBytes(secretKey);
  const signature = await signBytes(keyPair.privateKey, new TextEncoder().encode(text));
  return Buffer.from(signature).toString('base64');
}
