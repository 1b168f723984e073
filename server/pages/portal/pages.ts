import { chainOf as walletChainOf } from '@autopay/checkout-js/wallets';
import type { Deployment } from '../../deployment.ts';
import type { Pages } from '../document.ts';
import { html } from '../html.ts';
import type { PortalMode, PortalPageData } from '../../../pages/portal/page-data.ts';

/** The payer's portal, where a wallet sees and stops what may be pulled from it. */
export function portalPages(deployment: Deployment): Pages {
  return {
    '/wallet': () => ({
      status: 200,
      title: 'Your payments · Autopay',
      look: 'portal',
      scripts: ['portal.js', ...(deployment.chains.test?.isLocalnet ? ['test-wallet.js'] : [])],
      data: { modes: modesOf(deployment) } satisfies PortalPageData,
      body: html`<main id="portal">
        <div class="card stack">
          <h1>Your payments</h1>
          <p>See what may be collected from your wallet, stop it, or renew it.</p>
          <noscript>
            <p class="message">
              This page needs JavaScript, in a browser that has your Solana wallet. Without it you can still
              stop everything: take back the approval of your token account in your wallet, and nothing more
              is collected.
            </p>
          </noscript>
          <p class="working muted needs-script">Looking for your wallets</p>
        </div>
      </main>`,
    }),
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
