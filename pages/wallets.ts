import { useEffect, useState } from 'preact/hooks';
import {
  askWallet,
  discoverWallets,
  featureOf,
  type StandardAccount,
  type StandardWallet,
} from '@autopay/checkout-js/wallets';

/** Three minutes for a person to respond in a wallet, as in the checkout itself. */
const ANSWER_MS = 180_000;

/** The wallets of this page, early and late ones. */
export function useWallets(): readonly StandardWallet[] {
  const [wallets, setWallets] = useState<readonly StandardWallet[]>([]);
  useEffect(() => {
    const registry = discoverWallets(() => setWallets([...registry.list()]));
    setWallets([...registry.list()]);
    return () => registry.stop();
  }, []);
  return wallets;
}

/** Whether a wallet is on no network but a local one, as the test wallet: real money sent to it would be lost. */
export function isTestOnly({ chains }: StandardWallet): boolean {
  return chains.every((chain) => chain === 'solana:localnet');
}

/** Why a wallet cannot pay on `chain`; null if it can. An unknown chain excludes nobody. */
export function reasonAgainst(
  wallet: StandardWallet,
  chain: string | null,
): 'wrongNetwork' | 'cannotSign' | null {
  if (chain !== null && !wallet.chains.includes(chain)) return 'wrongNetwork';
  const signs =
    featureOf(wallet, 'solana:signTransaction') ?? featureOf(wallet, 'solana:signAndSendTransaction');
  return signs ? null : 'cannotSign';
}

/**
 * The accounts that the wallet lets this page use on `chain`; the wallet asks the person for them. Throws
 * CheckoutError.
 */
export async function accountsOf(
  wallet: StandardWallet,
  chain: string | null,
  signal: AbortSignal,
): Promise<readonly StandardAccount[]> {
  const connecting = featureOf(wallet, 'standard:connect');
  const accounts = connecting
    ? (await askWallet(() => connecting.connect(), ANSWER_MS, signal)).accounts
    : wallet.accounts;
  return accounts.filter(({ chains }) => chain === null || chains.includes(chain));
}
