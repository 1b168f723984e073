import type { CheckoutView } from './checkout-api.ts';
import type { CheckoutState, WalletChoice } from './checkout-state.ts';
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
  /**
   * Adds the current wallets to the changes, so that one snapshot has both. If the payer's account disappears
   * during the review, its wallet is disconnected.
   */
  withWallets(changes: Partial<CheckoutState>): Partial<CheckoutState>;
  /** Why none of these wallets can pay. */
  errorFor(choices: readonly WalletChoice[], view: CheckoutView | null): CheckoutError;
  stop(): void;
}

/** Collects the wallets of the page, or those `given`, and updates the store when they change. */
export function createWalletShelf(
  store: CheckoutStore,
  given: readonly StandardWallet[] | undefined,
): WalletShelf {
  /** The problem with this page's wallets as the state shows it; cleared when they change. */
  let problem: CheckoutError | null = null;
  const { list, stop } = discoverWallets(() => store.update(withWallets({})), given);
  const shelf: WalletShelf = { connected: null, list, withWallets, errorFor, stop };

  function withWallets(changes: Partial<CheckoutState>): Partial<CheckoutState> {
    const next = { ...store.state, ...changes };
    const { status, view, error } = next;
    const choices = choicesOf(list(), view);
    const wallets = JSON.stringify(choices) === JSON.stringify(next.wallets) ? next.wallets : choices;
    const { connected } = shelf;
    if (connected && (status === 'review' || status === 'failed') && !isShown(connected.wallet, view!)) {
      shelf.connected = null;
      const gone = new CheckoutError('wrong_payer', `The wallet does not show ${view!.payer} any more.`);
      return {
        ...changes,
        wallets,
        wallet: null,
        ...(status === 'review' && { status: 'choose_wallet', error: gone }),
      };
    }
    if (status !== 'choose_wallet' || (error !== null && error !== problem)) return { ...changes, wallets };
    const found = choices.some(({ eligible }) => eligible) ? null : errorFor(choices, view);
    if (found?.code !== problem?.code) problem = found;
    return { ...changes, wallets, error: problem };
  }

  function isShown(wallet: StandardWallet, view: CheckoutView): boolean {
    return list().includes(wallet) && payerAccountOf(wallet.accounts, view) !== undefined;
  }

  function errorFor(choices: readonly WalletChoice[], view: CheckoutView | null): CheckoutError {
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
