import type { Pages } from './document.ts';
import { html } from './html.ts';

/** Where anybody checks a charge's proof, in their own browser: the page asks nobody, this service neither. */
export function proofPages(): Pages {
  return {
    '/proof': () => ({
      status: 200,
      title: 'Check the proof of a payment · Autopay',
      look: 'notice',
      scripts: ['proof.js'],
      body: html`<main class="card">
        <h1>Check the proof of a payment</h1>
        <p>
          A merchant can give you the proof that a payer agreed to a payment: what the payer signed, and the
          transaction that moved the money. It is checked in this browser. The file is not sent anywhere.
        </p>
        <div id="proof">
          <noscript
            ><p>This page needs JavaScript, or on a command line: npx @autopay/sdk verify-proof</p></noscript
          >
        </div>
      </main>`,
    }),
  };
}
