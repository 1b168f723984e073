import { CheckoutError } from '@autopay/checkout-js';
import {
  askWallet,
  base58FromBytes,
  base64FromBytes,
  bytesFromBase64,
  chainOf,
  featureOf,
  type StandardAccount,
  type StandardWallet,
} from '@autopay/checkout-js/wallets';
import type { WalletMandate } from '@autopay/sdk';
import { accountsOf } from '../wallets.ts';

/** What a wallet made of a transaction: signed it for the service to send, or sent it by itself. */
export type Signed = { signedTransaction: string } | { signature: string };

/** Three minutes: a person with a hardware wallet reads slowly. */
const ANSWER_MS = 180_000;

/** 150 blocks of 400 ms: past this what was not sent yet is likely dead. */
const BLOCKHASH_LIFE_MS = 60_000;

/** Why the wallet cannot sign for this mandate; null where it can be asked. */
export function reasonAgainst(
  wallet: StandardWallet,
  mandate: WalletMandate,
): 'wrongNetwork' | 'cannotSign' | null {
  if (!wallet.chains.includes(chainOf(mandate))) return 'wrongNetwork';
  return signingOf(wallet) || sendingOf(wallet) ? null : 'cannotSign';
}

/** The payer's account in the wallet, for which it asks where this page does not see it yet. Throws CheckoutError. */
export async function accountIn(
  wallet: StandardWallet,
  mandate: WalletMandate,
  signal: AbortSignal,
): Promise<StandardAccount> {
  const chain = chainOf(mandate);
  const isPayers = ({ address, chains }: StandardAccount) =>
    address === mandate.payer && chains.includes(chain);
  const account = wallet.accounts.find(isPayers) ?? (await accountsOf(wallet, chain, signal)).find(isPayers);
  if (account) return account;
  throw new CheckoutError('wrong_payer', `${wallet.name} does not show ${mandate.payer}.`);
}

/** Has the wallet sign the transaction, which was inspected. One that can send sends, since it may protect the payer. Throws CheckoutError. */
export async function signDelegation(
  { wallet, account, transaction }: { wallet: StandardWallet; account: StandardAccount; transaction: string },
  mandate: WalletMandate,
  signal: AbortSignal,
): Promise<Signed> {
  const input = { account, transaction: bytesFromBase64(transaction), chain: chainOf(mandate) };
  const sending = sendingOf(wallet);
  if (sending) {
    const ask = () => sending.signAndSendTransaction(input);
    const [output] = await askWallet(ask, ANSWER_MS, signal);
    return { signature: base58FromBytes(output!.signature) };
  }
  const askedAt = performance.now();
  const signing = signingOf(wallet);
  if (!signing) throw new CheckoutError('wallet_unsupported', `${wallet.name} cannot sign transactions.`);
  const [output] = await askWallet(() => signing.signTransaction(input), ANSWER_MS, signal);
  if (performance.now() - askedAt > BLOCKHASH_LIFE_MS)
    throw new CheckoutError('blockhash_expired', 'Signing took too long. Nothing was sent.');
  return { signedTransaction: base64FromBytes(output!.signedTransaction) };
}

/** Whether the wallet sends what it signs: nothing calls it back then. */
export function sendsItself(wallet: StandardWallet): boolean {
  return sendingOf(wallet) !== undefined;
}

function signingOf(wallet: StandardWallet) {
  const feature = featureOf(wallet, 'solana:signTransaction');
  return feature?.supportedTransactionVersions.includes(0) ? feature : undefined;
}

function sendingOf(wallet: StandardWallet) {
  const feature = featureOf(wallet, 'solana:signAndSendTransaction');
  return feature?.supportedTransactionVersions.includes(0) ? feature : undefined;
}
