import type { Page } from './document.ts';
import { html } from './html.ts';
import type { Spoken } from './languages.ts';

/** A page with only a message, such as that a link is not valid, and ways on from there. */
export function noticePage(
  status: number,
  heading: string,
  paragraphs: readonly string[],
  { catalogue, tag, dir }: Spoken,
  links: readonly { href: string; label: string }[] = [],
): Page {
  return {
    status,
    title: heading,
    look: 'notice',
    language: { tag, dir },
    scripts: [],
    body: html`<main class="card">
      <h1>${heading}</h1>
      ${paragraphs.map((text) => html`<p>${text}</p>`)}
      ${
        links.length > 0 &&
        html`<nav class="ways" aria-label=${catalogue.served.fromHere}>
          ${links.map(({ href, label }) => html`<a class="button button--quiet" href=${href}>${label}</a>`)}
        </nav>`
      }
    </main>`,
  };
}
