import type { WalletMandate } from '@autopay/sdk';
import { amountInWords, common, periodInWords } from '../words/here.ts';
import type { State } from './state-of.ts';
import { words } from './words.ts';

/** How much, in what, how often. */
export function PriceOf({ mandate }: { mandate: WalletMandate }) {
  const { amountPerPeriod, decimals, symbol, sellMode, periodSeconds } = mandate;
  return (
    <span class="price">
      <strong class="price-amount">{amountInWords(amountPerPeriod, decimals)}</strong> <bdi>{symbol}</bdi>{' '}
      <span class="muted">{sellMode === 'once' ? common.once : periodInWords(periodSeconds)}</span>
    </span>
  );
}

/** Whose it is, what was bought, and its price: above everything that is done to a mandate. */
export function WhatFor({ mandate }: { mandate: WalletMandate }) {
  return (
    <p>
      <bdi class="mandate-merchant">{mandate.merchantName}</bdi>
      {mandate.name && (
        <>
          <br />
          <bdi class="mandate-name">{mandate.name}</bdi>
        </>
      )}
      <br />
      <PriceOf mandate={mandate} />
    </p>
  );
}

/** How it stands, as words on a colour. */
export function StateBadge({ state: { name, tone } }: { state: State }) {
  return (
    <span class="badge" data-tone={tone}>
      {words.states[name]}
    </span>
  );
}
