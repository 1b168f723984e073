import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { CheckoutView } from '@autopay/checkout-js';
import { periodInWords } from '@autopay/checkout-js/words';
import { amountInWords } from '../../words/amount.ts';
import { Head } from './head.tsx';

/** One screen: the merchant and the price on top, a heading that takes the focus, and what there is to read and to do. */
export function Screen({
  view,
  heading,
  tone,
  children,
}: {
  view: CheckoutView | null;
  heading: string;
  /** How it stands, as a colour beside the words. */
  tone?: 'good' | 'bad' | 'warn';
  children: ComponentChildren;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = view ? `${heading} · ${view.merchantName}` : `${heading} · Autopay`;
    title.current!.focus();
  }, [heading]);
  return (
    <>
      {view && <Head merchantName={view.merchantName} livemode={view.livemode} title={priceLine(view)} />}
      <section class="stack screen">
        <h2 class="screen-heading" data-tone={tone} tabIndex={-1} ref={title}>
          {heading}
        </h2>
        {children}
      </section>
    </>
  );
}

function priceLine({ amountPerPeriod, decimals, symbol, sellMode, periodSeconds }: CheckoutView): string {
  const amount = `${amountInWords(amountPerPeriod, decimals)} ${symbol}`;
  return sellMode === 'once' ? amount : `${amount} ${periodInWords(periodSeconds)}`;
}
