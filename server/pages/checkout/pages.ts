import { chainOf as walletChainOf } from '@autopay/checkout-js/wallets';
import { chainOf, type Deployment } from '../../deployment.ts';
import { PAYMENT_LINK, PRODUCT } from '../../../rules/offers/present.ts';
import { showOpenOffer } from '../../offers/open-offer.ts';
import type { Page, Pages } from '../document.ts';
import { periodInWords } from '@autopay/checkout-js/words';
import { amountInWords } from '../../../pages/words/amount.ts';
import { html } from '../html.ts';
import type { CheckoutPageData, Offer } from '../../../pages/checkout/page-data.ts';
import { offerCard } from './offer-card.ts';

/** The hosted checkout: payment links, products, and mandates that a merchant's server made. */
export function checkoutPages(deployment: Deployment): Pages {
  return {
    '/pay/:id': async ({ params }) =>
      offerPage(deployment, await showOpenOffer(deployment, PAYMENT_LINK, String(params['id']))),
    '/p/:id': async ({ params }) =>
      offerPage(deployment, await showOpenOffer(deployment, PRODUCT, String(params['id']))),
    // Whose mandate it is, only its secret tells, and that stays in the browser: the same page for every id.
    '/checkout/:id': () => ({
      ...checkoutPage(deployment, { offer: null, chain: null }, false),
      title: 'Checkout · Autopay',
      share: {
        description: 'A payment request. Its terms are shown only to whoever holds the whole link.',
        image: null,
        url: `${deployment.publicUrl()}/checkout`,
      },
      body: frame(
        html`<h1>Checkout</h1>
          <noscript>
            <p>
              This page needs JavaScript: the terms of this payment are shown only to whoever holds the whole
              link, and the part after the # never leaves your browser. Opening it does not pay anything.
            </p>
          </noscript>
          <p class="working muted needs-script">Reading the terms</p>`,
      ),
    }),
  };
}

function offerPage(deployment: Deployment, offer: Offer): Page {
  const chain = chainOf(deployment, offer.livemode);
  const data = { offer, chain: chain && walletChainOf(chain) };
  const image = offer.object === 'checkout_product' ? offer.imageUrl : null;
  return {
    ...checkoutPage(deployment, data, offer.livemode),
    title: `${offer.name} · ${offer.merchantName}`,
    share: { description: summaryOf(offer), image, url: `${deployment.publicUrl()}${offer.url}` },
    image,
    body: frame(
      html`${offerCard(offer)}
        <noscript>
          <p class="message">
            To pay, open this page with JavaScript, in a browser that has a Solana wallet. You will see
            exactly what you agree to before you sign anything. Opening this page does not pay anything.
          </p>
        </noscript>
        <p class="working muted needs-script">Looking for your wallets</p>`,
    ),
  };
}

/** What it costs and what it is, for previews of links to it. */
function summaryOf(offer: Offer): string {
  const { sellMode, symbol, decimals, merchantName, description, livemode } = offer;
  const often = `${amountInWords(offer.amountPerPeriod, decimals)} ${symbol} ${periodInWords(offer.periodSeconds || 1)}`;
  const once = `${amountInWords(offer.amountOnce ?? offer.amountPerPeriod, decimals)} ${symbol} once`;
  const price = sellMode === 'both' ? `${often}, or ${once}` : sellMode === 'once' ? once : often;
  const what = `${price}, to ${merchantName}${livemode ? '' : ' (test: no real money)'}.`;
  return description === null ? what : `${what} ${description.replaceAll('\n', ' ')}`;
}

function checkoutPage(
  deployment: Deployment,
  data: CheckoutPageData,
  livemode: boolean,
): Omit<Page, 'title' | 'body'> {
  const hasTestWallet = !livemode && deployment.chains.test?.isLocalnet === true;
  return {
    status: 200,
    look: 'checkout',
    scripts: ['checkout.js', ...(hasTestWallet ? ['test-wallet.js'] : [])],
    data,
  };
}

function frame(content: unknown) {
  return html`<main class="card" id="checkout">${content}</main>
    <footer class="foot small muted">
      Payments go straight from wallet to wallet.${' '}<a href="/wallet"
        >See and stop the payments from your wallet</a
      >
    </footer>`;
}
