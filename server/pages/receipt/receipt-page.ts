import { displayName, displayText } from '../../../rules/display-name.ts';
import { presentPurchase } from '../../../rules/mandates/bought.ts';
import { receiptNumberInWords } from '../../../rules/receipts/receipt-number.ts';
import { MAX_LINE, MAX_LINES, MAX_NAME, type RecipientFault } from '../../../rules/receipts/recipient.ts';
import type { PrintedReceipt } from '../../receipts/printed.ts';
import type { Page } from '../document.ts';
import { brandedPage } from '../brand.ts';
import { html } from '../html.ts';
import { explorerUrl } from './explorer.ts';
import { LANGUAGES, type Spoken } from '../languages.ts';
import { countryInWords, utcMoment } from './language.ts';

/** What a payer typed that cannot be saved. */
export interface Refused {
  fault: RecipientFault;
  name: string;
  address: string;
}

/** The receipt of a charge as a page, which prints to one sheet and needs no script. `path` is its address without the query. */
export function receiptPage(
  receipt: PrintedReceipt,
  language: Spoken,
  { path, refused = null }: { path: string; refused?: Refused | null },
): Page {
  const { charge, merchantName } = receipt;
  const { catalogue, tag, dir } = language;
  const { receipt: words } = catalogue;
  const number = receiptNumberInWords(charge)!;
  const seller = receipt.business.legalName ?? displayName(merchantName);
  return {
    status: refused === null ? 200 : 400,
    title: words.title(number, seller),
    language: { tag, dir },
    look: 'receipt',
    scripts: [],
    hasForm: true,
    pictures: brandedPage(receipt.brand).pictures,
    body: html`<main>
      <article class="sheet">
        ${header(receipt, language, { number, seller })} ${parties(receipt, language, seller)}
        ${items(receipt, language)} ${payment(receipt, language)}
        ${
          receipt.business.receiptNote === null
            ? null
            : html`<section aria-label=${words.note} class="note">
                <p>${displayText(receipt.business.receiptNote)}</p>
              </section>`
        }
        ${support(receipt, language, seller)}
        <p class="small muted">${words.proof}</p>
      </article>
      ${aside(receipt, language, path, refused)}
    </main>`,
  };
}

/** Where the payer turns to with questions; nothing if the seller has said neither page nor address. */
function support({ brand }: PrintedReceipt, { catalogue }: Spoken, seller: string) {
  const { supportUrl, supportEmail } = brand;
  if (supportUrl === null && supportEmail === null) return null;
  return html`<p class="small">
    ${catalogue.common.questions(html`<bdi>${seller}</bdi>`)}${' '}
    ${supportUrl === null ? null : html`<a href=${supportUrl}>${new URL(supportUrl).host}</a>${' '}`}
    ${supportEmail === null ? null : html`<a href=${`mailto:${supportEmail}`}>${supportEmail}</a>`}
  </p>`;
}

function header(
  { charge, mandate, brand }: PrintedReceipt,
  language: Spoken,
  { number, seller }: { number: string; seller: string },
) {
  const words = language.catalogue.receipt;
  const day = (at: number) => language.dayInWords(at, 0);
  const moment = (at: number) => utcMoment(language, at);
  const { dueAt, settledAt, livemode } = charge;
  return html`<header>
      <p class="seller">
        ${
          brand.logoUrl === null
            ? null
            : html`<img class="logo" src=${brand.logoUrl} alt="" referrerpolicy="no-referrer" />`
        }
        <bdi>${seller}</bdi>
      </p>
      <h1>
        ${words.heading}${
          livemode ? null : html`${' '}<span class="badge" data-tone="warn">${words.testMoney}</span>`
        }
      </h1>
    </header>
    ${livemode ? null : html`<p class="message" data-tone="warn">${words.testMoneySays}</p>`}
    <dl class="facts">
      <div>
        <dt>${words.number}</dt>
        <dd>${number}</dd>
      </div>
      <div>
        <dt>${words.paidOn}</dt>
        <dd>${moment(settledAt!)}</dd>
      </div>
      ${
        mandate.sellMode === 'once'
          ? null
          : html`<div>
              <dt>${words.period}</dt>
              <dd>
                ${
                  mandate.periodSeconds < DAY_SECONDS
                    ? words.fromTo(moment(dueAt), moment(dueAt + mandate.periodSeconds))
                    : `${words.fromTo(day(dueAt), day(dueAt + mandate.periodSeconds))} UTC`
                }
              </dd>
            </div>`
      }
    </dl>`;
}

const DAY_SECONDS = 86_400;

function parties(
  { business, merchantName, recipient, mandate }: PrintedReceipt,
  language: Spoken,
  seller: string,
) {
  const words = language.catalogue.receipt;
  const tradeName = displayName(merchantName);
  return html`<div class="parties">
    <section>
      <h2>${words.seller}</h2>
      <address>
        <p><bdi>${seller}</bdi></p>
        ${tradeName === seller ? null : html`<p class="small">${words.soldAs(tradeName)}</p>`}
        ${business.addressLines.map((line) => html`<p><bdi>${line}</bdi></p>`)}
        ${business.country === null ? null : html`<p>${countryInWords(language, business.country)}</p>`}
        ${business.taxId === null ? null : html`<p>${words.taxId}: <bdi>${business.taxId}</bdi></p>`}
      </address>
    </section>
    <section>
      <h2>${words.madeOutTo}</h2>
      <address>
        ${recipient === null ? null : html`<p><bdi>${recipient.name}</bdi></p>`}
        ${recipient?.addressLines.map((line) => html`<p><bdi>${line}</bdi></p>`)}
        <p class="small muted">${words.payersWallet}</p>
        <p class="mono long">${mandate.payer}</p>
      </address>
    </section>
  </div>`;
}

