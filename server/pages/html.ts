/**
 * A page's content as a tagged template: html`<p class="price">${amount}</p>`. Values become text and
 * attributes, escaped in place; only `dangerouslySetInnerHTML` inserts markup from a string.
 */
export { html } from 'htm/preact';
