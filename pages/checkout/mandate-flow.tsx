import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Checkout, type CheckoutState, createCheckout } from '@autopay/checkout-js';
import { holdSecret } from './secret-of.ts';
import { Failed } from './failed.tsx';
import type { Started } from './started.ts';
import { AlreadyActive, Away, ChooseWallet, Ended, Settled, Unknown, Working } from './screens.tsx';
import { NotValid } from './not-valid.tsx';
import { Progress } from './progress.tsx';
import { ReviewScreen } from './review-screen.tsx';
import { paying } from './paying.ts';
import { words } from './words.ts';

/** Often enough to continue soon after the service is back; rarely enough not to overload it. */
const AGAIN_MS = 3_000;

/**
 * One mandate from its terms to its outcome, a screen for each state. What it says about a payment comes from
 * the service.
 */
export function MandateFlow(started: Started) {
  const { mandateId, clientSecret, returnUrl, walletName, isNew = false } = started;
  const checkout = useMemo(() => {
    holdSecret(started);
    return createCheckout({ mandateId, clientSecret, apiBase: location.origin });
  }, [mandateId, clientSecret]);
  const state = useCheckout(checkout);
  const begunAs = useBeginning(state);
  useChosenWallet(checkout, state, walletName);
  const isAway = useRecovery(checkout, state);
  const { status, view, error } = state;
  useEffect(() => {
    // Real money is paid without the bar of the test wallet.
    if (view) document.body.dataset['mode'] = view.livemode ? 'live' : 'test';
  }, [view?.livemode]);

  if (view === null) {
    if (status === 'loading' && !isAway)
      return <Working heading={paying.heading}>{words.readingTerms}</Working>;
    return error && NOT_VALID.has(error.code) ? <NotValid /> : <Away />;
  }
  const common = { checkout, state, view, returnUrl };
  if (view.status === 'revoked') return <Ended view={view} how="cancelled" />;
  if (view.status === 'expired' || status === 'expired') return <Ended view={view} how="expired" />;
  switch (status) {
    case 'loading':
      return <Working view={view}>{paying.checkingStatus}</Working>;
    case 'choose_wallet':
      return <ChooseWallet {...common} />;
    case 'connecting':
      return <Working {...common}>{words.confirmAddress(paying.inYourWallet)}</Working>;
    case 'review':
      return <ReviewScreen {...common} />;
    case 'signing':
      // The wallet is asked once the terms were compared with what it is to sign.
      if (state.authorization === null) return <Working {...common}>{paying.checkingStatus}</Working>;
      return (
        <Working {...common}>
          {paying.signIn(state.wallet?.name ?? paying.inYourWallet, state.step)}
          {state.step?.number === 1 && state.step.of > 1 && ` ${paying.twoSignatures}`}
        </Working>
      );
    case 'submitted':
      return (
        <Working view={view} progress={<Progress view={view} />}>
          {state.step && state.step.number < state.step.of ? paying.opensAgain : paying.sent}
        </Working>
      );
    case 'outcome_unknown':
      return <Unknown {...common} />;
    case 'settled':
      // A phone may have approved before this page saw that it had scanned.
      return begunAs === 'pending' || isNew ? <Settled {...common} /> : <AlreadyActive {...common} />;
    case 'failed':
      return <Failed {...common} />;
    default:
      return <Away />;
  }
}

/** Codes for a link that opens nothing: whoever has it learns no more. */
const NOT_VALID: ReadonlySet<string> = new Set([
  'invalid_client_secret',
  'resource_missing',
  'parameter_invalid',
]);

function useCheckout(checkout: Checkout): CheckoutState {
  const [state, setState] = useState(checkout.getState());
  useEffect(() => {
    setState(checkout.getState());
    const stop = checkout.subscribe(() => setState(checkout.getState()));
    return () => {
      stop();
      checkout.destroy();
    };
  }, [checkout]);
  return state;
}

/**
 * The mandate's status when this page first loaded it: one that was paid earlier is not shown as if it were
 * paid now.
 */
function useBeginning({ view, status }: CheckoutState): string | null {
  const first = useRef<string | null>(null);
  if (first.current === null && view !== null && status !== 'loading')
    first.current = status === 'submitted' ? 'pending' : view.status;
  return first.current;
}

/**
 * Continues with the wallet that the person chose before there was a mandate: only once, since later the
 * choice is theirs again.
 */
function useChosenWallet(
  checkout: Checkout,
  { status, wallets, error }: CheckoutState,
  name: string | null,
): void {
  const isDone = useRef(name === null);
  useEffect(() => {
    if (isDone.current || status !== 'choose_wallet' || error) return;
    const chosen = wallets.find((wallet) => wallet.name === name && wallet.eligible);
    if (!chosen) return;
    isDone.current = true;
    void checkout.connect(chosen.id);
  }, [checkout, status, wallets, error]);
}

/**
 * Retries automatically while the service is down and nothing is known. Returns whether it is down: until it answers, also while it is asked
 * again, so that the screen stays as it is.
 */
function useRecovery(checkout: Checkout, { status, view, error }: CheckoutState): boolean {
  const wasAway = useRef(false);
  const hasFailed = status === 'failed' && view === null && !(error && NOT_VALID.has(error.code));
  if (status !== 'loading' || view !== null) wasAway.current = hasFailed;
  useEffect(() => {
    if (!hasFailed) return undefined;
    const timer = setInterval(() => void checkout.recover(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [checkout, hasFailed]);
  return wasAway.current;
}
