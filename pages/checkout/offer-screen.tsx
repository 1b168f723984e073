import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isAutopayError } from '@autopay/sdk/core';
import { CheckoutError } from '@autopay/checkout-js';
import { shortAddress } from '@autopay/checkout-js/words';
import type { StandardWallet } from '@autopay/checkout-js/wallets';
import type { Offer } from './page-data.ts';
import {
  amountInWords,
  common,
  dayInWords,
  durationInWords,
  periodInWords,
  priceInWords,
} from '../words/here.ts';
import { refusalInWords } from '../words/refusal.ts';
import type { AlreadyPaid } from './already-paid.tsx';
import { loadFlow } from './flow-later.tsx';
import { Head } from './head.tsx';
import { loadPart } from './load-part.ts';
import { Picture } from './picture.tsx';
import type { PaysItself } from './pays-itself.tsx';
import { SolanaPayPanel } from './solana-pay.tsx';
import { lastStarted, type Started, startMandate } from './started.ts';
import { Support } from '../parts/support.tsx';
import { WalletList } from './wallet-list.tsx';
import { words } from './words.ts';
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
  /** The wallet that shows only the account that is paid. */
  const [self, setSelf] = useState<{ wallet: StandardWallet; View: typeof PaysItself } | null>(null);
  const giveUp = useRef(new AbortController());
  useEffect(() => () => giveUp.current.abort(), []);

  const start = async (payer: string, walletName: string | null) => {
    setProblem(null);
    try {
      onStart(await startMandate(offer, payer, sellMode, walletName));
    } catch (error) {
      setAsking(null);
      setProblem(isAutopayError(error) ? wordsOf(error) : common.pageFailed);
    }
  };
  const choose = async (wallet: StandardWallet) => {
    setAsking(wallet);
    setProblem(null);
    setSelf(null);
    setChoice(null);
    giveUp.current = new AbortController();
    const { signal } = giveUp.current;
    loadFlow().catch(() => undefined);
    try {
      const shown = (await accountsOf(wallet, chain, signal)).map(({ address }) => address);
      if (signal.aborted) return;
      const addresses = shown.filter((address) => address !== offer.payee);
      if (shown.length > 0 && addresses.length === 0)
        setSelf({ wallet, View: (await loadPart(() => import('./pays-itself.tsx'))).PaysItself });
      if (addresses.length === 1) return void (await start(addresses[0]!, wallet.name));
      if (shown.length === 0) setProblem(words.noAccountPays);
      else if (addresses.length > 0) setChoice({ wallet, addresses });
    } catch (error) {
      if (signal.aborted) return;
      setProblem(await problemOf(error));
    }
    setAsking(null);
  };

  return (
    <>
      <div class="what">
        <Head
          merchantName={offer.merchantName}
          brand={offer.brand}
          livemode={offer.livemode}
          title={offer.name}
        />
        <About offer={offer} />
        <Price offer={offer} sellMode={sellMode} setSellMode={setSellMode} />
      </div>
      <div class="pay">
        <Before offer={offer} />
        {problem && (
          <p class="message" data-tone="bad" role="alert">
            {problem}
          </p>
        )}
        {problem && <Support brand={offer.brand} merchantName={offer.merchantName} />}
        {self && <self.View wallet={self.wallet} again={() => void choose(self.wallet)} />}
        {asking ? (
          <section class="stack" role="status">
            <p class="working">{words.confirmAddress(<bdi>{asking.name}</bdi>)}</p>
            <button
              class="button button--quiet"
              onClick={() => {
                giveUp.current.abort();
                setAsking(null);
              }}
            >
              {common.useAnotherWallet}
            </button>
          </section>
        ) : choice ? (
          <section class="stack">
            <h2>{words.whichAccountPays}</h2>
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
            <WalletList
              heading={
                <>
                  <h2>{words.chooseWallet}</h2>
                  <p class="muted small">{words.termsBeforeSigning}</p>
                </>
              }
              wallets={wallets.map((wallet, index) => ({
                id: String(index),
                name: wallet.name,
                icon: String(wallet.icon).startsWith('data:image/') ? wallet.icon : '',
                reason: reasonInWords(wallet, chain),
              }))}
              choose={(id) => void choose(wallets[Number(id)]!)}
            >
              <SolanaPayPanel offer={offer} sellMode={sellMode} onStart={onStart} />
            </WalletList>
          </section>
        )}
        {offer.object === 'checkout_product' && (
          <PaidBefore>{(View) => <View offer={offer} chain={chain} wallets={wallets} />}</PaidBefore>
        )}
      </div>
    </>
  );
}

/** What is sold, as its seller shows and describes it. */
function About({ offer }: { offer: Offer }) {
  return (
    <>
      <Picture url={offer.object === 'checkout_product' ? offer.imageUrl : null} />
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
  const regular = words.priceOften(priceInWords(amountPerPeriod, offer), often);
  const once = amountInWords(amountOnce ?? amountPerPeriod, decimals);
  return (
    <>
      <p class="price">
        <strong class="price-amount">
          {sellMode === 'once' ? once : amountInWords(amountPerPeriod, decimals)}
        </strong>{' '}
        {symbol} <span class="muted">{sellMode === 'once' ? common.once : words.untilYouCancel(often)}</span>
      </p>
      {sellMode === 'subscription' && trialSeconds > 0 && (
        <p>{words.freeFirst(durationInWords(trialSeconds))}</p>
      )}
      {offer.sellMode === 'both' && (
        <fieldset class="choices">
          <legend>{words.howToPay}</legend>
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
            <span>{words.priceOnce(priceInWords(amountOnce ?? amountPerPeriod, offer))}</span>
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
      {words.startedBefore(dayInWords(before.at / 1000), <a href="/wallet">{words.checkWhetherYouHaveIt}</a>)}
    </p>
  );
}

function reasonInWords(wallet: StandardWallet, chain: string | null): string | null {
  const reason = reasonAgainst(wallet, chain);
  return reason && common[reason];
}

/** What went wrong in the wallet. */
async function problemOf(error: unknown): Promise<string> {
  if (!(error instanceof CheckoutError)) return words.walletUnreachable;
  return loadPart(() => import('./problem.ts')).then(
    ({ problemInWords }) => problemInWords(error, null),
    () => words.walletUnreachable,
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
  return status === null ? words.nothingPaidTryAgain : refusalInWords({ code, message });
}

type AlreadyPaidView = typeof AlreadyPaid;

/** The way back for those who have already paid: loaded only on request. */
function PaidBefore({ children }: { children: (view: AlreadyPaidView) => ComponentChildren }) {
  const [view, setView] = useState<{ AlreadyPaid: AlreadyPaidView } | null>(null);
  const load = () => void loadPart(() => import('./already-paid.tsx')).then(setView, () => undefined);
  return (
    <details class="already" open={location.hash === '#paid'} onToggle={load}>
      <summary>{words.alreadyPaid}</summary>
      {view && children(view.AlreadyPaid)}
    </details>
  );
}
