import type { ComponentChild } from 'preact';
import type { Deployment } from '../deployment.ts';
import { operatorName } from './brand.ts';
import type { Page } from './document.ts';
import { html } from './html.ts';
import { LANGUAGES, type Spoken } from './languages.ts';

/** Who runs this, the payer's page, and the same page at `path` in the other languages: as links, since these pages have no script. */
export function noticeFoot(
  deployment: Pick<Deployment, 'name' | 'publicUrl'>,
  { code, catalogue }: Spoken,
  path: string,
) {
  const words = catalogue.served;
  const others = [...LANGUAGES].filter(([each]) => each !== code);
  return html`<footer class="foot small muted">
    <p>${words.runBy(html`<bdi>${operatorName(deployment)}</bdi>`)}</p>
    <a href="/wallet">${words.seeAndStop}</a>
    ${others.map(
      ([each, { name }]) =>
        html`<a
          href=${`${path}?lang=${each}`}
          lang=${each}
          hreflang=${each}
          aria-label=${`${words.language}: ${name}`}
          >${name}</a
        >`,
    )}
  </footer>`;
}

/** A page with `foot` below it. */
export function withFoot(page: Page, foot: ComponentChild): Page {
  return { ...page, body: html`${page.body} ${foot}` };
}
