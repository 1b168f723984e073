import type { ComponentChildren } from 'preact';
import type { Checkout, CheckoutState, CheckoutView } from '@autopay/checkout-js';
import { shortAddress } from '@autopay/checkout-js/words';
import { zoneInWords } from '../words/date.ts';
import { NoticesLink } from '../parts/notices-link.tsx';
import { common, dayInWords, momentInWords, priceInWords } from '../words/here.ts';
import { Another } from './another.tsx';
import { beganAt, newCodeAt } from './began-at.ts';
import { Onward } from './onward.tsx';
import { Content } from './content.tsx';
import { problemInWords } from './problem.ts';
import { ReceiptOf } from './receipt.tsx';
import { RunningOut } from './running-out.tsx';
import { Screen } from './screen.tsx';
import { TEST_WALLET } from '../test-wallet/network.ts';
import { SolanaPayPanel } from './solana-pay.tsx';
import { WalletList } from './wallet-list.tsx';
import { paying } from './paying.ts';
import { words } from './words.ts';

/** The properties of every screen of a mandate. */
export interface ScreenProps {
  checkout: Checkout;
  state: CheckoutState;
  view: CheckoutView;
  returnUrl: string | null;
}

/** Nothing is known yet, since the service does not respond. */
export function Away() {
  return (
    <Screen view={null} heading={paying.notResponding} tone="warn">
      <p class="working" role="status">
        {paying.keepsTrying}
      </p>
    </Screen>
  );
}

/** Work in progress. */
export function Working({
  view = null,
  checkout,
  heading = paying.oneMoment,
  progress,
  children,
}: {
  view?: CheckoutView | null;
  /** With it the person can cancel. */
  checkout?: Checkout;
  heading?: string;
  /** How far it has come. */
  progress?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <Screen view={view} heading={heading}>
      {progress}
      <p class="working" role="status">
        {children}
      </p>
      {checkout && (
        <button class="button button--quiet" onClick={() => checkout.cancel()}>
          {paying.cancel}
        </button>
      )}
    </Screen>
  );
}

const REASONS = {
  wrong_chain: common.wrongNetwork,
  cannot_sign: common.cannotSign,
  wrong_account: paying.switchAccount,
} as const;

/** All but the test wallet where real money is paid. */
function offered(wallets: CheckoutState['wallets'], { livemode }: CheckoutView): CheckoutState['wallets'] {
  return wallets.filter(({ name }) => !livemode || name !== TEST_WALLET);
}

/** The wallets of this browser; the payer chooses the one that holds their account. */
export function ChooseWallet({ checkout, state, view }: ScreenProps) {
  const { error } = state;
  if (newCodeAt(view.id) !== null) {
    return (
      <Screen view={view} heading={paying.approveOnPhone}>
        <SolanaPayPanel mandate={view} checkout={checkout} />
      </Screen>
    );
  }
  // The list itself says that there is none.
  const problem = error && error.code !== 'no_wallet' ? problemInWords(error, view) : null;
  return (
    <Screen view={view} heading={words.chooseWallet}>
      {problem && (
        <p class="message" data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      <p>
        {paying.paidFrom(<span class="mono">{shortAddress(view.payer)}</span>)}
        {(view.paymentLink ?? view.product) !== null && beganAt(view.id) === null && ` ${paying.otherByLink}`}
      </p>
      <WalletList
        wallets={offered(state.wallets, view).map(({ id, name, icon, eligible, reason }) => ({
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
      <Another view={view} />
    </Screen>
  );
}

/** The first payment is settled, or the trial has begun. */
export function Settled({ view, returnUrl }: ScreenProps) {
  const isTrial =
    view.sellMode !== 'once' && view.trialEndsAt !== null && view.firstCharge?.status !== 'succeeded';
  return (
    <Screen view={view} heading={isTrial ? paying.trialBegun : paying.paid} tone="good">
      {isTrial ? (
        <p role="status">
          {paying.nothingPaidToday(`${momentInWords(view.trialEndsAt!)} ${zoneInWords(view.trialEndsAt!)}`)}
        </p>
      ) : (
        <p role="status">
          {paying.wentTo(priceInWords(view.amountPerPeriod, view), <bdi>{view.merchantName}</bdi>)}
          {view.sellMode !== 'once' && view.maxPeriods !== 1 && ` ${laterInWords(view)}`}
        </p>
      )}
      {isTrial ? <NoticesLink url={view.noticesUrl} /> : <ReceiptOf view={view} />}
      <Content view={view} />
      <Onward view={view} returnUrl={returnUrl} leaves />
    </Screen>
  );
}

/** When the next payment is due, by a day and its zone; periods of less than a day are over too soon for that. */
function laterInWords({ startAt, periodSeconds }: CheckoutView): string {
  if (periodSeconds < 86_400) return paying.laterAutomatically;
  const next = startAt + periodSeconds;
  return paying.nextOn(`${dayInWords(next)} (${zoneInWords(next)})`);
}

/** It was approved before this page was opened. */
export function AlreadyActive({ view, returnUrl }: ScreenProps) {
  return (
    <Screen
      view={view}
      heading={view.sellMode === 'once' ? paying.alreadyPaidHeading : paying.alreadySubscribed}
      tone="good"
    >
      <p role="status">{paying.nothingMoreToSign}</p>
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
    <Screen view={view} heading={how === 'expired' ? paying.requestEnded : paying.wasCancelled} tone="warn">
      <p role="status">{paying.askForNewLink(<bdi>{view.merchantName}</bdi>)}</p>
      <Onward view={view} returnUrl={null} />
    </Screen>
  );
}

/** Something was sent, and its outcome is not known: the payer must not pay again. */
export function Unknown({ view, checkout }: ScreenProps) {
  return (
    <Screen view={view} heading={paying.notSettledYet} tone="warn">
      <p class="working" role="status">
        {paying.doNotPayAgain}
      </p>
      <button class="button button--quiet" onClick={() => void checkout.recover()}>
        {paying.lookAgainNow}
      </button>
    </Screen>
  );
}
