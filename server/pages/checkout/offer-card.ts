import { durationInWords, periodInWords } from '@autopay/checkout-js/words';
import { html } from '../html.ts';
import { amountInWords } from '../../../pages/words/amount.ts';
import type { Offer } from '../../../pages/checkout/page-data.ts';

/** What is sold, by whom and for how much, for those whose browser runs no script, and until it has. */
export function offerCard(offer: Offer) {
  const { merchantName, name, sellMode, symbol, decimals, livemode } = offer;
  const price = (amount: string) =>
    html`<strong class="price-amount">${amountInWords(amount, decimals)}</strong> ${symbol}`;
  return html`<header class="head">
      <p class="merchant">
        <bdi>${merchantName}</bdi>${livemode ? null : html` <span class="badge" data-tone="warn">Test</span>`}
      </p>
      <h1><bdi>${name}</bdi></h1>
    </header>
    ${
      offer.object === 'checkout_product' && offer.imageUrl !== null
        ? html`<img class="picture" src=${offer.imageUrl} alt="" referrerpolicy="no-referrer" />`
        : null
    }
    ${offer.description === null ? null : html`<p class="about">${offer.description}</p>`}
    ${
      sellMode === 'once'
        ? null
        : html`<p class="price">
            ${price(offer.amountPerPeriod)}${' '}<span class="muted"
              >${periodInWords(offer.periodSeconds)}, until you cancel</span
            >
          </p>`
    }
    ${
      sellMode !== 'once' && offer.trialSeconds > 0
        ? html`<p>Free for ${durationInWords(offer.trialSeconds)} first.</p>`
        : null
    }
    ${
      sellMode === 'subscription'
        ? null
        : html`<p class="price">
            ${sellMode === 'both' ? 'or ' : ''}${price(offer.amountOnce ?? offer.amountPerPeriod)}${' '}
            <span class="muted">once</span>
          </p>`
    }`;
}
