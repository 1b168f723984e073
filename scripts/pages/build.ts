/**
 * `npm run build:pages`: bundles what the pages run in a browser into server/pages/dist/, which the service serves as it stands.
 * `npm ci` runs it. `--watch` builds again after each change.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { type BuildOptions, context, type Metafile } from 'esbuild';

const PAGES = join(import.meta.dirname, '..', '..', 'server', 'pages');
const OUT = join(PAGES, 'dist');

/** One script and one style sheet a page; what several need stands in shared chunks, what is needed late is loaded late. */
const ENTRIES = [
  'browser/checkout/checkout.tsx',
  'browser/portal/portal.tsx',
  'browser/dashboard/dashboard.tsx',
  'browser/test-wallet/test-wallet.ts',
  'styles/notice.css',
  'styles/checkout.css',
  'styles/portal.css',
  'styles/dashboard.css',
];

const options: BuildOptions = {
  entryPoints: ENTRIES.map((entry) => join(PAGES, entry)),
  outdir: OUT,
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

const watch = process.argv.includes('--watch');
await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });
const builder = await context({
  ...options,
  plugins: [
    {
      name: 'manifest',
      setup: (build) =>
        build.onEnd(async ({ metafile, errors }) => {
          if (metafile && errors.length === 0) await writeManifest(metafile);
        }),
    },
  ],
});
if (watch) await builder.watch();
else {
  await builder.rebuild();
  await builder.dispose();
}

/** Which file each entry became, and the chunks that it begins with, to be fetched at once: `{"checkout.js": {"file", "imports"}}`. */
async function writeManifest({ outputs }: Metafile): Promise<void> {
  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint !== undefined);
  const manifest = Object.fromEntries(
    entries.map(([path, { entryPoint, imports }]) => [
      basename(entryPoint!).replace(/\.tsx?$/, '.js'),
      {
        file: basename(path),
        imports: imports.filter(({ kind }) => kind === 'import-statement').map((each) => basename(each.path)),
      },
    ]),
  );
  await writeFile(join(OUT, 'manifest.json'), `${JSON.stringify(manifest, null, 1)}\n`);
  console.log(`${relative(process.cwd(), OUT)}: ${Object.keys(outputs).length} files`);
}
