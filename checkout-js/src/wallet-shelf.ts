import type { WalletChoice } from './checkout-state.ts';
import type { CheckoutStore } from './checkout-store.ts';
import { discoverWallets, type WalletRegistry } from './discover-wallets.ts';
import { CheckoutError } from './errors.ts';
import type { StandardAccount, StandardWallet } from './standard-wallet.ts';
import { chainOf, choicesOf, payerAccountOf } from './wallet-choice.ts';

/** The wallets of the page and the one that is connected, kept in step with the state. */
export class WalletShelf {
  connected: { wallet: StandardWallet; account: StandardAccount } | null = null;
  readonly #store: CheckoutStore;
  readonly #registry: WalletRegistry;
  /** What is wrong with the wallets of this page, as the state says it, which passes when they change. */
  #problem: CheckoutError | null = null;

  constructor(store: CheckoutStore, given: readonly StandardWallet[] | undefined) {
    this.#store = store;
    this.#registry = discoverWallets(() => this.sync(), given);
  }

  /** In the order of the state's `wallets`. */
  list(): readonly StandardWallet[] {
    return this.#registry.list();
  }

  /** Has the state say what the wallets are now. A payer's account that went away while reviewing takes its wallet with it. */
  sync(): void {
    const { view, wallets, error } = this.#store.state;
    const choices = choicesOf(this.#registry.list(), view);
    if (JSON.stringify(choices) !== JSON.stringify(wallets)) this.#store.update({ wallets: choices });
    const { status } = this.#store.state;
    if (this.connected && (status === 'review' || status === 'failed') && !this.#isConnected()) {
      this.connected = null;
      const message = `The wallet does not show ${view!.payer} any more.`;
      const gone = { status: 'choose_wallet', error: new CheckoutError('wrong_payer', message) } as const;
      this.#store.update({ wallet: null, ...(status === 'review' ? gone : {}) });
    } else if (status === 'choose_wallet' && (error === null || error === this.#problem)) {
      const problem = choices.some(({ eligible }) => eligible) ? null : this.errorFor(choices);
      if (problem?.code !== error?.code) this.#store.update({ error: (this.#problem = problem) });
    }
  }

  stop(): void {
    this.#registry.stop();
  }

  #isConnected(): boolean {
    const { wallet } = this.connected!;
    return (
      this.#registry.list().includes(wallet) &&
      payerAccountOf(wallet.accounts, this.#store.state.view!) !== undefined
    );
  }

  /** Why none of these wallets can pay. */
  errorFor(choices: readonly WalletChoice[]): CheckoutError {
    const { view } = this.#store.state;
    const code =
      choices.length === 0
        ? 'no_wallet'
        : choices.some(({ reason }) => reason === 'cannot_sign')
          ? 'wallet_unsupported'
          : 'wrong_chain';
    return new CheckoutError(code, `No wallet here can sign this for ${view && chainOf(view)}.`);
  }
}
