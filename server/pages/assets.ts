import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { readBuilt, type StaticFile } from '../http/static-file.ts';

const BUILT = join(import.meta.dirname, 'dist');
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** A file that pages load. */
export interface Asset extends StaticFile {
  path: string;
}

/** The built files that pages load in a browser. */
export interface Assets {
  files: readonly Asset[];
  /** The address of an entry, such as `checkout.js`. */
  pathOf(entry: string): string;
  /** Addresses of the chunks that an entry loads first. */
  importsOf(entry: string): readonly string[];
}

/** Reads the output of `npm run build:pages`. Throws if it has not run. */
export function loadAssets(): Assets {
  const manifest = readManifest();
  const files = readdirSync(BUILT)
    .filter((name) => extname(name) in TYPES)
    .map((name) => ({ path: `/assets/${name}`, ...readBuilt(join(BUILT, name), TYPES[extname(name)]!) }));
  const entryOf = (entry: string) => {
    const found = manifest[entry];
    if (found === undefined) throw new Error(`Bug: the pages have no ${entry}.`);
    return found;
  };
  return {
    files,
    pathOf: (entry) => `/assets/${entryOf(entry).file}`,
    importsOf: (entry) => entryOf(entry).imports.map((file) => `/assets/${file}`),
  };
}

function readManifest(): Record<string, { file: string; imports: string[] }> {
  try {
    return JSON.parse(readFileSync(join(BUILT, 'manifest.json'), 'utf8'));
  } catch (cause) {
    throw new Error('The pages are not built. Run "npm run build:pages", which "npm ci" does by itself.', {
      cause,
    });
  }
}
