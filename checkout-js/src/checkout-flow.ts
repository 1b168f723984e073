import { type CheckoutAccess, type CheckoutView, getView, PATIENCE_MS, refresh } from './checkout-api.ts';
import type { CheckoutState } from './checkout-state.ts';
import type { CheckoutStore } from './checkout-store.ts';
import { connectWallet } from './connect-wallet.ts';
import { CheckoutError } from './errors.ts';
import { followSent, unknownError } from './follow-sent.ts';
import { outcomeOf, SENT_LIFE_MS } from './outcome.ts';
import { sameTerms } from './same-terms.ts';
import type { MarkerKeeper, SentMarker } from './sent-marker.ts';
import type { Unsent } from './sign-authorization.ts';
import { signInWallet } from './sign-in-wallet.ts';
import { withTabLock } from './tab-lock.ts';
import type { WalletShelf } from './wallet-shelf.ts';

// Everything loaded on demand is exported from this one file, so that bundlers create one chunk.
export { signAuthorization } from './sign-authorization.ts';

/** One task of a checkout: a way to change the state that stops working once the task is cancelled. */
export interface Task {
  update(changes: Partial<CheckoutState>): void;
  signal: AbortSignal;
}

/** What a task works on. */
export interface CheckoutParts {
  access: CheckoutAccess;
  walletTimeoutMs: number;
  store: CheckoutStore;
  marker: MarkerKeeper;
  shelf: WalletShelf;
  /** The transaction the wallet signed but could not pay for yet. */
  kept: { unsent: Unsent | null };
  /** Cancels the current task and starts another. */
  begin(run: (task: Task) => Promise<void>): Promise<void>;
  /** Moves to the choice of a wallet, or to the review if a wallet is connected. */
  toChoice(changes: Partial<CheckoutState>, task?: Task): void;
}

/**
 * Makes the service check the chain for a mandate it still reports as pending, then continues from the
 * result.
 */
export async function lookAgain(parts: CheckoutParts, view: CheckoutView, task: Task): Promise<void> {
  const { access, marker } = parts;
  const reading = { ...access, signal: task.signal };
  await place(
    parts,
    view.status === 'pending' ? await refresh(reading, marker.read()?.signature) : view,
    task,
  );
}

/** Asks the wallet for the payer's account, then shows the review. */
export async function connect(
  parts: CheckoutParts,
  walletId: string,
  { update, signal }: Task,
): Promise<void> {
  const { shelf, store, walletTimeoutMs } = parts;
  try {
    const { wallets } = store.state;
    const index = wallets.findIndex(({ id }) => id === walletId);
    const choice = wallets[index];
    if (!choice) throw new CheckoutError('no_wallet', 'That wallet is not in this page.');
    if (!choice.eligible) throw shelf.errorFor([choice], store.state.view);
    const wallet = shelf.list()[index]!;
    const account = await connectWallet(wallet, store.state.view!, walletTimeoutMs, signal);
    if (signal.aborted) return;
    shelf.connected = { wallet, account };
    const { id, name, icon } = choice;
    update({ status: 'review', wallet: { id, name, icon, address: account.address } });
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    update({ status: 'choose_wallet', error });
  }
}

/** Signs the shown terms and follows the transaction, unless another tab is doing so. */
export function confirm(parts: CheckoutParts, task: Task): Promise<void> {
  const message = 'This is being signed in another tab. Finish it there.';
  return withTabLock(
    parts.access.mandateId,
    () => sign(parts, task),
    () => task.update({ status: 'failed', error: new CheckoutError('signing_elsewhere', message) }),
  );
}

async function sign(parts: CheckoutParts, task: Task): Promise<void> {
  const { access, kept, marker, shelf, store, walletTimeoutMs, begin, toChoice } = parts;
  const { update, signal } = task;
  const shown = store.state.view!;
  const signing = { ...access, signal };
  // Another tab, or this one before a reload, may have sent it already; and the amount to approve changes
  // with the payer's other mandates.
  const now = await refresh(signing, marker.read()?.signature, PATIENCE_MS);
  if (now.status !== 'pending') return place(parts, now, task);
  if (!sameTerms(shown, now)) return toChoice({ view: now, error: termsChanged() }, task);
  update({ step: null });
  let isAwaited = true;
  /** How many signatures follow the one that was handed over last. What completes nothing yet is not remembered: a reload asks for what is next. */
  let follows = 0;
  try {
    const { view, signature } = await signInWallet({
      ...signing,
      ...shelf.connected!,
      view: shown,
      walletTimeoutMs,
      kept,
      onSent(signature) {
        // The person approved in the wallet after the timeout: the first of two signatures, or the last one.
        if (follows > 0) {
          if (!isAwaited) void begin(async (late) => toChoice({ error: null }, late));
          return;
        }
        const sent = { at: Date.now(), sent: true, signature };
        marker.write(sent);
        if (!isAwaited) void begin((late) => follow(parts, sent, now, late));
      },
      onInspected: (authorization, step) => update({ status: 'signing', authorization, step }),
      onAgain: () => update({ authorization: null, step: null }),
      onStepSent: () => update({ status: 'submitted' }),
      onHandOver(to, remaining) {
        follows = remaining;
        if (remaining === 0) marker.write({ at: Date.now(), sent: to === 'service' });
        if (to === 'service') update({ status: 'submitted' });
      },
    });
    const sent = { at: Date.now(), sent: true, ...(signature === null ? {} : { signature }) };
    await follow(parts, sent, view ?? now, task);
  } catch (error) {
    if (signal.aborted) return;
    const code = error instanceof CheckoutError ? error.code : null;
    if (code !== 'wallet_timeout') marker.clear();
    const isStale = code === 'transaction_mismatch' || code === 'mandate_not_pending';
    const latest = isStale ? await getView(signing).catch(() => shown) : shown;
    if (latest.status !== 'pending') return place(parts, latest, task);
    if (!sameTerms(shown, latest)) return toChoice({ view: latest, error: termsChanged() }, task);
    throw error;
  } finally {
    isAwaited = false;
  }
}

/** Continues from the service's current view. */
async function place(parts: CheckoutParts, view: CheckoutView, task: Task): Promise<void> {
  const { marker, toChoice } = parts;
  const sent = marker.read();
  if (view.status !== 'pending') return follow(parts, sent ?? { at: Date.now(), sent: true }, view, task);
  if (sent && Date.now() - sent.at < SENT_LIFE_MS) return follow(parts, sent, view, task);
  marker.clear();
  toChoice({ view, error: null }, task);
}

async function follow(
  { access, marker, store, toChoice }: CheckoutParts,
  sent: SentMarker,
  view: CheckoutView,
  { update, signal }: Task,
): Promise<void> {
  let outcome: Awaited<ReturnType<typeof followSent>> = view.status === 'pending' ? null : outcomeOf(view, 0);
  update({ view, error: null, ...(outcome ? {} : { status: 'submitted' }) });
  outcome ??= await followSent({
    ...access,
    signal,
    view,
    marker: sent,
    onView: (latest) => update({ view: latest }),
    onUnknown: () => update({ status: 'outcome_unknown', error: unknownError() }),
    isWatched: () => store.isWatched,
  });
  if (outcome === null || signal.aborted) return;
  marker.clear();
  if (outcome === 'unsent') toChoice({ error: null }, { update, signal });
  else update({ error: null, ...outcome });
}

function termsChanged(): CheckoutError {
  return new CheckoutError(
    'terms_changed',
    'What you approve has changed. Nothing was signed; look at it again.',
  );
}
