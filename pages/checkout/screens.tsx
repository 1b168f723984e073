import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Checkout, CheckoutState, CheckoutView } from '@autopay/checkout-js';
import { problemInWords, shortAddress } from '@autopay/checkout-js/words';
import { createClient } from '@autopay/sdk/core';
import { getWalletBalance } from '@autopay/sdk/wallet';
import { amountInWords } from '../words/amount.ts';
import { momentInWords, zoneInWords } from '../words/date.ts';
import { Content } from './content.tsx';
import { ReceiptOf } from './receipt.tsx';
import { RunningOut } from './running-out.tsx';
import { Screen } from './screen.tsx';
import { SolanaPayPanel } from './solana-pay.tsx';
import { WalletList } from './wallet-list.tsx';

/** The properties of every screen of a mandate. */
export interface ScreenProps {
  checkout: Checkout;
  state: CheckoutState;
  view: CheckoutView;
  returnUrl: string | null;
}

/** The link opens nothing; the screen does not say whether it ever did. */
export function NotValid() {
  return (
    <Screen view={null} heading="This link is not valid" tone="bad">
      <p>
        It may be incomplete or mistyped. Open it exactly as you received it, with everything after the #.
      </p>
      <p>Nothing was paid.</p>
    </Screen>
  );
}

/** Nothing is known yet, since the service does not respond. */
export function Away() {
  return (
    <Screen view={null} heading="The payment service is not responding" tone="warn">
      <p class="working" role="status">
        This page keeps trying. Nothing that you signed before is lost.
      </p>
    </Screen>
  );
}

/** Work in progress. */
export function Working({
  view = null,
  checkout,
  heading = 'One moment',
  children,
}: {
  view?: CheckoutView | null;
  /** With it the person can cancel. */
  checkout?: Checkout;
  heading?: string;
  children: ComponentChildren;
}) {
  return (
    <Screen view={view} heading={heading}>
      <p class="working" role="status">
        {children}
      </p>
      {checkout && (
        <button class="button button--quiet" onClick={() => checkout.cancel()}>
          Cancel
        </button>
      )}
    </Screen>
  );
}

const REASONS = {
  wrong_chain: 'Not on the network of this payment',
  cannot_sign: 'Cannot sign such payments',
  wrong_account: 'Switch it to the right account first',
} as const;

