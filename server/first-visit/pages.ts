import type { Finding } from '../doctor/finding.ts';
import type { Page } from '../pages/document.ts';
import { html } from '../pages/html.ts';
import type { LiveItem } from '../../rules/live-checklist/decide.ts';

/** What happened to a form of the page: why it was refused, or what it found. */
export interface Said {
  step: 'access' | 'owner' | 'chain' | 'token' | 'finish';
  problem: string | null;
}

/** What the page shows to whoever sent the token. */
export interface Progress {
  /** Null until somebody has made the owner. */
  merchantName: string | null;
  /** The live chain, or null: the settings name none. */
  live: { feePayer: string; sol: string | null; isFunded: boolean } | null;
  hasToken: boolean;
  /** Of the first merchant; empty before there is one. */
  items: readonly LiveItem[];
  /** What the nodes that were asked about said. */
  nodes: readonly Finding[];
  said: Said | null;
}

/** USD Coin of Circle on mainnet, as most payers have. */
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

const page = (status: number, title: string, body: unknown): Page => ({
  status,
  title,
  look: 'setup',
  scripts: [],
  hasForm: true,
  body: html`<main>
    <h1>${title}</h1>
    ${body}
  </main>`,
});

/** Asks for the token that is in the settings and in the log. */
export function tokenPage(said: Said | null): Page {
  return page(
    said === null ? 200 : 403,
    'Set up this deployment',
    html`<p>
        Nobody has set up this deployment yet. Whoever runs it finds the token in its log and, as
        <code> AUTOPAY_SETUP_TOKEN</code>, in its settings.
      </p>
      <form method="post" action="/setup/access" class="card">
        ${field('token', 'Token', html`<input id="token" name="token" class="input mono" required autocomplete="off" />`)}
        ${problemOf(said, 'access')}
        <button class="button">Continue</button>
      </form>`,
  );
}

/** The steps, each done or with what it still wants. */
export function progressPage(progress: Progress): Page {
  const { merchantName, said } = progress;
  return page(
    said?.problem ? 400 : 200,
    'Set up this deployment',
    html`<ol class="steps">
        ${step('You and your business', merchantName === null ? null : `${merchantName} is ready, and you are signed in.`, ownerForm(said))}
        ${chainStep(progress)} ${tokenStep(progress)}
      </ol>
      ${missing(progress.items)}
      <p><a href="/setup/doctor">Look at everything this deployment stands on</a></p>
      ${
        merchantName === null
          ? null
          : html`<form method="post" action="/setup/finish" class="card">
              <p>
                Finish when you like: test mode works without a live chain. This page is gone then. What is
                missing for real money stays listed in the dashboard under Going live.
              </p>
              ${problemOf(said, 'finish')}
              <button class="button">Finish, and open the dashboard</button>
            </form>`
      }`,
  );
}

/** The keys of the first merchant: nothing else ever shows them again. */
export function keysPage({ test, live }: { test: string; live: string }): Page {
  return page(
    200,
    'Keep these keys',
    html`<p>
        Your server uses them. They are shown here once; in the dashboard you can make others at any time.
      </p>
      <dl class="card">
        <dt>For test mode</dt>
        <dd class="mono">${test}</dd>
        <dt>For real money</dt>
        <dd class="mono">${live}</dd>
      </dl>
      <p><a class="button" href="/setup">Go on</a></p>`,
  );
}

/** What the doctor found, with what cures it. */
export function doctorPage(findings: readonly Finding[]): Page {
  const parts = Map.groupBy(findings, ({ part }) => part);
  return page(
    200,
    'What this deployment stands on',
    html`${[...parts].map(
        ([part, found]) =>
          html`<section class="card">
            <h2>${part}</h2>
            ${findingList(found)}
          </section>`,
      )}
      <p><a class="button button--quiet" href="/setup">Back</a></p>`,
  );
}

function step(title: string, done: string | null, form: unknown) {
  return html`<li class="card" data-state=${done === null ? 'missing' : 'done'}>
    <h2>${title}</h2>
    ${done === null ? form : html`<p>${done}</p>`}
  </li>`;
}

