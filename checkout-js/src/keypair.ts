import { base58FromBytes } from './base58.ts';
import { openTransaction } from './read-transaction.ts';
import type { Signer } from './wallet.ts';

/** PKCS #8 prefix that WebCrypto needs before the 32-byte seed of a private key (RFC 8410, section 7). */
const PKCS8_HEAD = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32];

/** A key pair with its address, such as a kit KeyPairSigner. */
export interface KeyPairSource {
  readonly address: string;
  readonly keyPair: CryptoKeyPair;
}

/**
 * A signer that holds its key: for tests, demos and servers that pay from their own wallet, never for a person's browser.
 * Takes the 64 bytes of an ed25519 key pair (secret, then public, as Solana's tools write it) or a kit KeyPairSigner.
 * Throws TypeError for bytes that are no key pair.
 */
export async function signerFromKeyPair(
  key: Uint8Array | KeyPairSource,
): Promise<Signer & Required<Pick<Signer, 'signTransaction'>>> {
  // Not instanceof: a test runner's sandbox may have a Uint8Array of its own.
  if (!ArrayBuffer.isView(key) && !key?.keyPair?.privateKey)
    throw new TypeError('key must be the 64 bytes of a key pair, or a KeyPairSigner.');
  const { address, keyPair } = ArrayBuffer.isView(key) ? await importKeyPair(key) : key;
  return {
    address,
    async signTransaction(transaction) {
      const { signers, message } = openTransaction(transaction);
      const index = signers.indexOf(address);
      if (index === -1) throw new TypeError(`The transaction is not one that ${address} signs.`);
      const signed = Uint8Array.from(transaction);
      const signature = await crypto.subtle.sign('Ed25519', keyPair.privateKey, Uint8Array.from(message));
      // Signatures follow their count, which takes one byte: a transaction has room for at most 19.
      signed.set(new Uint8Array(signature), 1 + 64 * index);
      return signed;
    },
  };
}

async function importKeyPair(bytes: Uint8Array): Promise<KeyPairSource> {
  if (bytes.length !== 64) throw new TypeError('A key pair has 64 bytes: the secret, then the public key.');
  const secret = Uint8Array.from([...PKCS8_HEAD, ...bytes.subarray(0, 32)]);
  const point = Uint8Array.from(bytes.subarray(32));
  const privateKey = await crypto.subtle.importKey('pkcs8', secret, 'Ed25519', false, ['sign']);
  const publicKey = await crypto.subtle.importKey('raw', point, 'Ed25519', true, ['verify']);
  const signature = await crypto.subtle.sign('Ed25519', privateKey, point);
  if (!(await crypto.subtle.verify('Ed25519', publicKey, signature, point)))
    throw new TypeError('The public half of the key pair does not belong to its secret.');
  return { address: base58FromBytes(point), keyPair: { privateKey, publicKey } };
}
