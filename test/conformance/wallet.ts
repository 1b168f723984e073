import {
  type Address,
  createKeyPairSignerFromBytes,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  signBytes,
} from '@solana/kit';
import { rpcAt } from '../localnet/support.ts';

/** A payer's or payee's wallet with its key. */
export interface Wallet {
  address: Address;
  /** Signs a text as wallets do; base64. */
  signMessage(text: string): Promise<string>;
  /** Signs an unsigned transaction in base64; base64. */
  signTransaction(transaction: string): Promise<string>;
}

/** The wallet of a test helper's `secretKey`, base64 of its 64 bytes. */
export async function walletOf(secretKey: string): Promise<Wallet> {
  const signer = await createKeyPairSignerFromBytes(Buffer.from(secretKey, 'base64'));
  return {
    address: signer.address,
    signMessage: async (text) => {
      const signature = await signBytes(signer.keyPair.privateKey, new TextEncoder().encode(text));
      return Buffer.from(signature).toString('base64');
    },
    signTransaction: async (transaction) => {
      const decoded = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'));
      const [signatures] = await signer.signTransactions([decoded as never]);
      return getBase64EncodedWireTransaction({
        ...decoded,
        signatures: { ...decoded.signatures, ...signatures },
      });
    },
  };
}

/** Broadcasts signed bytes past the service, as a wallet does, and resolves once they are confirmed. */
export async function broadcast(localnetUrl: string, wire: string): Promise<string> {
  const sent = await rpcAt(localnetUrl, 'sendTransaction', [
    wire,
    { encoding: 'base64', preflightCommitment: 'confirmed' },
  ]);
  if (sent.error) throw new Error(JSON.stringify(sent.error));
  for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
    const { result } = await rpcAt(localnetUrl, 'getSignatureStatuses', [[sent.result]]);
    const status = result.value[0];
    if (status?.err) throw new Error(JSON.stringify(status.err));
    if (status && status.confirmationStatus !== 'processed') return sent.result;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The transaction ${sent.result} was not confirmed within 10 s.`);
}
