import type { StandardAccount } from '@autopay/checkout-js/wallets';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import { ask } from './ask.ts';
import { findKey } from './key.ts';
import { CHAIN } from './network.ts';
import { readTransaction } from './read-transaction.ts';
import { tellSigned } from './signed.ts';
import { rememberToken, withSymbol } from './token.ts';

/** What `solana:signTransaction` is handed. */
export interface TransactionInput {
  readonly account: StandardAccount;
  readonly transaction: Uint8Array;
  readonly chain?: string;
}

/** What `solana:signMessage` is handed. */
export interface MessageInput {
  readonly account: StandardAccount;
  readonly message: Uint8Array;
}

/** Signs each transaction once the person has seen what it does. Throws for other accounts and chains, and what cannot be read. */
export async function signTransactions(inputs: readonly TransactionInput[]) {
  const outputs = [];
  for (const { account, transaction, chain = CHAIN } of inputs) {
    if (chain !== CHAIN) throw new Error(`This wallet signs for ${CHAIN} alone.`);
    const key = await findKey(account.address);
    const reading = readTransaction(transaction);
    if (reading.token) rememberToken(withSymbol(reading.token));
    await ask({ kind: 'transaction', account: key, reading });
    const signer = await signerFromKeyPair(key);
    outputs.push({ signedTransaction: await signer.signTransaction(transaction) });
    tellSigned();
  }
  return outputs;
}

/** Signs each text once the person has read it. What is no text is not signed here. */
export async function signMessages(inputs: readonly MessageInput[]) {
  const outputs = [];
  for (const { account, message } of inputs) {
    const key = await findKey(account.address);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(message);
    await ask({ kind: 'message', account: key, text });
    const signed = await crypto.subtle.sign('Ed25519', key.keyPair.privateKey, Uint8Array.from(message));
    outputs.push({ signedMessage: message, signature: new Uint8Array(signed), signatureType: 'ed25519' });
  }
  return outputs;
}
