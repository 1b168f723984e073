import type { Request } from 'express';
import type { ComponentChild } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Assets } from './assets.ts';
import type { Language } from '../../pages/words/formats.ts';
import { html } from './html.ts';

/** One page, before it is HTML. */
export interface Page {
  status: number;
  title: string;
  /** The style sheet's entry, and the body's class: `checkout` loads checkout.css. */
  look: 'notice' | 'checkout' | 'portal' | 'dashboard' | 'docs' | 'receipt' | 'setup' | 'owner';
  /** Whether the page has a form that the browser itself sends, to this origin. */
  hasForm?: boolean;
  /** Entries of the scripts, such as `checkout.js`. A page must be of use without them. */
  scripts: readonly string[];
  /** The entry of words that scripts load when they need them: its address stands in the body, as `data-words`. */
  laterWords?: string;
  /** Entries that the scripts load first thing, to be fetched with them. */
  preloads?: readonly string[];
  body: ComponentChild;
  /** Whether search engines may list it: what is the same for everybody and of nobody. Default: they may not. */
  isListed?: boolean;
  /** What it is written in. Default: English. */
  language?: Language;
  /** How the page looks where a link to it is shared; nothing of a payer's. Default: its title alone. */
  share?: { description: string; image: string | null; url: string };
  /**
   * Pictures from elsewhere that the page may show: their addresses, or `any` where only the browser learns which, since the page is the same for
   * everybody (decision 0036).
   */
  pictures?: readonly string[] | 'any';
  /** Style sheets beside the look's own, such as that of a merchant's colour. */
  styles?: readonly string[];
  /** What the script begins with; read by `readPageData`. Public: it stands in the page. */
  data?: unknown;
}

/** Pages by their route, as Express writes it. ApiErrors that they throw are shown as pages too. */
export type Pages = Record<string, (req: Request) => Page | Promise<Page>>;

/** The page as an HTML document. */
export function renderDocument(page: Page, assets: Assets): string {
  const { tag, dir } = page.language ?? { tag: 'en', dir: 'ltr' };
  const early = page.preloads ?? [];
  const preloads = [
    ...new Set([
      ...early.map((entry) => assets.pathOf(entry)),
      ...[...page.scripts, ...early].flatMap((entry) => assets.importsOf(entry)),
    ]),
  ].filter((path) => page.scripts.every((entry) => assets.pathOf(entry) !== path));
  const document = html`<html lang=${tag} dir=${dir}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      ${page.isListed === true ? null : html`<meta name="robots" content="noindex" />`}
      <title>${page.title}</title>
      ${shareTags(page)}
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href=${assets.pathOf(`${page.look}.css`)} />
      ${(page.styles ?? []).map((path) => html`<link rel="stylesheet" href=${path} />`)}
      ${preloads.map((path) => html`<link rel="modulepreload" href=${path} />`)}
      ${page.scripts.map((entry) => html`<script type="module" src=${assets.pathOf(entry)}></script>`)}
      ${
        page.data === undefined
          ? null
          : html`<script
              type="application/json"
              id="page-data"
              dangerouslySetInnerHTML=${{ __html: inScript(page.data) }}
            ></script>`
      }
    </head>
    <body class=${page.look} data-words=${page.laterWords && assets.pathOf(page.laterWords)}>
      ${page.body}
    </body>
  </html>`;
  return `<!doctype html>${renderToString(document as never)}`;
}

/** Read by whatever shows a preview of a link: Open Graph, which X reads too but for the size of its card. */
function shareTags({ title, share }: Page) {
  if (share === undefined) return null;
  const { description, image, url } = share;
  return html`<meta name="description" content=${description} />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="Autopay" />
    <meta property="og:title" content=${title} />
    <meta property="og:description" content=${description} />
    <meta property="og:url" content=${url} />
    ${image === null ? null : html`<meta property="og:image" content=${image} />`}
    <meta name="twitter:card" content=${image === null ? 'summary' : 'summary_large_image'} />`;
}

/** JSON that cannot end the element it stands in: without `<` there is neither a closing tag nor a comment in it. */
function inScript(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