/** The wallets of this browser; the payer chooses the one that holds their account. */
export function ChooseWallet({ checkout, state, view }: ScreenProps) {
  const { error } = state;
  // The list itself says that there is none.
  const problem = error && error.code !== 'no_wallet' ? problemInWords(error, view) : null;
  return (
    <Screen view={view} heading="Choose a wallet">
      {problem && (
        <p class="message" data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      <p>
        This is paid from <span class="mono">{shortAddress(view.payer)}</span>: choose the wallet that holds
        it.
      </p>
      <WalletList
        wallets={state.wallets.map(({ id, name, icon, eligible, reason }) => ({
          id,
          name,
          icon,
          reason: eligible || reason === null ? null : REASONS[reason],
          hint: reason && REASONS[reason],
        }))}
        choose={(id) => void checkout.connect(id)}
      >
        <SolanaPayPanel mandate={view} checkout={checkout} />
      </WalletList>
    </Screen>
  );
}

/** The first payment is settled, or the trial has begun. */
export function Settled({ view, returnUrl }: ScreenProps) {
  const isTrial =
    view.sellMode !== 'once' && view.trialEndsAt !== null && view.firstCharge?.status !== 'succeeded';
  return (
    <Screen view={view} heading={isTrial ? 'Your trial has begun' : 'Paid'} tone="good">
      {isTrial ? (
        <p role="status">
          Nothing was paid today. The first payment is due on {momentInWords(view.trialEndsAt!)}{' '}
          {zoneInWords(view.trialEndsAt!)}. Cancel before that, and nothing is ever collected.
        </p>
      ) : (
        <p role="status">
          {amountInWords(view.amountPerPeriod, view.decimals)} {view.symbol} went to{' '}
          <bdi>{view.merchantName}</bdi>.
          {view.sellMode !== 'once' && ' Later payments are collected automatically.'}
        </p>
      )}
      {!isTrial && <ReceiptOf view={view} />}
      <Content view={view} />
      <Onward view={view} returnUrl={returnUrl} leaves />
    </Screen>
  );
}

/** It was approved before this page was opened. */
export function AlreadyActive({ view, returnUrl }: ScreenProps) {
  return (
    <Screen
      view={view}
      heading={view.sellMode === 'once' ? 'You have already paid' : 'You already have this subscription'}
      tone="good"
    >
      <p role="status">There is nothing more to sign here.</p>
      <RunningOut view={view} />
      {view.firstCharge?.status === 'succeeded' && <ReceiptOf view={view} />}
      <Content view={view} />
      <Onward view={view} returnUrl={returnUrl} />
    </Screen>
  );
}

/** It can no longer be paid. */
export function Ended({ view, how }: { view: CheckoutView; how: 'expired' | 'cancelled' }) {
  return (
    <Screen
      view={view}
      heading={how === 'expired' ? 'This request has ended' : 'This was cancelled'}
      tone="warn"
    >
      <p role="status">
        Nothing more will be collected. To pay <bdi>{view.merchantName}</bdi>, ask for a new link.
      </p>
      <Onward view={view} returnUrl={null} />
    </Screen>
  );
}

/** Something was sent, and its outcome is not known: the payer must not pay again. */
export function Unknown({ view, checkout }: ScreenProps) {
  return (
    <Screen view={view} heading="Not settled yet" tone="warn">
      <p class="working" role="status">
        It was sent, but is not confirmed yet. Do not pay again: this page keeps checking.
      </p>
      <button class="button button--quiet" onClick={() => void checkout.recover()}>
        Look again now
      </button>
    </Screen>
  );
}

/** It did not work, and what to do about it. */
export function Failed({ checkout, state, view }: ScreenProps) {
  const { error } = state;
  const isPending = view.status === 'pending';
  return (
    <Screen view={view} heading="That did not work" tone="bad">
      <p role="alert">{error && problemInWords(error, view)}</p>
      {error?.code === 'insufficient_funds' && <Missing view={view} />}
      {isPending ? (
        <>
          <button class="button button--wide" onClick={() => void checkout.confirm()}>
            {state.wallet ? 'Try again' : 'Look again'}
          </button>
          {state.wallet && (
            <button
              class="button button--quiet button--wide"
              onClick={() => {
                checkout.cancel();
                checkout.cancel();
              }}
            >
              Use another wallet
            </button>
          )}
        </>
      ) : (
        <Onward view={view} returnUrl={null} />
      )}
    </Screen>
  );
}

/** How much the wallet lacks for one payment, read from the chain. */
function Missing({ view }: { view: CheckoutView }) {
  const [missing, setMissing] = useState<string | null>(null);
  useEffect(() => {
    const { payer: address, mint, amountPerPeriod, livemode } = view;
    const mode = livemode ? 'live' : 'test';
    getWalletBalance(createClient(null, { baseUrl: location.origin, mode }), { address, mint }).then(
      ({ amount }) => {
        const lack = BigInt(amountPerPeriod) - BigInt(amount);
        if (lack > 0n) setMissing(amountInWords(lack.toString(), view.decimals));
      },
      // The text above says what to do even without it.
      () => undefined,
    );
  }, []);
  if (missing === null) return null;
  return (
    <p class="message" data-tone="warn">
      Missing:{' '}
      <strong>
        {missing} {view.symbol}
      </strong>
      . Send it to <span class="mono">{shortAddress(view.payer)}</span>, then try again.
    </p>
  );
}

/** How long a payer reads that it worked before the seller's own page follows. */
const LEAVE_MS = 5_000;

/** Where to go from here. `leaves`: to the seller's page by itself, which is what the seller set for the link; never to what an address asks for. */
function Onward({
  view,
  returnUrl,
  leaves = false,
}: {
  view: CheckoutView;
  returnUrl: string | null;
  leaves?: boolean;
}) {
  const success = successAddress(view);
  const next = success ?? returnUrl;
  useEffect(() => {
    if (!leaves || success === null) return undefined;
    const timer = setTimeout(() => location.assign(success), LEAVE_MS);
    return () => clearTimeout(timer);
  }, [leaves, success]);
  return (
    <nav class="stack" aria-label="From here">
      {next && (
        <a class="button button--wide" href={next} rel="noreferrer">
          Go on to {new URL(next).host}
        </a>
      )}
      {leaves && success && <p class="muted small">You are taken there in a few seconds.</p>}
      {view.sellMode !== 'once' && (
        <a class="button button--quiet button--wide" href="/wallet">
          See or stop your payments
        </a>
      )}
    </nav>
  );
}

/** The page to which the link's seller takes payers: with the mandate's id, by which they look it up, and nothing secret. */
function successAddress({ successUrl, id, status }: CheckoutView): string | null {
  if (!successUrl || !successUrl.startsWith('https://')) return null;
  if (status !== 'active' && status !== 'completed') return null;
  const url = new URL(successUrl);
  url.searchParams.set('mandate', id);
  return url.href;
}
