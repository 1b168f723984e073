import type { ComponentChild } from 'preact';
import { type Brand, brandOf } from '../../../rules/merchants/branding.ts';
import { displayName } from '../../../rules/display-name.ts';
import { brandedPage, brandHead } from '../brand.ts';
import type { Page } from '../document.ts';
import { html } from '../html.ts';
import type { Spoken } from '../languages.ts';
import { noticePage } from '../notice.ts';

/** Whose notices a page is about. */
export interface OfSeller {
  /** As payers are shown it. */
  seller: { name: string; brand: Brand };
  livemode: boolean;
}

/** How a payer's notices of one merchant stand, for whoever may see it. */
export interface Choice extends OfSeller {
  /** Whether the reader's wallet signed in; else they come from the checkout, and see whether notices are on and nothing more. */
  isPayer: boolean;
  isOn: boolean;
  isWaiting: boolean;
  shared: boolean;
  /** The address in use, for its payer. */
  address: string | null;
  waitingAddress: string | null;
  /** What the form that was just sent did. */
  said: { kind: 'invalid'; address: string } | { kind: 'refused' | 'busy' | 'removed' | 'saved' } | null;
}

/** A merchant as these pages name it. */
export function sellerOf(merchant: Brand & { name: string }): OfSeller['seller'] {
  return { name: displayName(merchant.name), brand: brandOf(merchant) };
}

const TONE = { invalid: 'bad', busy: 'warn', refused: 'warn', removed: 'good', saved: 'good' } as const;
const STATUS = { invalid: 400, busy: 429, refused: 200, removed: 200, saved: 200 } as const;

/** Where a payer gives, changes and removes an address. `foot` stands below. */
export function choicePage(choice: Choice, spoken: Spoken, foot: ComponentChild): Page {
  const words = spoken.catalogue.served;
  const { seller, isPayer, isOn, isWaiting, address, waitingAddress, said } = choice;
  const mayGive = isPayer || !isOn;
  return {
    ...sellersPage(STATUS[said?.kind ?? 'saved'], words.notices, choice, spoken),
    body: html`<main class="card">
        ${headOf(choice, spoken)}
        <h1>${words.notices}</h1>
        <p>${words.noticesAbout(seller.name)}</p>
        ${
          said !== null &&
          html`<p class="message" data-tone=${TONE[said.kind]} role="status" id="said">
            ${words.noticesSaid[said.kind]}
          </p>`
        }
        ${isOn && html`<p>${address === null ? words.noticesOn : words.noticesGoTo(html`<bdi>${address}</bdi>`)}</p>`}
        ${
          isWaiting &&
          html`<p class="message">
            ${waitingAddress === null ? words.noticesWait : words.noticesWaitAt(html`<bdi>${waitingAddress}</bdi>`)}
          </p>`
        }
        ${isOn && !isPayer && html`<p>${words.noticesChangeThere}</p>`} ${mayGive && giveForm(choice, spoken)}
        ${isPayer && (isOn || isWaiting) && manageForms(choice, spoken)}
        <nav class="ways" aria-label=${words.fromHere}>
          <a class="button button--quiet" href="/wallet">${words.portalHeading}</a>
        </nav>
      </main>
      ${foot}`,
  };
}

/** A page with a form about the notices of one seller. */
function sellersPage(status: number, title: string, { seller }: OfSeller, spoken: Spoken): Page {
  return { ...noticePage(status, title, [], spoken), hasForm: true, ...brandedPage(seller.brand) };
}

function headOf({ seller, livemode }: OfSeller, { catalogue }: Spoken) {
  const test = livemode ? null : catalogue.served.test;
  return brandHead({ merchantName: seller.name, brand: seller.brand, test });
}

function giveForm({ isOn, isWaiting, shared, said }: Choice, spoken: Spoken) {
  const words = spoken.catalogue.served;
  const isInvalid = said?.kind === 'invalid';
  return html`<form method="post" class="stack">
    <div class="field">
      <label for="email">${isOn || isWaiting ? words.noticesOtherAddress : words.noticesAddress}</label>
      <input
        class="input"
        id="email"
        type="email"
        name="email"
        value=${isInvalid ? said.address : ''}
        autocomplete="email"
        maxlength="254"
        required
        aria-invalid=${isInvalid}
        aria-describedby=${isInvalid ? 'said' : undefined}
      />
    </div>
    <label class="check">
      <input type="checkbox" name="share" checked=${shared} />
      <span>${words.noticesShare}</span>
    </label>
    <button class="button button--wide" type="submit">${words.noticesSend}</button>
  </form>`;
}

function manageForms({ shared }: Choice, spoken: Spoken) {
  const words = spoken.catalogue.served;
  return html`<form method="post">
      <input type="hidden" name="share" value=${shared ? 'off' : 'on'} />
      <button class="button button--quiet button--wide" name="do" value="share">
        ${shared ? words.noticesHide : words.noticesShow}
      </button>
    </form>
    <form method="post">
      <button class="button button--danger button--wide" name="do" value="remove">
        ${words.noticesRemove}
      </button>
    </form>`;
}

/** Behind the link of a mail: its button puts `address` in use for notices of the seller. */
export function confirmPage(
  { address, ...of }: OfSeller & { address: string },
  spoken: Spoken,
  foot: ComponentChild,
): Page {
  const words = spoken.catalogue.served;
  return {
    ...sellersPage(200, words.confirmAddress, of, spoken),
    body: html`<main class="card">
        ${headOf(of, spoken)}
        <h1>${words.confirmAddress}</h1>
        <p>
          <strong><bdi>${address}</bdi></strong>
        </p>
        <p>${words.confirmAddressAbout(html`<bdi>${of.seller.name}</bdi>`)}</p>
        <form method="post">
          <button class="button button--wide" type="submit">${words.confirmAddressNow}</button>
        </form>
      </main>
      ${foot}`,
  };
}
