import type { WalletChoice } from './checkout-state.ts';
import type { CheckoutStore } from './checkout-store.ts';
import { discoverWallets, type WalletRegistry } from './discover-wallets.ts';
import { type CheckoutErrorCode, CheckoutError } from './errors.ts';
import type { StandardAccount, StandardWallet } from './standard-wallet.ts';
import { chainOf, choicesOf, payerAccountOf } from './wallet-choice.ts';

/** Errors that say what is wrong with the wallets of this page, and pass when those change. */
const ABOUT_WALLETS: ReadonlySet<CheckoutErrorCode | undefined> = new Set([
  undefined,
  'no_wallet',
  'wrong_chain',
  'wallet_unsupported',
]);

/** The wallets of the page and the one that is connected, kept in step with the state. */
export class WalletShelf {
  connected: { wallet: StandardWallet; account: StandardAccount } | null = null;
  readonly #store: CheckoutStore;
  readonly #registry: WalletRegistry;

  constructor(store: CheckoutStore, given: readonly StandardWallet[] | undefined) {
    this.#store = store;
    this.#registry = discoverWallets(() => this.sync(), given);
  }

  /** A wallet that connect may ask. Throws no_wallet, wrong_chain, wallet_unsupported. */
  find(id: string): { choice: WalletChoice; wallet: StandardWallet } {
    const choices = choicesOf(this.#registry.list(), this.#store.state.view);
    const index = choices.findIndex((choice) => choice.id === id);
    const choice = choices[index];
    if (!choice) throw new CheckoutError('no_wallet', 'That wallet is not in this page.');
    if (!choice.eligible) throw this.#errorFor([choice]);
    return { choice, wallet: this.#registry.list()[index]! };
  }

  /** Has the state say what the wallets are now. A payer's account that went away while reviewing takes its wallet with it. */
  sync(): void {
    const { view, wallets, error } = this.#store.state;
    const choices = choicesOf(this.#registry.list(), view);
    if (JSON.stringify(choices) !== JSON.stringify(wallets)) this.#store.update({ wallets: choices });
    const { status } = this.#store.state;
    if (this.connected && (status === 'review' || status === 'failed') && !this.#isConnected()) {
      this.connected = null;
      const message = `This is to be paid by ${view!.payer}, which the wallet does not show any more.`;
      const gone = { status: 'choose_wallet', error: new CheckoutError('wrong_payer', message) } as const;
      this.#store.update({ wallet: null, ...(status === 'review' ? gone : {}) });
    } else if (status === 'choose_wallet' && ABOUT_WALLETS.has(error?.code)) {
      const problem = choices.some(({ eligible }) => eligible) ? null : this.#errorFor(choices);
      if (problem?.code !== error?.code) this.#store.update({ error: problem });
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

  #errorFor(choices: WalletChoice[]): CheckoutError {
    const { view } = this.#store.state;
    if (choices.length === 0)
      return new CheckoutError('no_wallet', 'There is no Solana wallet in this page.');
    if (choices.some(({ reason }) => reason === 'cannot_sign'))
      return new CheckoutError('wallet_unsupported', 'The wallet cannot sign this kind of transaction.');
    return new CheckoutError(
      'wrong_chain',
      `The wallet is not for ${view ? chainOf(view) : 'this network'}.`,
    );
  }
}
