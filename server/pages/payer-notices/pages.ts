import type { Page } from '../document.ts';
import { html } from '../html.ts';
import type { Spoken } from '../languages.ts';
import { noticePage } from '../notice.ts';

/** How a payer's notices of one merchant stand, for whoever may see it. */
export interface Choice {
  merchant: string;
  livemode: boolean;
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

const STATUS = { invalid: 400, busy: 429, refused: 200, removed: 200, saved: 200 } as const;

/** Where a payer gives, changes and removes an address. */
export function choicePage(choice: Choice, spoken: Spoken): Page {
  const words = spoken.catalogue.served;
  const { merchant, livemode, isPayer, isOn, isWaiting, address, waitingAddress, said } = choice;
  const mayGive = isPayer || !isOn;
  return {
    ...noticePage(STATUS[said?.kind ?? 'saved'], words.notices, [], spoken),
    hasForm: true,
    body: html`<main class="card">
      <h1>${words.notices}</h1>
      ${!livemode && html`<p><strong>${words.test}</strong></p>`}
      <p>${words.noticesAbout(merchant)}</p>
      ${said !== null && html`<p role="status"><strong>${words.noticesSaid[said.kind]}</strong></p>`}
      ${isOn && html`<p>${address === null ? words.noticesOn : words.noticesGoTo(html`<bdi>${address}</bdi>`)}</p>`}
      ${
        isWaiting &&
        html`<p>
          ${waitingAddress === null ? words.noticesWait : words.noticesWaitAt(html`<bdi>${waitingAddress}</bdi>`)}
        </p>`
      }
      ${isOn && !isPayer && html`<p>${words.noticesChangeThere}</p>`} ${mayGive && giveForm(choice, spoken)}
      ${isPayer && (isOn || isWaiting) && manageForms(choice, spoken)}
      <nav class="ways" aria-label=${words.fromHere}>
        <a class="button button--quiet" href="/wallet">${words.portalHeading}</a>
      </nav>
    </main>`,
  };
}

function giveForm({ isOn, isWaiting, shared, said }: Choice, spoken: Spoken) {
  const words = spoken.catalogue.served;
  const typed = said?.kind === 'invalid' ? said.address : '';
  return html`<form method="post">
    <p>
      <label>
        ${isOn || isWaiting ? words.noticesOtherAddress : words.noticesAddress}<br />
        <input type="email" name="email" value=${typed} autocomplete="email" maxlength="254" required />
      </label>
    </p>
    <p>
      <label><input type="checkbox" name="share" checked=${shared} /> ${words.noticesShare}</label>
    </p>
    <button class="button" type="submit">${words.noticesSend}</button>
  </form>`;
}

function manageForms({ shared }: Choice, spoken: Spoken) {
  const words = spoken.catalogue.served;
  return html`<form method="post">
      <input type="hidden" name="share" value=${shared ? 'off' : 'on'} />
      <button class="button button--quiet" name="do" value="share">
        ${shared ? words.noticesHide : words.noticesShow}
      </button>
    </form>
    <form method="post">
      <button class="button button--quiet" name="do" value="remove">${words.noticesRemove}</button>
    </form>`;
}

/** Behind the link of a mail: its button puts the address in use. */
export function confirmPage(spoken: Spoken): Page {
  const words = spoken.catalogue.served;
  return {
    ...noticePage(200, words.confirmAddress, [], spoken),
    hasForm: true,
    body: html`<main class="card">
      <h1>${words.confirmAddress}</h1>
      <p>${words.confirmAddressAbout}</p>
      <form method="post"><button class="button" type="submit">${words.confirmAddressNow}</button></form>
    </main>`,
  };
}
