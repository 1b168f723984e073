import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Runtime } from './runtimes.ts';
import { step } from './step.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const COMPILER = join(ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc');

/** What a customer's compiler may be set to: Node's own resolution, as it was and as it moves on, and a bundler's. */
const RESOLUTIONS = [
  { module: 'node16', moduleResolution: 'node16' },
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
];
/** Each uses the packages as a customer does. */
const WRITTEN = ['clients', 'selling', 'webhooks'];
/** The last loads every subpath that the packages have. */
const PROGRAMS = [...WRITTEN, 'every-subpath'];
/** The same for a program that knows `require` alone, which a bundler's resolution does not concern. */
const COMMONJS = 'every-subpath-required';

interface Manifest {
  name: string;
  bin?: Record<string, string>;
  exports: Record<string, unknown>;
  peerDependencies?: Record<string, string>;
}

/** Installs the tarballs into a project of their own in `directory`, with the peers that they name, and puts the programs there. */
export async function createProject(directory: string, tarballs: readonly string[]): Promise<void> {
  await writeFile(
    join(directory, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
  );
  const { devDependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  const types = `@types/node@${devDependencies['@types/node']}`;
  await step('install', 'npm', ['install', ...flags, types, ...tarballs], directory);
  const peers = (await installed(directory)).flatMap(({ peerDependencies }) =>
    // The versions that the tests here run with, so that both speak of the same.
    Object.keys(peerDependencies ?? {}).map((name) => `${name}@${devDependencies[name] ?? 'latest'}`),
  );
  if (peers.length > 0) await step('install peers', 'npm', ['install', ...flags, ...peers], directory);
  for (const name of WRITTEN.map((each) => `${each}.ts`)) {
    await copyFile(join(import.meta.dirname, 'programs', name), join(directory, name));
  }
  const specifiers = await subpaths(directory);
  await writeFile(join(directory, 'every-subpath.ts'), loadEvery(specifiers));
  await writeFile(join(directory, `${COMMONJS}.cts`), requireEvery(specifiers));
}

/** Type-checks the programs, declarations of the packages included, under every resolution; the last leaves their JavaScript. */
export async function compile(directory: string): Promise<void> {
  for (const resolution of RESOLUTIONS) {
    const { moduleResolution } = resolution;
    const programs = PROGRAMS.map((name) => `${name}.ts`);
    // A program of its own: both builds declare the button's element, and a page has one.
    const required = moduleResolution === 'bundler' ? [] : [`${COMMONJS}.cts`];
    for (const files of [programs, required].filter(({ length }) => length > 0)) {
      const compilerOptions = {
        ...resolution,
        target: 'es2022',
        strict: true,
        types: ['node'],
        outDir: 'out',
      };
      await writeFile(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      const title = `type-check (${moduleResolution}, ${files === required ? 'required' : 'imported'})`;
      await step(title, process.execPath, [COMPILER, '-p', directory], directory);
    }
  }
}

/** Runs the programs, and every command that the packages install. */
export async function run(directory: string, { name, command, args }: Runtime): Promise<void> {
  if (name.startsWith('Node')) {
    // Newer releases also load ES modules with require: without that only a CommonJS build is found.
    const commonjs = ['--no-experimental-require-module', join('out', `${COMMONJS}.cjs`)];
    await step(`${name}: ${COMMONJS}`, command, commonjs, directory);
  }
  for (const program of PROGRAMS) {
    await step(`${name}: ${program}`, command, [...args, join('out', `${program}.js`)], directory);
  }
  for (const { bin = {} } of await installed(directory)) {
    for (const each of Object.keys(bin)) {
      const file = join('node_modules', '.bin', each);
      const said = await step(`${name}: ${each} --version`, command, [...args, file, '--version'], directory);
      if (!/\d+\.\d+\.\d+/.test(said)) throw new Error(`${each} --version printed ${JSON.stringify(said)}.`);
    }
  }
}

async function installed(directory: string): Promise<Manifest[]> {
  const scope = join(directory, 'node_modules', '@autopay');
  const names = await readdir(scope);
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(scope, name, 'package.json'), 'utf8'))),
  );
}

/** Every specifier that the packages' manifests offer. */
async function subpaths(directory: string): Promise<string[]> {
  const all = (await installed(directory)).flatMap(({ name, exports }) =>
    Object.keys(exports).map((path) => name + path.slice(1)),
  );
  const pattern = all.find((each) => each.includes('*'));
  if (pattern) throw new Error(`${pattern} is a pattern: name its subpaths, so that each can be checked.`);
  return all.filter((each) => !each.endsWith('.json'));
}

/** A program that imports each of them, and finds something in each, which is a built file. */
function loadEvery(specifiers: readonly string[]): string {
  const imports = specifiers.map((each, index) => `import * as module${index} from '${each}';`);
  const loaded = specifiers.map((each, index) => `  ['${each}', module${index}],`);
  return `import assert from 'node:assert/strict';
${imports.join('\n')}

const loaded: [string, object][] = [
${loaded.join('\n')}
];
for (const [specifier, module] of loaded) {
  assert.ok(Object.keys(module).length > 0, \`\${specifier} exports nothing\`);
  const url = import.meta.resolve(specifier);
  assert.match(url, /\\/node_modules\\/@autopay\\/[^/]+\\/dist\\//, \`\${specifier} is not a built file\`);
}
console.log(\`\${loaded.length} subpaths\`);
`;
}

/** The same with `require`, compiled against the declarations that belong to it. */
function requireEvery(specifiers: readonly string[]): string {
  const loaded = specifiers.map((each, index) => `import module${index} = require('${each}');`);
  const checks = specifiers.map((each, index) => `  ['${each}', module${index}],`);
  return `import assert = require('node:assert/strict');
${loaded.join('\n')}

const loaded: [string, object][] = [
${checks.join('\n')}
];
for (const [specifier, module] of loaded) {
  assert.ok(Object.keys(module).length > 0, \`\${specifier} exports nothing\`);
  assert.match(require.resolve(specifier), /\\.cjs$/, \`\${specifier} is no CommonJS\`);
}
console.log(\`\${loaded.length} subpaths\`);
`;
}
