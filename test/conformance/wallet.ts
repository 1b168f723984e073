import {
  type Address,
  createKeyPairSignerFromBytes,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  signBytes,
} from '@solana/kit';
import type { Localnet } from '../../server/localnet/server.ts';
import { Net, rpcAt } from '../localnet/support.ts';
import type { Answer } from '../support/service.ts';
import { issuedInstruction } from '../support/wallet-signing.ts';

/** A payer's or payee's wallet with its key. */
export interface Wallet {
  address: Address;
  /** Signs a text as wallets do; base64. */
  signMessage(text: string): Promise<string>;
  /** Signs an unsigned transaction in base64; base64. */
  signTransaction(transaction: string): Promise<string>;
  /** Signs a transaction of its own with nothing but this instruction (base64, as checkouts issue it); base64. */
  signInstruction(rpcUrl: string, instruction: string): Promise<string>;
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
    signInstruction: async (rpcUrl, instruction) => {
      const net = new Net({ rpcUrl } as Localnet);
      const issued = issuedInstruction({ body: { instruction } } as Answer);
      const latest = await net.raw('getLatestBlockhash', [{ commitment: 'confirmed' }]);
      return (await net.sign(signer, [issued], { blockhash: latest.result.value.blockhash })).wire;
    },
  };
}

/** The unsigned transaction (base64) with one more atomic unit wherever it says `amountAtomic`, which it must. */
export function withAnotherAmount(transaction: string, amountAtomic: string): string {
  const bytes = Buffer.from(transaction, 'base64');
  const said = Buffer.alloc(8);
  said.writeBigUInt64LE(BigInt(amountAtomic));
  const at = bytes.indexOf(said);
  if (at < 0) throw new Error(`The transaction does not say ${amountAtomic}.`);
  bytes.writeBigUInt64LE(BigInt(amountAtomic) + 1n, at);
  return bytes.toString('base64');
}

/** Broadcasts signed bytes past the service, as a wallet does, and resolves once they are confirmed. */
export async function broadcast(localnetUrl: string, wire: string): Promise<string> {
  const sent = await rpcAt(localnetUrl, 'sendTransaction', [
    wire,
    { encoding: 'base64', preflightCommitment: 'confirmed' },
  ]);
  if (sent.error) throw new Error(JSON.stringify(sent.error));
  await landed(localnetUrl, sent.result);
  return sent.result;
}

/** Resolves once the transaction is confirmed on chain, and throws if it failed or is not there within a minute. */
export async function landed(localnetUrl: string, signature: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    const config = { searchTransactionHistory: true };
    const { result } = await rpcAt(localnetUrl, 'getSignatureStatuses', [[signature], config]);
    const status = result?.value[0];
    if (status?.err) throw new Error(JSON.stringify(status.err));
    if (status && status.confirmationStatus !== 'processed') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The transaction ${signature} was not confirmed within a minute.`);
}
