import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { CheckoutView } from '@autopay/checkout-js';
import { amountInWords, common, dayInWords, periodInWords, priceInWords } from '../words/here.ts';
import { Merchant } from './head.tsx';
import { Picture } from './picture.tsx';
import { Support } from '../parts/support.tsx';
import { words } from './words.ts';

/** One screen: the merchant and the price on top, a heading that takes the focus, and what there is to read and to do. */
export function Screen({
  view,
  heading,
  tone,
  describes = false,
  children,
}: {
  view: CheckoutView | null;
  heading: string;
  /** The state, as a colour beside the words. */
  tone?: 'good' | 'bad' | 'warn';
  /** Whether to show how the seller describes it, before it is agreed to. */
  describes?: boolean;
  children: ComponentChildren;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  // The price is the page's main heading, if there is one.
  const Heading = view ? 'h2' : 'h1';
  useEffect(() => {
    document.title = words.titleOf(heading, view && view.merchantName);
    title.current!.focus();
  }, [heading]);
  return (
    <>
      {view && (
        <div class="what">
          <PriceHead view={view} />
          <Picture url={view.imageUrl} />
          {describes && view.description && <Description text={view.description} />}
        </div>
      )}
      <section class="pay stack screen">
        <Heading class="screen-heading" data-tone={tone} tabIndex={-1} ref={title}>
          {heading}
        </Heading>
        {children}
        {view && tone && <Support brand={view.brand} merchantName={view.merchantName} />}
      </section>
    </>
  );
}

/** What fits three lines of a phone. */
const SHORT = 120;

/** How its seller describes it: folded where it is long and would push what is agreed to off a phone. */
function Description({ text }: { text: string }) {
  const about = (
    <p class="about">
      <bdi>{text}</bdi>
    </p>
  );
  if (text.length <= SHORT || matchMedia('(width >= 56rem)').matches) return about;
  return (
    <details>
      <summary>{words.description}</summary>
      {about}
    </details>
  );
}

/** Whom and how much, on every screen. */
function PriceHead({ view }: { view: CheckoutView }) {
  const { amountPerPeriod, decimals, symbol, sellMode, periodSeconds } = view;
  return (
    <header class="head">
      <Merchant name={view.merchantName} brand={view.brand} livemode={view.livemode} />
      {view.name && (
        <p class="bought">
          <bdi>{view.name}</bdi>
        </p>
      )}
      <h1 class="price">
        <strong class="price-amount">{amountInWords(amountPerPeriod, decimals)}</strong> {symbol}{' '}
        <span class="muted">{sellMode === 'once' ? common.once : periodInWords(periodSeconds)}</span>
      </h1>
      {view.status === 'pending' && view.trialSeconds > 0 && (
        <p>
          {words.todayThen(
            priceInWords('0', view),
            priceInWords(amountPerPeriod, view),
            dayInWords(view.now + view.trialSeconds),
          )}
        </p>
      )}
    </header>
  );
}
