import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isAutopayError } from '@autopay/sdk/core';
import { CheckoutError } from '@autopay/checkout-js';
import { durationInWords, periodInWords, problemInWords, shortAddress } from '@autopay/checkout-js/words';
import type { StandardWallet } from '@autopay/checkout-js/wallets';
import type { Offer } from './page-data.ts';
import { amountInWords } from '../words/amount.ts';
import { dayInWords } from '../words/date.ts';
import type { AlreadyPaid } from './already-paid.tsx';
import { Head } from './head.tsx';
import { SolanaPayPanel } from './solana-pay.tsx';
import { lastStarted, type Started, startMandate } from './started.ts';
import { WalletList } from './wallet-list.tsx';
import { accountsOf, reasonAgainst, useWallets } from '../wallets.ts';

type SellMode = 'subscription' | 'once';

interface OfferScreenProps {
  offer: Offer;
  chain: string | null;
  onStart: (started: Started) => void;
}

/** A link or product: what it costs, how to buy it if there is a choice, and the wallet to pay with. */
export function OfferScreen({ offer, chain, onStart }: OfferScreenProps) {
  const wallets = useWallets();
  const [sellMode, setSellMode] = useState<SellMode>(offer.sellMode === 'once' ? 'once' : 'subscription');
  const [asking, setAsking] = useState<StandardWallet | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [choice, setChoice] = useState<{ wallet: StandardWallet; addresses: readonly string[] } | null>(null);
  const giveUp = useRef(new AbortController());
  useEffect(() => () => giveUp.current.abort(), []);

  const start = async (payer: string, walletName: string | null) => {
    setProblem(null);
    try {
      onStart(await startMandate(offer, payer, sellMode, walletName));
    } catch (error) {
      setAsking(null);
      setProblem(isAutopayError(error) ? wordsOf(error) : 'Something went wrong on this page. Reload it.');
    }
  };
  const choose = async (wallet: StandardWallet) => {
    setAsking(wallet);
    setProblem(null);
    setChoice(null);
    giveUp.current = new AbortController();
    const { signal } = giveUp.current;
    try {
      const addresses = (await accountsOf(wallet, chain, signal)).map(({ address }) => address);
      if (signal.aborted) return;
      if (addresses.length === 1) return void (await start(addresses[0]!, wallet.name));
      if (addresses.length === 0) setProblem('That wallet has not shared an account that can pay here.');
      else setChoice({ wallet, addresses });
    } catch (error) {
      if (signal.aborted) return;
      setProblem(
        error instanceof CheckoutError
          ? problemInWords(error, null)
          : 'The wallet could not be reached. Try again.',
      );
    }
    setAsking(null);
  };

  return (
    <>
      <Head merchantName={offer.merchantName} livemode={offer.livemode} title={offer.name} />
      <About offer={offer} />
      <Price offer={offer} sellMode={sellMode} setSellMode={setSellMode} />
      <Before offer={offer} />
      {problem && (
        <p class="message" data-tone="bad" role="alert">
          {problem}
        </p>
      )}
      {asking ? (
        <section class="stack" role="status">
          <p class="working">Confirm in {asking.name} that this page may see your address.</p>
          <button
            class="button button--quiet"
            onClick={() => {
              giveUp.current.abort();
              setAsking(null);
            }}
          >
            Use another wallet
          </button>
        </section>
      ) : choice ? (
        <section class="stack">
          <h2>Which account pays?</h2>
          <ul class="wallets">
            {choice.addresses.map((address) => (
              <li key={address}>
                <button class="wallet" onClick={() => void start(address, choice.wallet.name)}>
                  <span class="mono">{shortAddress(address)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <section class="stack">
          <h2>Choose a wallet</h2>
          <p class="muted small">You see all terms before you sign.</p>
          <WalletList
            wallets={wallets.map((wallet, index) => ({
              id: String(index),
              name: wallet.name,
              icon: String(wallet.icon).startsWith('data:image/') ? wallet.icon : '',
              reason: reasonAgainst(wallet, chain),
            }))}
            choose={(id) => void choose(wallets[Number(id)]!)}
          >
            <SolanaPayPanel start={(payer) => startMandate(offer, payer, sellMode, null)} onStart={onStart} />
          </WalletList>
        </section>
      )}
      {offer.object === 'checkout_product' && (
        <PaidBefore>{(View) => <View offer={offer} chain={chain} wallets={wallets} />}</PaidBefore>
      )}
    </>
  );
}

/** What is sold, as its seller shows and describes it. */
function About({ offer }: { offer: Offer }) {
  const imageUrl = offer.object === 'checkout_product' ? offer.imageUrl : null;
  const [isShown, setShown] = useState(imageUrl !== null);
  return (
    <>
      {isShown && (
        <img
          class="picture"
          src={imageUrl!}
          alt=""
          referrerpolicy="no-referrer"
          onError={() => setShown(false)}
        />
      )}
      {offer.description && (
        <p class="about">
          <bdi>{offer.description}</bdi>
        </p>
      )}
    </>
  );
}

function Price({
  offer,
  sellMode,
  setSellMode,
}: {
  offer: Offer;
  sellMode: SellMode;
  setSellMode: (mode: SellMode) => void;
}) {
  const { amountOnce, amountPerPeriod, decimals, symbol, periodSeconds, trialSeconds } = offer;
  const often = periodInWords(periodSeconds || 1);
  const regular = `${amountInWords(amountPerPeriod, decimals)} ${symbol} ${often}`;
  const once = amountInWords(amountOnce ?? amountPerPeriod, decimals);
  return (
    <>
      <p class="price">
        <strong class="price-amount">
          {sellMode === 'once' ? once : amountInWords(amountPerPeriod, decimals)}
        </strong>{' '}
        {symbol} <span class="muted">{sellMode === 'once' ? 'once' : `${often}, until you cancel`}</span>
      </p>
      {sellMode === 'subscription' && trialSeconds > 0 && (
        <p>Free for {durationInWords(trialSeconds)} first.</p>
      )}
      {offer.sellMode === 'both' && (
        <fieldset class="choices">
          <legend>How do you want to pay?</legend>
          <label class="check">
            <input
              type="radio"
              name="sell-mode"
              checked={sellMode === 'subscription'}
              onChange={() => setSellMode('subscription')}
            />
            <span>{regular}</span>
          </label>
          <label class="check">
            <input
              type="radio"
              name="sell-mode"
              checked={sellMode === 'once'}
              onChange={() => setSellMode('once')}
            />
            <span>
              {once} {symbol}, once
            </span>
          </label>
        </fieldset>
      )}
    </>
  );
}

/**
 * A notice that a payment was started in this browser, so that nobody subscribes twice by opening a link
 * again.
 */
function Before({ offer }: { offer: Offer }) {
  const [before] = useState(() => lastStarted(offer));
  if (before === null) return null;
  return (
    <p class="message">
      You started this payment here on {dayInWords(before.at / 1000)}.{' '}
      <a href="/wallet">Check whether you already have it</a> before you pay again.
    </p>
  );
}

function wordsOf({
  code,
  message,
  status,
}: {
  code: string;
  message: string;
  status: number | null;
}): string {
  if (status === null) return 'The payment service did not answer. Nothing was paid. Try again.';
  return code === 'rate_limit_exceeded'
    ? 'Too many attempts from your network. Wait a minute, then try again.'
    : message;
}

type AlreadyPaidView = typeof AlreadyPaid;

/** The way back for those who have already paid: loaded only on request. */
function PaidBefore({ children }: { children: (view: AlreadyPaidView) => ComponentChildren }) {
  const [view, setView] = useState<{ AlreadyPaid: AlreadyPaidView } | null>(null);
  const load = () => void import('./already-paid.tsx').then(setView, () => undefined);
  return (
    <details class="already" onToggle={load}>
      <summary>Already paid?</summary>
      {view && children(view.AlreadyPaid)}
    </details>
  );
}
