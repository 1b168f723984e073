import { chainOf as walletChainOf } from '@autopay/checkout-js/wallets';
import type { Deployment } from '../../deployment.ts';
import type { Page, Pages } from '../document.ts';
import { operatorName } from '../brand.ts';
import { html } from '../html.ts';
import { languageChoice } from '../language-choice.ts';
import { languageOf, type Spoken } from '../languages.ts';
import type { PortalMode, PortalPageData } from '../../../pages/portal/page-data.ts';

/** The payer's portal, where a wallet sees and stops what may be pulled from it. */
export function portalPages(deployment: Deployment): Pages {
  return {
    '/wallet': (req) => portalPage(deployment, languageOf(req)),
  };
}

function portalPage(deployment: Deployment, spoken: Spoken): Page {
  const words = spoken.catalogue.served;
  return {
    status: 200,
    title: words.portalTitle,
    look: 'portal',
    pictures: 'any',
    language: { tag: spoken.tag, dir: spoken.dir },
    scripts: [
      `words-portal-${spoken.code}.js`,
      'portal.js',
      ...(deployment.chains.test?.isLocalnet ? ['test-wallet.js'] : []),
    ],
    data: { modes: modesOf(deployment) } satisfies PortalPageData,
    body: html`<main id="portal">
        <div class="card stack">
          <h1>${words.portalHeading}</h1>
          <p>${words.portalAbout}</p>
          <noscript>
            <p class="message">${words.portalNeedsScript}</p>
          </noscript>
          <p class="working muted needs-script">${words.lookingForWallets}</p>
        </div>
      </main>
      <footer class="foot small muted">
        <p>${words.runBy(html`<bdi>${operatorName(deployment)}</bdi>`)}</p>
        ${languageChoice(spoken)}
      </footer>`,
  };
}

/** Those that have a chain; without any, both, since what was agreed can be read all the same. */
function modesOf({ chains }: Deployment): PortalMode[] {
  const modes = (['live', 'test'] as const).map((mode) => {
    const chain = chains[mode];
    return { mode, chain: chain && walletChainOf(chain) };
  });
  const reachable = modes.filter(({ mode }) => chains[mode] !== null);
  return reachable.length > 0 ? reachable : modes;
}
