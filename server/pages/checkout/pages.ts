import { chainOf as walletChainOf } from '@autopay/checkout-js/wallets';
import { chainOf, type Deployment } from '../../deployment.ts';
import { PAYMENT_LINK, PRODUCT } from '../../../rules/offers/present.ts';
import { showOpenOffer } from '../../offers/open-offer.ts';
import type { Page, Pages } from '../document.ts';
import { languageChoice } from '../language-choice.ts';
import { languageOf, type Spoken } from '../languages.ts';
import { brandedPage, operatorName } from '../brand.ts';
import { html } from '../html.ts';
import type { CheckoutPageData, Offer } from '../../../pages/checkout/page-data.ts';
import { offerCard } from './offer-card.ts';

/** The hosted checkout: payment links, products, and mandates that a merchant's server made. */
export function checkoutPages(deployment: Deployment): Pages {
  return {
    '/pay/:id': async (req) =>
      offerPage(
        deployment,
        await showOpenOffer(deployment, PAYMENT_LINK, String(req.params['id'])),
        languageOf(req),
      ),
    '/p/:id': async (req) =>
      offerPage(
        deployment,
        await showOpenOffer(deployment, PRODUCT, String(req.params['id'])),
        languageOf(req),
      ),
    // Whose mandate it is, only its secret tells, and that stays in the browser: the same page for every id.
    '/checkout/:id': (req) => mandatePage(deployment, languageOf(req)),
  };
}

function mandatePage(deployment: Deployment, spoken: Spoken): Page {
  const words = spoken.catalogue.served;
  return {
    ...checkoutPage(deployment, { offer: null, chain: null }, false, spoken),
    preloads: [`words-paying-${spoken.code}.js`, 'mandate-flow.js'],
    pictures: 'any',
    title: words.checkoutTitle,
    share: {
      description: words.checkoutShared,
      image: null,
      url: `${deployment.publicUrl()}/checkout`,
    },
    body: frame(
      html`<h1>${words.checkoutHeading}</h1>
        <noscript>
          <p>${words.checkoutNeedsScript}</p>
        </noscript>
        <p class="working muted needs-script">${words.readingTerms}</p>`,
      deployment,
      spoken,
    ),
  };
}

function offerPage(deployment: Deployment, offer: Offer, spoken: Spoken): Page {
  const words = spoken.catalogue.served;
  const chain = chainOf(deployment, offer.livemode);
  const data = { offer, chain: chain && walletChainOf(chain) };
  const image = offer.object === 'checkout_product' ? offer.imageUrl : null;
  return {
    ...checkoutPage(deployment, data, offer.livemode, spoken),
    title: `${offer.name} · ${offer.merchantName}`,
    share: { description: summaryOf(offer, spoken), image, url: `${deployment.publicUrl()}${offer.url}` },
    ...brandedPage(offer.brand, [image]),
    body: frame(
      html`<div class="what">${offerCard(offer, spoken)}</div>
        <div class="pay">
          <noscript>
            <p class="message">${words.offerNeedsScript}</p>
          </noscript>
          <p class="working muted needs-script">${words.lookingForWallets}</p>
        </div>`,
      deployment,
      spoken,
    ),
  };
}

/** What it costs and what it is, for previews of links to it. */
function summaryOf(offer: Offer, { catalogue, priceInWords, periodInWords }: Spoken): string {
  const words = catalogue.served;
  const { sellMode, merchantName, description, livemode } = offer;
  const often = words.priceOften(
    priceInWords(offer.amountPerPeriod, offer),
    periodInWords(offer.periodSeconds || 1),
  );
  const once = words.priceOnce(priceInWords(offer.amountOnce ?? offer.amountPerPeriod, offer));
  const price = sellMode === 'both' ? words.eitherPrice(often, once) : sellMode === 'once' ? once : often;
  const what = words.summary(price, merchantName, !livemode);
  return description === null ? what : `${what} ${description.replaceAll('\n', ' ')}`;
}

function checkoutPage(
  deployment: Deployment,
  data: Omit<CheckoutPageData, 'operator'>,
  livemode: boolean,
  { code, tag, dir }: Spoken,
): Omit<Page, 'title' | 'body'> {
  const hasTestWallet = !livemode && deployment.chains.test?.isLocalnet === true;
  return {
    status: 200,
    look: 'checkout',
    language: { tag, dir },
    scripts: [`words-checkout-${code}.js`, 'checkout.js', ...(hasTestWallet ? ['test-wallet.js'] : [])],
    laterWords: `words-paying-${code}.js`,
    data: { ...data, operator: operatorName(deployment) } satisfies CheckoutPageData,
  };
}

function frame(content: unknown, deployment: Deployment, spoken: Spoken) {
  const words = spoken.catalogue.served;
  return html`<main class="card" id="checkout">${content}</main>
    <footer class="foot small muted">
      <p>${words.runBy(html`<bdi>${operatorName(deployment)}</bdi>`)}</p>
      <a href="/wallet">${words.seeAndStop}</a>${languageChoice(spoken)}
    </footer>`;
}
