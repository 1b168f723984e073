import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** A fenced block of a page. */
export interface Snippet {
  /** The page from the root, and the heading that the block stands under. */
  page: string;
  chapter: string;
  /** Names it in a report: page, chapter, and which block of the chapter it is. */
  title: string;
  /** The first word after the fence; empty where none is. */
  language: string;
  /** The words after it, which a reader of the rendered page does not see. */
  words: string[];
  code: string;
}

/** Every fenced block of a page, in its order. */
export async function readSnippets(page: string): Promise<Snippet[]> {
  return parseSnippets(page, await readFile(join(ROOT, page), 'utf8'));
}

/** The blocks between lines that begin with three backticks. Throws for one that never ends. */
export function parseSnippets(page: string, text: string): Snippet[] {
  const snippets: Snippet[] = [];
  const counts = new Map<string, number>();
  let chapter = '';
  let open: { info: string; lines: string[] } | null = null;
  for (const line of text.split('\n')) {
    const fence = /^ {0,3}```(.*)$/.exec(line);
    if (open === null) {
      chapter = /^#{1,4} (.*)$/.exec(line)?.[1] ?? chapter;
      if (fence) open = { info: fence[1]!.trim(), lines: [] };
    } else if (fence) {
      const count = (counts.get(chapter) ?? 0) + 1;
      counts.set(chapter, count);
      const [language = '', ...words] = open.info.split(/\s+/);
      const title = `${page}: ${chapter} ${count}`;
      snippets.push({ page, chapter, title, language, words, code: `${open.lines.join('\n')}\n` });
      open = null;
    } else open.lines.push(line);
  }
  if (open !== null) throw new Error(`${page}: a block under "${chapter}" has no end.`);
  return snippets;
}