function items({ charge, mandate, refunds, symbol }: PrintedReceipt, language: Spoken) {
  const words = language.catalogue.receipt;
  const { name, description } = presentPurchase(mandate);
  const token = { decimals: mandate.decimals, symbol };
  const unnamed = mandate.sellMode === 'once' ? words.unnamedPurchase : words.unnamedSubscription;
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${words.item}</th>
        <th scope="col" class="figure">${words.amount}</th>
      </tr>
    </thead>
    <tbody>
      <tr>
        <td>
          <p><bdi>${name ?? unnamed}</bdi></p>
          ${description === null ? null : html`<p class="small muted about">${description}</p>`}
        </td>
        <td class="figure">${language.priceInWords(charge.amount.toString(), token)}</td>
      </tr>
      ${refunds.map(
        ({ amount, txSignature, settledAt }) =>
          html`<tr>
            <td>
              <p>${words.refundedOn(utcMoment(language, settledAt))}</p>
              <p class="small muted">
                ${words.refundTransaction}${' '}${signature(language, mandate.genesisHash, txSignature)}
              </p>
            </td>
            <td class="figure">${language.priceInWords((-amount).toString(), token)}</td>
          </tr>`,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">${refunds.length === 0 ? words.paid : words.remains}</th>
        <td class="figure">${language.priceInWords((charge.amount - charge.refunded).toString(), token)}</td>
      </tr>
    </tfoot>
  </table>`;
}

function payment({ charge, mandate, symbol }: PrintedReceipt, language: Spoken) {
  const words = language.catalogue.receipt;
  return html`<dl class="facts facts--long">
    <div>
      <dt>${words.token}</dt>
      <dd>${symbol} <span class="mono long">${mandate.mint}</span></dd>
    </div>
    <div>
      <dt>${words.sellersWallet}</dt>
      <dd class="mono long">${mandate.payee}</dd>
    </div>
    <div>
      <dt>${words.transaction}</dt>
      <dd>${signature(language, mandate.genesisHash, charge.txSignature!)}</dd>
    </div>
  </dl>`;
}

function signature({ catalogue }: Spoken, genesisHash: string, value: string) {
  const url = explorerUrl(genesisHash, value);
  return html`<span class="mono long">${value}</span>${
      url === null
        ? null
        : html`${' '}<a class="on-screen" href=${url} rel="noopener noreferrer" target="_blank"
              >${catalogue.receipt.lookUp}</a
            >`
    }`;
}

/** What stands beside the sheet, on a screen alone. */
function aside(
  { recipient }: PrintedReceipt,
  { code, catalogue }: Spoken,
  path: string,
  refused: Refused | null,
) {
  const words = catalogue.receipt;
  const others = [...LANGUAGES].filter(([each]) => each !== code);
  const name = refused?.name ?? recipient?.name ?? '';
  const address = refused?.address ?? recipient?.addressLines.join('\n') ?? '';
  return html`<aside class="on-screen stack">
    <p class="small muted">${words.howToPrint} ${words.keepPrivate}</p>
    <details class="card" open=${refused !== null}>
      <summary>${recipient === null ? words.addName : words.changeName}</summary>
      <form class="stack" method="post" action=${`${path}?lang=${code}`}>
        ${
          refused === null
            ? null
            : html`<p class="message" data-tone="bad" role="alert" id="fault">
                ${words.faults[refused.fault]}
              </p>`
        }
        <div class="field">
          <label for="name">${words.name}</label>
          <input
            class="input"
            id="name"
            name="name"
            value=${name}
            maxlength=${MAX_NAME}
            required
            autocomplete="name"
            aria-describedby=${refused === null ? 'about' : 'fault about'}
          />
        </div>
        <div class="field">
          <label for="address">${words.address}</label>
          <textarea
            class="textarea"
            id="address"
            name="address"
            rows=${MAX_LINES}
            maxlength=${MAX_LINES * (MAX_LINE + 1)}
            autocomplete="street-address"
            value=${address}
          ></textarea>
        </div>
        <p class="small muted" id="about">${words.nameHint}</p>
        <div class="row">
          <button class="button" name="do" value="save">${words.save}</button>
          ${
            recipient === null
              ? null
              : html`<button class="button button--quiet" name="do" value="remove" formnovalidate>
                  ${words.remove}
                </button>`
          }
        </div>
      </form>
    </details>
    <nav class="small" aria-label=${words.otherLanguage}>
      ${others.map(
        ([each, { name: ownName }]) =>
          html`<a href=${`${path}?lang=${each}`} lang=${each} hreflang=${each}>${ownName}</a>`,
      )}
    </nav>
  </aside>`;
}
