import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';

const ROOT = join(import.meta.dirname, '..', '..');

/** A bundle's size in bytes: minified and gzipped file by file, as a browser fetches it. */
export interface BundleSize {
  /** The entry and everything it imports before it can run. */
  eager: number;
  /** What it may import later, with `import()`. */
  lazy: number;
}

/**
 * Bundles a module with this text, like an app's bundler with the built packages: unused code is dropped, and
 * what loads later is split off. Throws esbuild's BuildFailure if the text does not resolve.
 */
export async function bundleSize(contents: string): Promise<BundleSize> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: ROOT, sourcefile: 'app.js' },
    absWorkingDir: ROOT,
    outdir: 'app',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    minify: true,
    legalComments: 'none',
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    external: ['node:*'],
    logLevel: 'silent',
  });
  const eager = eagerOutputs(metafile);
  const size: BundleSize = { eager: 0, lazy: 0 };
  for (const { path, contents: bytes } of outputFiles) {
    size[eager.has(relative(ROOT, path)) ? 'eager' : 'lazy'] += gzipSync(bytes, { level: 9 }).length;
  }
  return size;
}

/** The files that load before the entry's first line runs. */
function eagerOutputs({ outputs }: Metafile): Set<string> {
  const found = new Set<string>();
  const add = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    for (const each of outputs[path]!.imports) {
      if (each.kind === 'import-statement' && !each.external) add(each.path);
    }
  };
  // What import() loads are entry points too.
  for (const [path, { entryPoint }] of Object.entries(outputs)) if (entryPoint === 'app.js') add(path);
  if (found.size === 0) throw new Error('Bug: the bundle has no entry.');
  return found;
}
