import { generateKeyPairSync } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';

/** The address of a new wallet, whose key nobody keeps. */
export function newWallet(): string {
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  return getBase58Decoder().decode(Buffer.from(x!, 'base64url'));
}
