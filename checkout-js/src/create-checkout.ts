import { type CheckoutView, getView, refresh } from './checkout-api.ts';
import { checkOptions, type CheckoutOptions } from './checkout-options.ts';
import type { CheckoutState } from './checkout-state.ts';
import { CheckoutStore } from './checkout-store.ts';
import { connectWallet } from './connect-wallet.ts';
import { CheckoutError } from './errors.ts';
import { followSent, unknownError } from './follow-sent.ts';
import { outcomeOf, SENT_LIFE_MS } from './outcome.ts';
import { sameTerms } from './same-terms.ts';
import { type SentMarker, sentMarker } from './sent-marker.ts';
import { withTabLock } from './tab-lock.ts';
import { DEFAULT_WALLET_TIMEOUT_MS } from './wallet.ts';
import { WalletShelf } from './wallet-shelf.ts';

/**
 * One payer's way through one mandate, without a face: subscribe, show what getState says, call connect and confirm.
 * What can be expected to go wrong is in the state's `error`; calls reject with CheckoutError wrong_state where they do
 * not fit the state, with TypeError for a wrong argument, and for nothing else.
 */
export interface Checkout {
  /** The current snapshot: the same object until something changes. */
  getState(): CheckoutState;
  /** Calls `listener` after each change, with no argument. Answers with what ends it. */
  subscribe(listener: () => void): () => void;
  /** Asks a wallet of `getState().wallets`, by its id, for the payer's account. Ends in review, or back in choose_wallet. */
  connect(walletId: string): Promise<void>;
  /**
   * Has the shown terms signed by the connected wallet and waits for the outcome: settled, failed, expired or
   * outcome_unknown. From failed it tries again. A second call while the first is under way joins it.
   */
  confirm(): Promise<CheckoutState>;
  /** Reads the truth from the service and goes on from there. Runs by itself at creation. */
  recover(): Promise<CheckoutState>;
  /** One step back: gives up what is under way. What was sent cannot be taken back; then it does nothing. */
  cancel(): void;
  /** Lets go of everything. What was sent may still settle, and the next checkout of this mandate finds it. */
  destroy(): void;
}

type Update = (changes: Partial<CheckoutState>) => void;

/**
 * Begins a checkout and reads its terms. In a browser; on a server there are no wallets. Throws TypeError for a wrong
 * argument, before anything is sent.
 */
