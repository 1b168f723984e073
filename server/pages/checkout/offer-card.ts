import { brandHead } from '../brand.ts';
import { html } from '../html.ts';
import type { Spoken } from '../languages.ts';
import type { Offer } from '../../../pages/checkout/page-data.ts';

/** What is sold, by whom and for how much, for those whose browser runs no script, and until it has. */
export function offerCard(offer: Offer, spoken: Spoken) {
  const { amountInWords, durationInWords, periodInWords } = spoken;
  const words = spoken.catalogue.served;
  const { merchantName, brand, name, sellMode, symbol, decimals, livemode } = offer;
  const price = (amount: string) =>
    html`<strong class="price-amount">${amountInWords(amount, decimals)}</strong> ${symbol}`;
  return html`<header class="head">
      ${brandHead({ merchantName, brand, test: livemode ? null : words.test })}
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
              >${words.untilYouCancel(periodInWords(offer.periodSeconds))}</span
            >
          </p>`
    }
    ${
      sellMode !== 'once' && offer.trialSeconds > 0
        ? html`<p>${words.freeFirst(durationInWords(offer.trialSeconds))}</p>`
        : null
    }
    ${
      sellMode === 'subscription'
        ? null
        : html`<p class="price">
            ${sellMode === 'both' ? words.or : ''}${price(offer.amountOnce ?? offer.amountPerPeriod)}${' '}
            <span class="muted">${words.once}</span>
          </p>`
    }`;
}
