/**
 * A page's content as a tagged template: html`<p class="price">${amount}</p>`. Values become text and attributes and are escaped where
 * they stand; only `dangerouslySetInnerHTML` puts in markup as a string.
 */
export { html } from 'htm/preact';
