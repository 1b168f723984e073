import type { Deployment } from '../../deployment.ts';
import type { Pages } from '../document.ts';
import { html } from '../html.ts';

/** The merchant's dashboard: one page, whose script does the rest over the public API. */
export function dashboardPages(deployment: Deployment): Pages {
  return {
    '/dashboard{/*place}': () => ({
      status: 200,
      title: 'Dashboard · Autopay',
      look: 'dashboard',
      // A logo is shown before it is saved.
      pictures: 'any',
      // The test wallet proves a payout wallet and pays links on the embedded network, and stands nowhere else.
      scripts: ['dashboard.js', ...(deployment.chains.test?.isLocalnet ? ['test-wallet.js'] : [])],
      body: html`<div id="dashboard" data-mail="${deployment.mail === null ? 'no' : 'yes'}">
        <noscript>
          <main class="card">
            <h1>Autopay dashboard</h1>
            <p>
              This page needs JavaScript. Everything it shows is in the API too: see
              <a href="/docs">the reference</a>.
            </p>
          </main>
        </noscript>
        <p class="working muted needs-script">Reading</p>
      </div>`,
    }),
  };
}