function ownerForm(said: Said | null) {
  return html`<form method="post" action="/setup/owner">
    <p>You own the first merchant of this deployment. Others can join it, or sign up for their own.</p>
    ${field('name', 'Name of your business', html`<input id="name" name="name" class="input" required maxlength="64" />`)}
    ${field('email', 'E-mail', html`<input id="email" name="email" type="email" class="input" required autocomplete="username" />`)}
    ${field(
      'password',
      'Password, at least 10 characters',
      html`<input
        id="password"
        name="password"
        type="password"
        class="input"
        required
        minlength="10"
        maxlength="256"
        autocomplete="new-password"
      />`,
    )}
    <label class="check">
      <input type="checkbox" name="acknowledged" value="yes" required />
      <span
        >I understand that payments go straight to my wallet, and that a settled one cannot be reversed.</span
      >
    </label>
    ${problemOf(said, 'owner')}
    <button class="button">Make the owner</button>
  </form>`;
}

function chainStep({ live, nodes, said }: Progress) {
  const title = 'The network for real money';
  if (live !== null) {
    const { feePayer, sol, isFunded } = live;
    const balance = sol === null ? 'The network did not answer just now.' : `It holds ${sol} SOL.`;
    return html`<li class="card" data-state=${isFunded ? 'done' : 'missing'}>
      <h2>${title}</h2>
      <p>This deployment is connected. Network fees are paid from <code>${feePayer}</code>. ${balance}</p>
      ${isFunded ? null : html`<p>Send it SOL: 0.1 SOL pays for about 10,000 charges. Keep little there.</p>`}
    </li>`;
  }
  return html`<li class="card" data-state="missing">
    <h2>${title}</h2>
    <form method="post" action="/setup/chain">
      <p>
        Solana is reached through a provider's RPC address. Give one, or two of different providers with a
        comma between them: this page asks them and says what to write into the settings.
      </p>
      ${field('urls', 'RPC addresses', html`<input id="urls" name="urls" class="input mono" required placeholder="https://" autocomplete="off" />`)}
      ${problemOf(said, 'chain')}
      <button class="button">Ask them</button>
    </form>
    ${nodes.length === 0 ? null : findingList(nodes)}
    ${
      nodes.length === 0 || nodes.some(({ verdict }) => verdict === 'wrong')
        ? null
        : html`<p>
              They will do. Write them into the settings, as <code>AUTOPAY_LIVE_RPC_URL=</code> and what you
              entered, in <code>deployment/autopay.env</code> with Docker and
              <code>/etc/autopay/autopay.env</code> on a server. Then start the processes again and come back
              here:
            </p>
            <pre class="mono">docker compose up -d --force-recreate api worker</pre>
            <pre class="mono">systemctl restart autopay-worker autopay-api</pre>`
    }
  </li>`;
}

function tokenStep({ live, hasToken, said }: Progress) {
  if (hasToken) return step('A token to be paid in', 'Real money can be paid in at least one token.', null);
  if (live === null)
    return step('A token to be paid in', null, html`<p>This needs the network for real money first.</p>`);
  return step(
    'A token to be paid in',
    null,
    html`<form method="post" action="/setup/token">
      <p>The address below is USD Coin's. Its decimals are read from the network.</p>
      ${field('symbol', 'Symbol', html`<input id="symbol" name="symbol" class="input" required value="USDC" />`)}
      ${field('mint', 'Address of the token', html`<input id="mint" name="mint" class="input mono" required value=${USDC} />`)}
      ${problemOf(said, 'token')}
      <button class="button">Accept this token</button>
    </form>`,
  );
}

function missing(items: readonly LiveItem[]) {
  const left = items.filter(({ state, required }) => state === 'missing' && required);
  if (left.length === 0) return null;
  return html`<section>
    <h2>Missing for real money</h2>
    <ul>
      ${left.map(({ message }) => html`<li>${message}</li>`)}
    </ul>
  </section>`;
}

function findingList(findings: readonly Finding[]) {
  return html`<ul class="findings">
    ${findings.map(
      ({ verdict, what, found, cure }) =>
        html`<li data-verdict=${verdict}>
          <strong>${VERDICTS[verdict]}</strong> ${what}: ${found}${cure === null ? null : html`<br />${cure}`}
        </li>`,
    )}
  </ul>`;
}

const VERDICTS = { ok: 'Fine.', warn: 'Look at this.', wrong: 'Wrong.' };

function field(id: string, label: string, control: unknown) {
  return html`<div class="field"><label for=${id}>${label}</label>${control}</div>`;
}

function problemOf(said: Said | null, step: Said['step']) {
  if (said === null || said.step !== step || said.problem === null) return null;
  return html`<p class="error" role="alert">${said.problem}</p>`;
}
