import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Address } from '@solana/kit';
import { addressOf } from './addresses.ts';

/**
 * A key that the localnet signs with; node:crypto signs synchronously, whereas WebCrypto would let other
 * requests run in between.
 */
export interface Keypair {
  address: Address;
  sign(message: Uint8Array): Uint8Array;
  /** The private key as text, for the journal: it protects only test money. */
  export(): string;
}

/** A new random key. */
export function generateKeypair(): Keypair {
  return keypairOf(generateKeyPairSync('ed25519').privateKey);
}

/** The key that `export` wrote. */
export function importKeypair(text: string): Keypair {
  return keypairOf(createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' }));
}

function keypairOf(key: KeyObject): Keypair {
  const { x } = key.export({ format: 'jwk' });
  return {
    address: addressOf(new Uint8Array(Buffer.from(x!, 'base64url'))),
    sign: (message) => new Uint8Array(sign(null, message, key)),
    export: () => key.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  };
}
