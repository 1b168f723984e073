import type { Page } from './document.ts';
import { html } from './html.ts';

/** A page with only a message, such as that a link is not valid. */
export function noticePage(status: number, heading: string, paragraphs: readonly string[]): Page {
  return {
    status,
    title: heading,
    look: 'notice',
    scripts: [],
    body: html`<main class="card">
      <h1>${heading}</h1>
      ${paragraphs.map((text) => html`<p>${text}</p>`)}
    </main>`,
  };
}
