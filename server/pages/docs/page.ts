import type { BuiltGuides, Modes } from '../../../pages/docs/page-data.ts';
import type { Page } from '../document.ts';
import { html } from '../html.ts';
import type { Contract } from './contract.ts';
import type { Facts, ModeFacts } from './facts.ts';
import { fillHtml } from './guides.ts';
import { navigation } from './navigation.ts';
import { prose } from './prose.ts';
import { referenceSections } from './reference.ts';

/** The documentation: guides, then the reference, with what is true of this deployment in their examples. */
export function docsPage(contract: Contract, guides: BuiltGuides, facts: Facts): Page {
  const sections = referenceSections(contract, facts);
  const { info, components } = contract;
  const modes: Modes = { test: modeOf(facts.test), live: modeOf(facts.live) };
  return {
    status: 200,
    title: `${info.title} · Documentation`,
    look: 'docs',
    scripts: ['docs.js'],
    isListed: true,
    share: {
      description:
        'Accept payments and subscriptions in stablecoins on Solana: quickstart, guides and the whole API.',
      image: null,
      url: `${facts.url}/docs`,
    },
    body: html`<a class="skip" href="#main">Skip to the content</a>
      <header class="top row">
        <a class="brand" href="/docs">${info.title} <span class="muted">docs</span></a>
        <button class="button button--quiet open-contents" type="button" popovertarget="contents">
          Contents
        </button>
        <a class="to-dashboard" href="/dashboard">Dashboard</a>
      </header>
      ${navigation(guides, sections)}
      <main id="main" class="stack" data-modes=${JSON.stringify(modes)}>
        <h1>Build with ${info.title}</h1>
        <p>Payments and subscriptions in stablecoins on Solana, from the payer’s wallet straight to yours.</p>
        ${filling()} ${aboutDeployment(facts)}
        ${guides.flatMap(({ guides }) =>
          guides.map(
            ({ id, title, html: text }) =>
              html`<section class="guide stack" id=${id}>
                <h2><a class="anchor" href=${`#${id}`}>${title}</a></h2>
                <div class="stack" dangerouslySetInnerHTML=${{ __html: fillHtml(text, facts) }}></div>
              </section>`,
          ),
        )}
        <section class="stack" id="reference">
          <h2><a class="anchor" href="#reference">Reference</a></h2>
          ${prose(info.description)}
          <p>
            Each operation can be tried where it stands. The contract for your own tools:${' '}
            <a href="/openapi.yaml">openapi.yaml</a>, <a href="/openapi.json">openapi.json</a>.
          </p>
          ${Object.values(components.securitySchemes).map(({ description }) => prose(description))}
        </section>
        ${sections.map(
          ({ id, name, body }) =>
            html`<section class="reference" id=${id}>
              <h3><a class="anchor" href=${`#${id}`}>${name}</a></h3>
              ${body}
            </section>`,
        )}
      </main>`,
  };
}

function modeOf({ tokens }: ModeFacts): Modes['test'] {
  return { mint: tokens[0]?.mint ?? null };
}

/** Which mode the examples are for, and a key in them. It takes a script, so it is not shown without. */
function filling() {
  return html`<div class="filling row" id="filling">
    <fieldset class="languages">
      <legend class="visually-hidden">Mode of the examples</legend>
      <label><input type="radio" name="mode" value="test" checked /><span>Test</span></label>
      <label><input type="radio" name="mode" value="live" /><span>Live</span></label>
    </fieldset>
    <button class="button button--quiet" type="button" id="fill-key">Fill in a test key</button>
    <p class="small" role="status" id="filled">
      The examples have this service’s address and token, and wait for your key.
    </p>
  </div>`;
}

function aboutDeployment({ url, sellMode, test, live }: Facts) {
  return html`<div class="table-frame">
    <table>
      <caption class="visually-hidden">
        This deployment
      </caption>
      <tbody>
        <tr>
          <th scope="row">Address of the API</th>
          <td><code>${url}</code></td>
        </tr>
        <tr>
          <th scope="row">Test mode</th>
          <td>${aboutMode(test)}</td>
        </tr>
        <tr>
          <th scope="row">Live mode</th>
          <td>${aboutMode(live)}</td>
        </tr>
        ${
          sellMode === 'all'
            ? null
            : html`<tr>
                <th scope="row">It sells</th>
                <td>
                  single payments only: create with <code>sellMode: 'once'</code>. Subscriptions in these
                  guides are refused here.
                </td>
              </tr>`
        }
      </tbody>
    </table>
  </div>`;
}

function aboutMode({ isOpen, tokens }: ModeFacts) {
  if (!isOpen) return 'Not open on this deployment: its operator has set up no chain for it.';
  if (tokens.length === 0) return 'Open. There is no token for everybody yet.';
  return tokens.map(
    ({ symbol, mint, decimals }) => html`<div>${symbol}, ${decimals} decimals: <code>${mint}</code></div>`,
  );
}
