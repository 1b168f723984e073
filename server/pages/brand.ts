import type { Brand } from '../../rules/merchants/branding.ts';
import type { Deployment } from '../deployment.ts';
import { html } from './html.ts';
import { accentPath } from './accent.ts';

/** What a page needs to carry a merchant's brand: add it to the Page. */
export function brandedPage({ logoUrl, accentColor }: Brand, more: readonly (string | null)[] = []) {
  const pictures = [logoUrl, ...more].filter((each) => each !== null);
  return { pictures, styles: accentColor === null ? [] : [accentPath(accentColor)] };
}

/**
 * Whose page it is: the logo, where there is one, and the name as payers are shown it. A logo that is slow or missing leaves no hole: it is
 * laid out once it is there, beside a name that is always. `test` says in words that it is a test; null in live mode.
 */
export function brandHead({
  merchantName,
  brand,
  test,
}: {
  merchantName: string;
  brand: Brand;
  test: string | null;
}) {
  return html`<p class="merchant">
    ${
      brand.logoUrl === null
        ? null
        : html`<img class="logo" src=${brand.logoUrl} alt="" referrerpolicy="no-referrer" />`
    }<bdi>${merchantName}</bdi>${test === null ? null : html` <span class="badge" data-tone="warn">${test}</span>`}
  </p>`;
}

/** Who runs this deployment, as payers read it: its name, or the host of its address. */
export function operatorName({ name, publicUrl }: Pick<Deployment, 'name' | 'publicUrl'>): string {
  return name ?? new URL(publicUrl()).host;
}
