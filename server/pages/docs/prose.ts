import { html } from '../html.ts';

/** A description: paragraphs, with code in backticks. */
export function prose(text: string | undefined) {
  return (text ?? '')
    .trim()
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

/** One line of it. */
export function inline(text: string | undefined) {
  return (text ?? '').split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part));
}
