import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuiltGuides, PLACEHOLDERS } from '../../../pages/docs/page-data.ts';
import type { Facts } from './facts.ts';

const BUILT = join(import.meta.dirname, '..', 'dist', 'guides.json');

/** The guides as the build rendered them. */
export function readGuides(): BuiltGuides {
  return JSON.parse(readFileSync(BUILT, 'utf8')) as BuiltGuides;
}

/** Examples with this deployment's address and token in place of placeholders, as plain text; those of test mode. */
export function fillText(text: string, { url, test }: Facts): string {
  return text
    .replaceAll(PLACEHOLDERS.url, url)
    .replaceAll(PLACEHOLDERS.mint, test.tokens[0]?.mint ?? PLACEHOLDERS.mint);
}

/** The same in HTML, where what changes with the mode, and the key, can be filled in later. */
export function fillHtml(html: string, { url, test }: Facts): string {
  const mint = test.tokens[0]?.mint ?? PLACEHOLDERS.mint;
  return html
    .replaceAll(PLACEHOLDERS.url, () => escaped(url))
    .replaceAll(PLACEHOLDERS.testKey, `<span data-fill="key">${PLACEHOLDERS.testKey}</span>`)
    .replaceAll(PLACEHOLDERS.mint, `<span data-fill="mint">${escaped(mint)}</span>`);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
