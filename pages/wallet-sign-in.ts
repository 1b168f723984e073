import { CheckoutError } from '@autopay/checkout-js';
import {
  askWallet,
  base64FromBytes,
  featureOf,
  type StandardAccount,
  type StandardWallet,
} from '@autopay/checkout-js/wallets';
import { createClient } from '@autopay/sdk/core';
import { createWalletSession, getWalletChallenge } from '@autopay/sdk/wallet';

/** A payer's session. */
export interface PayerSession {
  address: string;
  /** `ws_…`, for the payer's own routes. */
  token: string;
  /** Unix seconds. */
  expiresAt: number;
}

/** Three minutes for a person to read and sign. */
const ANSWER_MS = 180_000;

/**
 * Asks the wallet to sign the service's challenge, which moves no money, and returns the payer's session.
 * Throws CheckoutError for what happened in the wallet, AutopayError for what the service rejected.
 */
export async function signInWithWallet(
  wallet: StandardWallet,
  account: StandardAccount,
  mode: 'test' | 'live',
): Promise<PayerSession> {
  const signing = featureOf(wallet, 'solana:signMessage');
  if (!signing) throw new CheckoutError('wallet_unsupported', `${wallet.name} cannot sign texts.`);
  const api = createClient(null, { baseUrl: location.origin, mode });
  const { address } = account;
  const { message } = await getWalletChallenge(api, { address });
  const bytes = new TextEncoder().encode(message);
  const [signed] = await askWallet(
    () => signing.signMessage({ account, message: bytes }),
    ANSWER_MS,
    new AbortController().signal,
  );
  const signature = base64FromBytes(signed!.signature);
  const { token, expiresAt } = await createWalletSession(api, { address, message, signature });
  return { address, token, expiresAt };
}
