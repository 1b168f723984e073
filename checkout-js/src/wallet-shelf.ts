import type { WalletChoice } from './checkout-state.ts';
import type { CheckoutStore } from './checkout-store.ts';
import { discoverWallets } from './discover-wallets.ts';
import { CheckoutError } from './errors.ts';
import type { StandardAccount, StandardWallet } from './standard-wallet.ts';
import { chainOf, choicesOf, payerAccountOf } from './wallet-choice.ts';

/** The wallets of the page and the one that is connected, kept in step with the state. */
export interface WalletShelf {
  connected: { wallet: StandardWallet; account: StandardAccount } | null;
  /** In the order of the state's `wallets`. */
  list(): readonly StandardWallet[];
  /** Has the state say what the wallets are now. A payer's account that went away while reviewing takes its wallet with it. */
  sync(): void;
  /** Why none of these wallets can pay. */
  errorFor(choices: readonly WalletChoice[]): CheckoutError;
  stop(): void;
}

/** Collects the wallets of the page, or those `given`. */
export function createWalletShelf(
  store: CheckoutStore,
  given: readonly StandardWallet[] | undefined,
): WalletShelf {
  /** What is wrong with the wallets of this page, as the state says it, which passes when they change. */
  let problem: CheckoutError | null = null;
  const { list, stop } = discoverWallets(sync, given);
  const shelf: WalletShelf = { connected: null, list, sync, errorFor, stop };

  function sync(): void {
    const { view, wallets } = store.state;
    const choices = choicesOf(list(), view);
    if (JSON.stringify(choices) !== JSON.stringify(wallets)) store.update({ wallets: choices });
    // As it is after the listeners of that change, which may have gone on.
    const { status, error } = store.state;
    if (shelf.connected && (status === 'review' || status === 'failed') && !isConnected(shelf.connected)) {
      shelf.connected = null;
      const gone = new CheckoutError('wrong_payer', `The wallet does not show ${view!.payer} any more.`);
      store.update({
        wallet: null,
        ...(status === 'review' && { status: 'choose_wallet', error: gone }),
      });
    } else if (status === 'choose_wallet' && (error === null || error === problem)) {
      const next = choices.some(({ eligible }) => eligible) ? null : errorFor(choices);
      if (next?.code !== error?.code) store.update({ error: (problem = next) });
    }
  }

  function isConnected({ wallet }: { wallet: StandardWallet }): boolean {
    return list().includes(wallet) && payerAccountOf(wallet.accounts, store.state.view!) !== undefined;
  }

  function errorFor(choices: readonly WalletChoice[]): CheckoutError {
    const { view } = store.state;
    const code =
      choices.length === 0
        ? 'no_wallet'
        : choices.some(({ reason }) => reason === 'cannot_sign')
          ? 'wallet_unsupported'
          : 'wrong_chain';
    return new CheckoutError(code, `No wallet here can sign this for ${view && chainOf(view)}.`);
  }

  return shelf;
}
