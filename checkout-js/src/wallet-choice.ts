import type { CheckoutView } from './checkout-api.ts';
import type { WalletChoice } from './checkout-state.ts';
import { featureOf, type StandardAccount, type StandardWallet } from './standard-wallet.ts';

/** The public networks by genesis hash; any other network is private. */
const CHAINS: { readonly [genesisHash: string]: string } = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': 'solana:mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: 'solana:devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'solana:testnet',
};

/** The Wallet Standard's name for the chain the mandate is bound to. */
export function chainOf({ genesisHash }: Pick<CheckoutView, 'genesisHash'>): string {
  return CHAINS[genesisHash] ?? 'solana:localnet';
}

/** The wallets as choices, in their order. A second wallet of the same name has a number in its id. */
export function choicesOf(wallets: readonly StandardWallet[], view: CheckoutView | null): WalletChoice[] {
  const seen = new Map<string, number>();
  return wallets.map((wallet) => {
    const count = (seen.get(wallet.name) ?? 0) + 1;
    seen.set(wallet.name, count);
    const reason = view && reasonAgainst(wallet, view);
    return {
      id: count === 1 ? wallet.name : `${wallet.name} (${count})`,
      name: wallet.name,
      icon: String(wallet.icon).startsWith('data:image/') ? wallet.icon : '',
      eligible: view !== null && (reason === null || reason === 'wrong_account'),
      reason,
    };
  });
}

/** The payer's account among those the wallet shows this page, if it can be used on the mandate's chain. */
export function payerAccountOf(
  accounts: readonly StandardAccount[],
  view: CheckoutView,
): StandardAccount | undefined {
  return accounts.find(({ address, chains }) => address === view.payer && chains.includes(chainOf(view)));
}

function reasonAgainst(wallet: StandardWallet, view: CheckoutView): WalletChoice['reason'] {
  if (!wallet.chains.includes(chainOf(view))) return 'wrong_chain';
  const signs = [
    featureOf(wallet, 'solana:signTransaction'),
    featureOf(wallet, 'solana:signAndSendTransaction'),
  ].some((feature) => feature?.supportedTransactionVersions.includes(0));
  const account = payerAccountOf(wallet.accounts, view);
  if (!signs || (!account && !featureOf(wallet, 'standard:connect'))) return 'cannot_sign';
  return account || wallet.accounts.length === 0 ? null : 'wrong_account';
}
