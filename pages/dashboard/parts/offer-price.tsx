import type { PaymentLink, Product } from '@autopay/sdk';
import { durationInWords, periodInWords } from '@autopay/checkout-js/words';
import { Money } from './values.tsx';

/** What is sold by a URL: a payment link, or a product, whose payment unlocks content. */
export type Offer = PaymentLink | Product;

/** What an offer costs, and how often. */
export type OfferTerms = Pick<
  Offer,
  'mint' | 'sellMode' | 'amountPerPeriod' | 'amountOnce' | 'periodSeconds' | 'trialSeconds'
>;

/** What a payer is asked for: `12.50 USDC every 30 days, the first 7 days free`. */
export function OfferPrice({ offer }: { offer: OfferTerms }) {
  const { mint, sellMode, amountPerPeriod, amountOnce, periodSeconds, trialSeconds } = offer;
  const once = (
    <>
      <Money amount={amountOnce ?? amountPerPeriod} mint={mint} /> once
    </>
  );
  if (sellMode === 'once') return once;
  return (
    <span>
      <Money amount={amountPerPeriod} mint={mint} /> {periodInWords(periodSeconds)}
      {trialSeconds > 0 && `, the first ${durationInWords(trialSeconds).replace(/^1 /, '')} free`}
      {sellMode === 'both' && <>, or {once}</>}
    </span>
  );
}