export function createCheckout(options: CheckoutOptions): Checkout {
  checkOptions(options);
  const { mandateId, clientSecret, apiBase, walletTimeoutMs = DEFAULT_WALLET_TIMEOUT_MS } = options;
  const access = { mandateId, clientSecret, apiBase, ...(options.fetch ? { fetch: options.fetch } : {}) };
  const store = new CheckoutStore();
  const marker = sentMarker(mandateId, options.storage);
  const shelf = new WalletShelf(store, options.wallets);
  /** What is under way, of which there is at most one. Whoever replaces it aborts it. */
  let task: { name: string; controller: AbortController } | null = null;
  /** The wallet that connect asked last. */
  let asked = '';
  let lock: Promise<unknown> = Promise.resolve();
  let isDestroyed = false;

  function begin(name: string, run: (update: Update, signal: AbortSignal) => Promise<void>): Promise<void> {
    task?.controller.abort();
    const own = { name, controller: new AbortController() };
    const { signal } = own.controller;
    task = own;
    const update: Update = (changes) => {
      if (!signal.aborted) store.update(changes);
    };
    return run(update, signal)
      .catch((error: unknown) => update({ status: 'failed', error: asCheckoutError(error) }))
      .then(() => {
        if (task !== own) return;
        task = null;
        shelf.sync();
      });
  }

  /** Reads the view; the chain is looked at too when something may have been sent. */
  function load(mayBeSent: boolean): void {
    store.update({ status: 'loading', error: null });
    void begin('load', async (update, signal) => {
      const reading = { ...access, signal };
      let view = await getView(reading);
      update({ view });
      if (view.status === 'pending' && mayBeSent) view = await refresh(reading, marker.read()?.signature);
      await place(view, update, signal);
    });
  }

  /** Goes on from what the service says, after a reading that nobody was shown anything of. */
  async function place(view: CheckoutView, update: Update, signal: AbortSignal): Promise<void> {
    const sent = marker.read();
    const isPending = view.status === 'pending';
    if (isPending && sent && Date.now() - sent.at < SENT_LIFE_MS) return follow(sent, view, update, signal);
    if (!isPending) return follow(sent ?? { at: Date.now(), sent: true }, view, update, signal);
    marker.clear();
    toChoice({ view, error: null }, update);
  }

  function toChoice(changes: Partial<CheckoutState>, update: Update = (next) => store.update(next)): void {
    const status = store.state.wallet ? 'review' : 'choose_wallet';
    update({ authorization: null, ...changes, status });
    shelf.sync();
  }

  async function follow(
    sent: SentMarker,
    view: CheckoutView,
    update: Update,
    signal: AbortSignal,
  ): Promise<void> {
    const early = view.status === 'pending' ? null : outcomeOf(view, 0);
    if (!early) update({ status: 'submitted', view, error: null });
    const outcome =
      early ??
      (await followSent({
        ...access,
        signal,
        view,
        marker: sent,
        onView: (latest) => update({ view: latest }),
        onUnknown: () => update({ status: 'outcome_unknown', error: unknownError() }),
        isWatched: () => store.isWatched,
      }));
    if (outcome === null || signal.aborted) return;
    marker.clear();
    if (outcome === 'unsent') return toChoice({ error: null }, update);
    update({ error: null, ...(early && { view }), ...outcome });
  }

  async function sign(update: Update, signal: AbortSignal): Promise<void> {
    const { wallet, account } = shelf.connected!;
    const shown = store.state.view!;
    update({ status: 'signing', authorization: null, error: null });
    const signing = { ...access, signal };
    // Another tab, or this one before a reload, may have sent it already; and the sum moves with the payer's other mandates.
    const [now, signInWallet] = await Promise.all([
      refresh(signing, marker.read()?.signature),
      loadSigning(),
    ]);
    if (now.status !== 'pending') return place(now, update, signal);
    if (!sameTerms(shown, now)) return toChoice({ view: now, error: termsChanged() }, update);
    let isAwaited = true;
    const onSent = (signature: string) => {
      const sent = { at: Date.now(), sent: true, signature };
      marker.write(sent);
      if (isAwaited || isDestroyed) return;
      // The person answered the wallet after all, when nobody waited any more.
      void begin('follow', (late, signal) => follow(sent, now, late, signal));
    };
    try {
      const { view, signature } = await signInWallet({
        ...signing,
        view: shown,
        walletTimeoutMs,
        wallet,
        account,
        onSent,
        onInspected: (authorization) => update({ status: 'signing', authorization }),
        onHandOver(to) {
          marker.write({ at: Date.now(), sent: to === 'service' });
          if (to === 'service') update({ status: 'submitted' });
        },
      });
      const sent = { at: Date.now(), sent: true, ...(signature === null ? {} : { signature }) };
      await follow(sent, view ?? now, update, signal);
    } catch (error) {
      if (signal.aborted) return;
      const { code } = asCheckoutError(error);
      if (code !== 'wallet_timeout') marker.clear();
      const isStale = code === 'transaction_mismatch' || code === 'mandate_not_pending';
      const latest = isStale ? await getView(signing).catch(() => shown) : shown;
      if (latest.status !== 'pending') return place(latest, update, signal);
      if (!sameTerms(shown, latest)) return toChoice({ view: latest, error: termsChanged() }, update);
      throw error;
    } finally {
      isAwaited = false;
    }
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
    await begin('connect', async (update, signal) => {
      shelf.connected = null;
      update({ status: 'choose_wallet', wallet: null, authorization: null, error: null });
      try {
        const { choice, wallet } = shelf.find(walletId);
        update({ status: 'connecting' });
        const account = await connectWallet(wallet, view!, walletTimeoutMs, signal);
        if (signal.aborted) return;
        shelf.connected = { wallet, account };
        const { id, name, icon } = choice;
        update({ status: 'review', wallet: { id, name, icon, address: account.address } });
      } catch (error) {
        update({ status: 'choose_wallet', error: asCheckoutError(error) });
      }
    });
  }

  async function confirm(): Promise<CheckoutState> {
    const { status, view, wallet } = store.state;
    if (['signing', 'submitted', 'settled', 'expired'].includes(status) && !isDestroyed)
      return store.whenIdle();
    if (status === 'outcome_unknown' || (status === 'failed' && (!wallet || view?.status !== 'pending')))
      return recover();
    expectState(status === 'review' || status === 'failed', 'confirm');
    const busy = new CheckoutError(
      'signing_elsewhere',
      'This is being signed in another tab. Finish it there.',
    );
    const before = lock;
    // At once, so that a second click joins this one.
    lock = begin('confirm', async (update, signal) => {
      update({ status: 'signing', authorization: null, error: null });
      await before;
      await withTabLock(
        mandateId,
        () => sign(update, signal),
        () => update({ status: 'failed', error: busy }),
      );
    });
    return store.whenIdle();
  }

  async function recover(): Promise<CheckoutState> {
    expectState(true, 'recover');
    if (!task || store.state.status === 'outcome_unknown') load(true);
    return store.whenIdle();
  }

  function cancel(): void {
    const { status, view } = store.state;
    if (isDestroyed || view?.status !== 'pending') return;
    if (!['connecting', 'review', 'signing', 'failed'].includes(status)) return;
    task?.controller.abort();
    task = null;
    if (status === 'review') {
      shelf.connected = null;
      store.update({ wallet: null });
    }
    toChoice({ error: null });
  }

  shelf.sync();
  load(marker.read() !== null);
  return {
    getState: () => store.state,
    subscribe(listener) {
      if (typeof listener !== 'function') throw new TypeError('listener must be a function.');
      const stop = store.subscribe(listener);
      if (store.state.status === 'outcome_unknown' && !task) load(true);
      return stop;
    },
    connect,
    confirm,
    recover,
    cancel,
    destroy() {
      isDestroyed = true;
      task?.controller.abort();
      shelf.stop();
      store.close();
    },
  };
}

/** The Solana code, which only a payer who goes on needs. */
async function loadSigning() {
  try {
    return (await import('./sign-in-wallet.ts')).signInWallet;
  } catch (cause) {
    throw new CheckoutError('connection_failed', 'A part of this page could not be loaded. Reload it.', {
      cause,
    });
  }
}

function termsChanged(): CheckoutError {
  return new CheckoutError(
    'terms_changed',
    'The sum to approve has changed. Nothing was signed; look at it again.',
  );
}

/** What no part of this foresaw must not leave a payer before a spinner. */
function asCheckoutError(error: unknown): CheckoutError {
  if (error instanceof CheckoutError) return error;
  return new CheckoutError('unexpected_error', 'Something went wrong that was not foreseen.', {
    cause: error,
  });
}
