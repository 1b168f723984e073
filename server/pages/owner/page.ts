import type { ComponentChild } from 'preact';
import type { PlatformMerchant } from './read.ts';
import type { OwnerModeView, OwnerView } from './read.ts';
import type { Page } from '../document.ts';
import { html } from '../html.ts';

/** Where it is, and where its forms go. */
export const OWNER_PATH = '/owner';

/** What the owner is told about what was asked before; null: nothing. */
export type Told = { tone: 'good' | 'bad'; text: string } | null;

/** The page that asks for the owner's key. `told`: what was wrong with it. */
export function doorPage(told: Told): Page {
  return page(
    told?.tone === 'bad' ? 403 : 200,
    html`<section class="card">
      <h1>Platform owner</h1>
      ${notice(told)}
      <p>
        This page shows merchants, chains, charges that do not move and every process of this deployment. It
        opens with the key in <code>AUTOPAY_OWNER_KEY</code>, and closes after an hour.
      </p>
      <form method="post" action=${`${OWNER_PATH}/sign-in`}>
        <div class="field">
          <label for="key">Owner key</label>
          <input id="key" name="key" type="password" autocomplete="off" required />
        </div>
        <button class="button" type="submit">Open</button>
      </form>
    </section>`,
  );
}

/** Everything, newest or oldest first as it matters. */
export function ownerPage(view: OwnerView, told: Told): Page {
  return page(
    200,
    html`<header>
        <h1>Platform owner</h1>
        <form method="post" action=${`${OWNER_PATH}/sign-out`}>
          <button class="button button--quiet" type="submit">Sign out</button>
        </form>
      </header>
      ${notice(told)} ${view.modes.map(chainSection)} ${view.modes.map(stuckSection)} ${processSection(view)}
      ${merchantSection(view)} ${view.modes.map(tokenSection)} ${view.modes.map(exhaustedSection)}
      ${view.modes.map(reconciledSection)}`,
  );
}

function page(status: number, body: ComponentChild): Page {
  return {
    status,
    title: 'Platform owner',
    look: 'owner',
    hasForm: true,
    scripts: [],
    body: html`<main>${body}</main>`,
  };
}

function notice(told: Told) {
  if (told === null) return null;
  return html`<p role="status" class="badge" data-tone=${told.tone}>${told.text}</p>`;
}

