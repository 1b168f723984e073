import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';

/** The sections of a catalogue that a page's script speaks in: `words-checkout-es.js` has those of the checkout in Spanish. `paying` is loaded later. */
const SECTIONS = {
  checkout: ['formats', 'common', 'checkout'],
  paying: ['paying'],
  portal: ['formats', 'common', 'portal'],
} as const;

/**
 * What builds the files of words, one for each page and language of `catalogue`, a folder with a file for each. Each stands alone and runs
 * before the page's script, so that a page loads the one language it is shown in, and waits for nothing more.
 */
export function wordsBuild(catalogue: string): Pick<BuildOptions, 'entryPoints' | 'plugins' | 'splitting'> {
  const languages = readdirSync(catalogue).map((name) => name.replace(/\.ts$/, ''));
  const pages = Object.keys(SECTIONS);
  return {
    entryPoints: pages.flatMap((page) => languages.map((language) => `words-${page}-${language}`)),
    plugins: [entriesIn(catalogue)],
    splitting: false,
  };
}

/** What a page's words leave for its scripts: only these sections, so that the rest of the catalogue is dropped. */
function entriesIn(catalogue: string): Plugin {
  return {
    name: 'words',
    setup(build) {
      build.onResolve({ filter: /^words-\w+-[\w-]+$/ }, ({ path }) => ({ path, namespace: 'words' }));
      build.onLoad({ filter: /./, namespace: 'words' }, ({ path }) => {
        const [, page, language] = /^words-(\w+)-([\w-]+)$/.exec(path)!;
        const names = SECTIONS[page as keyof typeof SECTIONS].join(', ');
        const from = JSON.stringify(join(catalogue, `${language}.ts`));
        return {
          contents: `import { ${names} } from ${from}; Object.assign((globalThis.autopayWords ??= {}), { ${names} });`,
          resolveDir: catalogue,
        };
      });
    },
  };
}
