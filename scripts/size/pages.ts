import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BundleSize } from './bundle.ts';

const BUILT = join(import.meta.dirname, '..', '..', 'server', 'pages', 'dist');

/**
 * The size of a page's script as the service sends it, such as that of `checkout.js`. Throws if the pages are
 * not built.
 */
export function pageSize(entry: string): BundleSize {
  const manifest = JSON.parse(readFileSync(join(BUILT, 'manifest.json'), 'utf8'));
  const { file } = manifest[entry] as { file: string };
  const eager = reach([file], STATIC);
  const all = reach([file], STATIC, DYNAMIC);
  const weigh = (files: Iterable<string>) =>
    [...files].reduce((sum, name) => sum + gzipSync(readFileSync(join(BUILT, name)), { level: 9 }).length, 0);
  return { eager: weigh(eager), lazy: weigh(all) - weigh(eager) };
}

/** How esbuild writes, minified, that a file needs another before it runs, and that it may need another later. */
const STATIC = /(?:from|import)\s*"\.\/([\w-]+\.js)"/g;
const DYNAMIC = /import\("\.\/([\w-]+\.js)"\)/g;

function reach(from: readonly string[], ...imports: readonly RegExp[]): Set<string> {
  const found = new Set(from);
  // Items added during the loop are visited too.
  for (const name of found) {
    const text = readFileSync(join(BUILT, name), 'utf8');
    for (const each of imports) for (const [, needed] of text.matchAll(each)) found.add(needed!);
  }
  return found;
}
