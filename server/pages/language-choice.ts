import { html } from './html.ts';
import { LANGUAGES, type Spoken } from './languages.ts';

/** The choice of another language, in a payer's page; `keepLanguageChoice` of its script acts on it. Nothing where there is one language. */
export function languageChoice({ code, catalogue }: Spoken) {
  if (LANGUAGES.size < 2) return null;
  return html`<label class="language needs-script">
    <span class="visually-hidden">${catalogue.served.language}</span>
    <select id="language" class="language-select">
      ${[...LANGUAGES].map(
        ([each, { name }]) =>
          html`<option value=${each} lang=${each} selected=${each === code}>${name}</option>`,
      )}
    </select>
  </label>`;
}