function chainSection({ mode, haltedReason, chain }: OwnerModeView) {
  return html`<section class="card">
    <h2>Chain of ${mode} mode</h2>
    ${
      haltedReason === null
        ? null
        : html`<div class="halt">
            <p><strong>No charge is signed: this chain is halted.</strong></p>
            <p>${haltedReason}</p>
            <p>
              A payer may have paid twice. Look both transfers up on chain, pay back what was taken twice, and
              find out which node was wrong. When you clear the halt, every node is asked for the second
              transfer first; if one denies it, the halt stays.
            </p>
            <form method="post" action=${`${OWNER_PATH}/resume`}>
              <input type="hidden" name="mode" value=${mode} />
              <input type="hidden" name="reason" value=${haltedReason} />
              <label class="consent">
                <input type="checkbox" name="acknowledged" value="yes" required />
                I have looked both transfers up, and what was taken twice is paid back.
              </label>
              <button class="button button--danger" type="submit">Check the nodes, and charge again</button>
            </form>
          </div>`
    }
    <dl>
      ${Object.entries(chain).map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

function stuckSection({ mode, stuck }: OwnerModeView) {
  return html`<section class="card">
    <h2>Charges that do not move, ${mode} mode</h2>
    ${table(
      ['Charge or refund', 'Merchant', 'Since', 'Why'],
      stuck.map(({ chargeId, refundId, merchantId, since, attemptId, signature }) => [
        chargeId ?? refundId,
        merchantId,
        time(since),
        attemptId === null
          ? 'It is due, and nobody has taken it up.'
          : `No node can say what became of ${attemptId} (${signature}).`,
      ]),
      'Every charge that is due was taken up, and every signature is known.',
    )}
  </section>`;
}

function processSection({ processes }: OwnerView) {
  return html`<section class="card">
    <h2>Processes</h2>
    ${table(
      ['Role', 'Version', 'Schema', 'Running since', 'Id'],
      processes.map(({ role, codeVersion, schemaVersion, startedAt, id }) => [
        role ?? 'unknown',
        codeVersion ?? 'older',
        schemaVersion ?? 'unknown',
        startedAt === null ? 'unknown' : startedAt.toISOString(),
        id,
      ]),
      'No process has said within 10 s that it is alive.',
    )}
  </section>`;
}

function merchantSection({ pending, merchants }: OwnerView) {
  const row = ({ id, name, createdAt, approvedAt }: PlatformMerchant) => [
    name,
    id,
    time(createdAt),
    approvedAt === null ? form('merchants/approve', { id }, 'Approve') : time(approvedAt),
  ];
  return html`<section class="card">
    <h2>Merchants that wait for approval</h2>
    ${table(['Name', 'Id', 'Made', ''], pending.map(row), 'None.')}
    <h2>Newest merchants</h2>
    ${table(['Name', 'Id', 'Made', 'Approved'], merchants.map(row), 'None yet.')}
  </section>`;
}

function tokenSection({ mode, tokens, requests }: OwnerModeView) {
  return html`<section class="card">
    <h2>Tokens, ${mode} mode</h2>
    ${table(
      ['Symbol', 'Mint', 'Decimals', 'Class'],
      tokens.map(({ symbol, mint, decimals, floor, ...token }) => [
        symbol,
        mint,
        decimals,
        floor ? `${token.class}, the main token` : token.class,
      ]),
      'The registry is empty, and nothing can be sold. Add a token with POST /v1/platform/tokens.',
    )}
    <h3>Requests for tokens</h3>
    ${table(
      ['Mint', 'Merchant', 'Note', 'Made', ''],
      requests.map(({ id, mint, merchantId, note, createdAt }) => [
        mint,
        merchantId,
        note ?? '',
        time(createdAt),
        html`<form method="post" action=${`${OWNER_PATH}/token-requests/approve`}>
            <input type="hidden" name="mode" value=${mode} />
            <input type="hidden" name="id" value=${id} />
            <input name="symbol" aria-label="Symbol" placeholder="Symbol" maxlength="12" required />
            <button class="button" type="submit">Approve</button>
          </form>
          ${form('token-requests/reject', { mode, id }, 'Reject')}`,
      ]),
      'None are waiting.',
    )}
  </section>`;
}

function exhaustedSection({ mode, exhausted }: OwnerModeView) {
  return html`<section class="card">
    <h2>Webhooks that were given up, ${mode} mode</h2>
    ${table(
      ['Delivery', 'Merchant', 'Endpoint', 'Attempts', 'Made'],
      exhausted.map(({ id, merchantId, endpointId, attempts, createdAt }) => [
        id,
        merchantId,
        endpointId,
        attempts,
        time(createdAt),
      ]),
      'None. The merchant can send one again in the dashboard.',
    )}
  </section>`;
}

function reconciledSection({ mode, reconciled }: OwnerModeView) {
  return html`<section class="card">
    <h2>Books against chain, ${mode} mode</h2>
    ${table(
      ['Day until', 'Looked at', 'Do not match'],
      reconciled.map(({ toAt, finishedAt, checked, mismatches }) => [
        time(toAt),
        finishedAt === null ? `${checked} so far` : checked,
        mismatches === 0 ? 'none' : `${mismatches}: npm run reconcile names them`,
      ]),
      'No day has been looked at yet.',
    )}
  </section>`;
}

function form(action: string, values: Record<string, string>, label: string) {
  return html`<form method="post" action=${`${OWNER_PATH}/${action}`}>
    ${Object.entries(values).map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
    <button class="button button--quiet" type="submit">${label}</button>
  </form>`;
}

function table(heads: readonly string[], rows: readonly (readonly unknown[])[], none: string) {
  if (rows.length === 0) return html`<p>${none}</p>`;
  return html`<div class="table-frame">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell, at) => html`<td data-head=${heads[at]}>${cell as ComponentChild}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function time(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
