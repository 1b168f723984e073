/**
 * `npm run build:pages`: bundles `pages/` into server/pages/dist/, which the service serves as it stands.
 * `npm ci` runs it. `--watch` builds again after each change.
 */
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { compressAll } from './compress.ts';
import { build, type BuildOptions, context, type Metafile, type Plugin } from 'esbuild';
import { writeGuides } from './guides.ts';
import { wordsBuild } from './words.ts';

const PAGES = join(import.meta.dirname, '..', '..', 'pages');
const OUT = join(import.meta.dirname, '..', '..', 'server', 'pages', 'dist');

/** One script and one style sheet a page; what several need stands in shared chunks, what is needed late is loaded late. */
const ENTRIES = [
  'checkout/checkout.tsx',
  'portal/portal.tsx',
  'test-wallet/test-wallet.ts',
  'docs/docs.ts',
  'proof/proof.tsx',
  'styles/notice.css',
  'styles/checkout.css',
  'styles/portal.css',
  'styles/dashboard.css',
  'styles/docs.css',
  'styles/receipt.css',
  'styles/setup.css',
  'styles/owner.css',
];

const options: BuildOptions = {
  entryPoints: ENTRIES.map((entry) => join(PAGES, entry)),
  // The content is in the name, so that a browser may keep a file for good.
  entryNames: '[name]-[hash]',
  chunkNames: 'chunk-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: ['es2022'],
  platform: 'browser',
  conditions: ['autopay-source'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  minify: true,
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * The dashboard apart: it shares little with the payers' pages, and in chunks with them it came in thirty files, which a slow line takes one after
 * the other.
 */
const dashboard: BuildOptions = { ...options, entryPoints: [join(PAGES, 'dashboard/dashboard.tsx')] };

const words = wordsBuild(join(PAGES, 'words', 'catalogue'));

if (process.argv.includes('--watch')) {
  // Each build writes the manifest with what the other made last.
  const manifest = manifestPlugin(OUT);
  const pages = await context({ ...options, outdir: OUT, plugins: [manifest] });
  const spoken = await context({ ...options, ...words, outdir: OUT, plugins: [...words.plugins!, manifest] });
  const selling = await context({ ...dashboard, outdir: OUT, plugins: [manifest] });
  await Promise.all([pages.watch(), selling.watch(), spoken.watch()]);
} else {
  // Beside it and then in its place, so that a service that starts meanwhile finds the former files or the new ones, and a failed
  // build leaves the former.
  const fresh = await mkdtemp(`${OUT}-`);
  try {
    const manifest = manifestPlugin(fresh);
    await build({ ...options, outdir: fresh, plugins: [manifest] });
    await build({ ...dashboard, outdir: fresh, plugins: [manifest] });
    await build({ ...options, ...words, outdir: fresh, plugins: [...words.plugins!, manifest] });
    await compressAll(fresh);
    // Who installs is often another user than who serves.
    await chmod(fresh, 0o755);
    await rm(OUT, { recursive: true, force: true });
    await rename(fresh, OUT);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // esbuild has said by itself what is wrong with which line.
    process.exitCode = 1;
    if (!(error as { errors?: unknown }).errors) throw error;
  }
}

/** Of several builds into one folder. */
function manifestPlugin(folder: string): Plugin {
  const built = new Map<unknown, Metafile['outputs']>();
  return {
    name: 'manifest',
    setup: (build) =>
      build.onEnd(async ({ metafile, errors }) => {
        if (!metafile || errors.length > 0) return;
        await writeGuides(folder);
        built.set(build.initialOptions.entryPoints, metafile.outputs);
        await writeManifest(Object.assign({}, ...built.values()), folder);
      }),
  };
}

/** Which file each entry became, and the chunks that it begins with, to be fetched at once: `{"checkout.js": {"file", "imports"}}`. */
async function writeManifest(outputs: Metafile['outputs'], folder: string): Promise<void> {
  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint !== undefined);
  const manifest = Object.fromEntries(
    entries.map(([path, { entryPoint, imports }]) => [
      basename(entryPoint!)
        .replace(/^words:(.+)$/, '$1.js')
        .replace(/\.tsx?$/, '.js'),
      {
        file: basename(path),
        imports: imports.filter(({ kind }) => kind === 'import-statement').map((each) => basename(each.path)),
      },
    ]),
  );
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
  console.log(`${relative(process.cwd(), OUT)}: ${Object.keys(outputs).length} files`);
}
