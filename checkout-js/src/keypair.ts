import {
  createKeyPairSignerFromBytes,
  getTransactionDecoder,
  getTransactionEncoder,
  type KeyPairSigner,
  partiallySignTransaction,
} from '@solana/kit';
import type { Signer } from './wallet.ts';

/**
 * A signer that holds its key: for tests, demos and servers that pay from their own wallet, never for a person's browser.
 * Takes the 64 bytes of an ed25519 key pair (secret, then public, as Solana's tools write it) or a kit KeyPairSigner.
 */
export async function signerFromKeyPair(
  key: Uint8Array | KeyPairSigner,
): Promise<Signer & Required<Pick<Signer, 'signTransaction'>>> {
  const { address, keyPair } = key instanceof Uint8Array ? await createKeyPairSignerFromBytes(key) : key;
  return {
    address,
    async signTransaction(transaction) {
      const signed = await partiallySignTransaction([keyPair], getTransactionDecoder().decode(transaction));
      return new Uint8Array(getTransactionEncoder().encode(signed));
    },
  };
}
