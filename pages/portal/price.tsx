import { periodInWords } from '@autopay/checkout-js/words';
import type { WalletMandate } from '@autopay/sdk';
import { amountInWords } from '../words/amount.ts';
import type { StateInWords } from './state-of.ts';

/** How much, in what, how often. */
export function PriceOf({ mandate }: { mandate: WalletMandate }) {
  const { amountPerPeriod, decimals, symbol, sellMode, periodSeconds } = mandate;
  return (
    <span class="price">
      <strong class="price-amount">{amountInWords(amountPerPeriod, decimals)}</strong> <bdi>{symbol}</bdi>{' '}
      <span class="muted">{sellMode === 'once' ? 'once' : periodInWords(periodSeconds)}</span>
    </span>
  );
}

/** How it stands, as words on a colour. */
export function StateBadge({ state: { label, tone } }: { state: StateInWords }) {
  return (
    <span class="badge" data-tone={tone}>
      {label}
    </span>
  );
}
