/** Renders pages/docs/guides to HTML when the pages are built, so that the service needs neither a Markdown parser nor a highlighter. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import json from 'highlight.js/lib/languages/json';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import { marked, type Token, type Tokens } from 'marked';
import { CONTENTS } from '../../pages/docs/guides/contents.ts';
import type { BuiltGuides, Guide } from '../../pages/docs/page-data.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'pages', 'docs', 'guides');
hljs.registerLanguage('ts', typescript);
hljs.registerLanguage('sh', bash);
hljs.registerLanguage('html', xml);
hljs.registerLanguage('json', json);
hljs.configure({ classPrefix: 'h-' });

/** What a block is called above it, by the language after its fence. */
const LABELS: Record<string, string> = { ts: 'TypeScript', sh: 'Shell', html: 'HTML', json: 'JSON' };

/** Writes `guides.json` into `folder`. Throws for a guide without a title. */
export async function writeGuides(folder: string): Promise<void> {
  const guides: BuiltGuides = await Promise.all(
    CONTENTS.map(async ({ group, guides }) => ({
      group,
      guides: await Promise.all(guides.map(renderGuide)),
    })),
  );
  await writeFile(join(folder, 'guides.json'), JSON.stringify(guides));
}

async function renderGuide(id: string): Promise<Guide> {
  const tokens = marked.lexer(await readFile(join(FOLDER, `${id}.md`), 'utf8'));
  const title = tokens[0] as Tokens.Heading | undefined;
  if (title?.type !== 'heading' || title.depth !== 1)
    throw new Error(`${id}.md must begin with its title, "# ...".`);
  const body = withExamples(id, tokens.slice(1));
  const html = marked
    .parser(body)
    .replaceAll('<table>', '<div class="table-frame"><table>')
    .replaceAll('</table>', '</table></div>');
  return { id, title: title.text, html };
}

/**
 * Blocks become figures with a button to copy them. TypeScript that is followed by a shell's commands is one example in two
 * languages, of which a reader picks one.
 */
function withExamples(id: string, tokens: Token[]): Token[] {
  const made: Token[] = [];
  const blocks = tokens.filter(({ type }) => type !== 'space');
  let number = 0;
  for (let at = 0; at < blocks.length; at += 1) {
    const [token, next] = [blocks[at]!, blocks[at + 1]];
    if (token.type === 'heading') {
      made.push(heading(id, token as Tokens.Heading));
    } else if (token.type === 'code') {
      number += 1;
      const name = `${id}, example ${number}`;
      const isPair = languageOf(token) === 'ts' && next?.type === 'code' && languageOf(next) === 'sh';
      made.push(markup(isPair ? pair(name, token, next) : figure(token, name, LABELS[languageOf(token)]!)));
      if (isPair) at += 1;
    } else made.push(token);
  }
  return made;
}

/** Headings of a guide come below the page's and the guide's own. */
function heading(id: string, { depth, text }: Tokens.Heading): Token {
  const anchor = `${id}-${text.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`.replace(/-$/, '');
  return markup(
    `<h${depth + 1} id="${anchor}"><a class="anchor" href="#${anchor}">${escaped(text)}</a></h${depth + 1}>\n`,
  );
}

function pair(name: string, sdk: Token, curl: Token): string {
  const group = name.replace(/\W+/g, '-');
  const radio = (value: string, label: string, checked: string) =>
    `<label><input type="radio" name="${group}" value="${value}"${checked}><span>${label}</span></label>`;
  return `<div class="example"><fieldset class="languages"><legend class="visually-hidden">Language of ${name}</legend>${radio('sdk', 'SDK', ' checked')}${radio('curl', 'curl', '')}</fieldset>${figure(sdk, `${name}, SDK`, 'TypeScript')}${figure(curl, `${name}, curl`, 'Shell')}</div>\n`;
}

function figure(token: Token, name: string, label: string): string {
  const language = languageOf(token);
  // A second class, such as `function_`, colours nothing here.
  const value = hljs
    .highlight((token as Tokens.Code).text, { language })
    .value.replace(/ class="(h-\w+) \w+"/g, ' class="$1"');
  return `<figure class="code-block" data-language="${language}"><figcaption class="row"><span>${label}</span><button class="copy" type="button" aria-label="Copy ${name}">Copy</button></figcaption><pre tabindex="0" role="group" aria-label="${name}"><code>${value}</code></pre></figure>\n`;
}

function languageOf(token: Token): string {
  const [language = ''] = ((token as Tokens.Code).lang ?? '').split(' ');
  if (!(language in LABELS)) throw new Error(`No block of a guide is in "${language}".`);
  return language;
}

function markup(text: string): Token {
  return { type: 'html', raw: text, text, block: true, pre: false } as Tokens.HTML;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
