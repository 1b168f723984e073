import { getPublicKeyFromAddress, type SignatureBytes, verifySignature } from '@solana/kit';
import { isWalletAddress, parseAddress } from '../lib/solana-address.ts';

/** Whether `signature` (base64 of 64 bytes) is the wallet's over the UTF-8 of `message`. */
export async function isSignedByWallet({
  address,
  message,
  signature,
}: {
  address: string;
  message: string;
  signature: string;
}): Promise<boolean> {
  const wallet = parseAddress(address);
  const bytes = Buffer.from(signature, 'base64');
  if (wallet === null || !isWalletAddress(wallet) || bytes.length !== 64) return false;
  const key = await getPublicKeyFromAddress(wallet);
  return verifySignature(key, new Uint8Array(bytes) as SignatureBytes, new TextEncoder().encode(message));
}
