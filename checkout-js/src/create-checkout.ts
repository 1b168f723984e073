import { getView } from './checkout-api.ts';
import type { CheckoutParts, Task } from './checkout-flow.ts';
import { type CheckoutOptions, checkOptions, DEFAULT_WALLET_TIMEOUT_MS } from './checkout-options.ts';
import type { CheckoutState } from './checkout-state.ts';
import { createStore } from './checkout-store.ts';
import { CheckoutError } from './errors.ts';
import { sentMarker } from './sent-marker.ts';
import { createWalletShelf } from './wallet-shelf.ts';

/**
 * A headless checkout of one mandate: subscribe, render getState, call connect and confirm. Expected failures
 * appear as the state's `error`. Calls reject only with CheckoutError wrong_state, if they do not fit the
 * state, or TypeError for a wrong argument.
 */
export interface Checkout {
  /** The current snapshot: the same object until something changes. */
  getState(): CheckoutState;
  /** Calls `listener` after each change, with no argument. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /**
   * Asks the wallet with this id, from `getState().wallets`, for the payer's account. Ends in review, or back
   * in choose_wallet.
   */
  connect(walletId: string): Promise<void>;
  /**
   * Asks the connected wallet to sign the shown terms and waits for the outcome: settled, failed, expired or
   * outcome_unknown. From failed it tries again. A second call during the first joins it.
   */
  confirm(): Promise<CheckoutState>;
  /** Reads the current state from the service and continues from there. Runs automatically at creation. */
  recover(): Promise<CheckoutState>;
  /**
   * Goes back one step and cancels work in progress. Does nothing once a transaction was sent: it cannot be
   * recalled.
   */
  cancel(): void;
  /**
   * Releases everything. A transaction that was sent may still settle; the next checkout of this mandate will
   * find it.
   */
  destroy(): void;
}

/**
 * Starts a checkout and reads its terms. For browsers; a server has no wallets. Throws TypeError for a wrong
 * argument, before anything is sent.
 */
export function createCheckout(options: CheckoutOptions): Checkout {
  checkOptions(options);
  const { mandateId, clientSecret, apiBase, walletTimeoutMs = DEFAULT_WALLET_TIMEOUT_MS } = options;
  const access = { mandateId, clientSecret, apiBase, ...(options.fetch ? { fetch: options.fetch } : {}) };
  const store = createStore();
  const marker = sentMarker(mandateId, options.storage);
  const shelf = createWalletShelf(store, options.wallets);
  const kept = { unsent: null };
  const parts: CheckoutParts = { access, walletTimeoutMs, store, marker, shelf, kept, begin, toChoice };
  /** The task in progress, at most one. */
  let current: AbortController | null = null;
  /** Resolves when the last task has released everything. */
  let last: Promise<void> = Promise.resolve();
  /** The wallet that connect asked most recently. */
  let asked = '';
  let isDestroyed = false;

  function begin(run: (task: Task) => Promise<void>): Promise<void> {
    current?.abort();
    const own = new AbortController();
    current = isDestroyed ? null : own;
    if (isDestroyed) own.abort();
    const { signal } = own;
    const update = (changes: Partial<CheckoutState>) => {
      if (!signal.aborted) store.update(changes);
    };
    last = run({ update, signal })
      .catch((error: unknown) => update({ status: 'failed', error: asCheckoutError(error) }))
      .then(() => {
        if (current !== own) return;
        current = null;
        store.update(shelf.withWallets({}));
      });
    return last;
  }

  /** Reads the view; also makes the service check the chain if something may have been sent. */
  function load(mayBeSent: boolean): void {
    store.update({ status: 'loading', error: null });
    void begin(async (task) => {
      const view = await getView({ ...access, signal: task.signal });
      if (view.status === 'pending' && !mayBeSent) return toChoice({ view }, task);
      task.update(shelf.withWallets({ view }));
      await (await loadFlow()).lookAgain(parts, view, task);
    });
  }

  function toChoice(changes: Partial<CheckoutState>, task: Pick<Task, 'update'> = store): void {
    const status = store.state.wallet ? 'review' : 'choose_wallet';
    task.update(shelf.withWallets({ authorization: null, ...changes, status }));
  }

  function expectState(holds: boolean, call: string): void {
    if (holds && !isDestroyed) return;
    const state = isDestroyed ? 'destroyed' : store.state.status;
    throw new CheckoutError('wrong_state', `${call}() does not fit the state ${state}.`);
  }

  async function connect(walletId: string): Promise<void> {
    if (typeof walletId !== 'string') throw new TypeError('walletId must be the id of one of the wallets.');
    const { status, view } = store.state;
    const mayChoose = ['choose_wallet', 'connecting', 'review', 'failed'].includes(status);
    expectState(mayChoose && view?.status === 'pending', 'connect');
    if (status === 'connecting' && walletId === asked) return void (await store.whenIdle());
    asked = walletId;
    await begin(async (task) => {
      shelf.connected = null;
      task.update({ status: 'connecting', wallet: null, authorization: null, error: null });
      await (await loadFlow()).connect(parts, walletId, task);
    });
  }

  async function confirm(): Promise<CheckoutState> {
    const { status, view, wallet } = store.state;
    if (['signing', 'submitted', 'settled', 'expired'].includes(status) && !isDestroyed)
      return store.whenIdle();
    if (status === 'outcome_unknown' || (status === 'failed' && (!wallet || view?.status !== 'pending')))
      return recover();
    expectState(status === 'review' || status === 'failed', 'confirm');
    const before = last;
    void begin(async (task) => {
      task.update({ status: 'signing', authorization: null, error: null });
      // The task cancelled a moment ago still holds the tab's lock.
      await before;
      await (await loadFlow()).confirm(parts, task);
    });
    return store.whenIdle();
  }

  async function recover(): Promise<CheckoutState> {
    expectState(true, 'recover');
    if (!current || store.state.status === 'outcome_unknown') load(true);
    return store.whenIdle();
  }

  function cancel(): void {
    const { status, view } = store.state;
    if (isDestroyed || view?.status !== 'pending') return;
    if (!['connecting', 'review', 'signing', 'failed'].includes(status)) return;
    current?.abort();
    current = null;
    if (status === 'review') {
      shelf.connected = null;
      store.update({ wallet: null });
    }
    toChoice({ error: null });
  }

  store.update(shelf.withWallets({}));
  load(marker.read() !== null);
  return {
    getState: () => store.state,
    subscribe(listener) {
      if (typeof listener !== 'function') throw new TypeError('listener must be a function.');
      const stop = store.subscribe(listener);
      if (store.state.status === 'outcome_unknown' && !current) load(true);
      return stop;
    },
    connect,
    confirm,
    recover,
    cancel,
    destroy() {
      isDestroyed = true;
      current?.abort();
      shelf.stop();
      store.close();
    },
  };
}

/** Loaded only for payers who continue; contains the Solana code. */
async function loadFlow() {
  try {
    return await import('./checkout-flow.ts');
  } catch (cause) {
    const message = 'A part of the page did not load. Reload it.';
    throw new CheckoutError('connection_failed', message, { cause });
  }
}

/** An unforeseen error must not leave the payer with a spinner. */
function asCheckoutError(error: unknown): CheckoutError {
  if (error instanceof CheckoutError) return error;
  return new CheckoutError('unexpected_error', 'Something unforeseen went wrong.', {
    cause: error,
  });
}
