import type { BuiltGuides } from '../../../pages/docs/page-data.ts';
import { html } from '../html.ts';
import type { ReferenceSection } from './reference.ts';

/** The contents at the side of a desk's screen; on a phone a button opens them, also without scripts. */
export function navigation(guides: BuiltGuides, sections: readonly ReferenceSection[]) {
  return html`<nav class="contents" id="contents" popover aria-label="Contents">
    <label class="field find">
      <span class="visually-hidden">Find in the documentation</span>
      <input
        class="input"
        type="search"
        id="find"
        placeholder="Find"
        autocomplete="off"
        spellcheck=${false}
      />
    </label>
    <p class="small muted" role="status" id="found"></p>
    ${guides.map(
      ({ group, guides }) =>
        html`<section>
          <h2>${group}</h2>
          <ul>
            ${guides.map(({ id, title }) => html`<li><a href=${`#${id}`}>${title}</a></li>`)}
          </ul>
        </section>`,
    )}
    <section>
      <h2>Reference</h2>
      ${sections.map(
        ({ id, name, entries }) =>
          html`<details>
            <summary>${name}</summary>
            <ul>
              <li><a href=${`#${id}`}>All of ${name}</a></li>
              ${entries.map((each) => html`<li><a href=${`#${each.id}`}>${each.name}</a></li>`)}
            </ul>
          </details>`,
      )}
    </section>
  </nav>`;
}
