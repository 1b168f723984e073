/**
 * Checks the published packages as a customer meets them: builds and packs each, lints the tarballs with publint and
 * attw, installs them into an empty project, and type-checks and runs a consumer there. Exits 1 at the first failure.
 * `node scripts/check-packages.ts <directory>` leaves the tarballs there.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const PACKAGES = ['sdk', 'checkout-js', 'webhooks-verify'];

/** Long enough for an install without a cache on a slow line. */
const STEP_TIMEOUT_MS = 240_000;

/** What a customer's compiler may be set to: Node's own resolution, and a bundler's. */
const RESOLUTIONS = [
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
];

const project = await mkdtemp(join(tmpdir(), 'autopay-packages-'));
const tarballDirectory = process.argv[2] ? resolve(process.argv[2]) : project;
await mkdir(tarballDirectory, { recursive: true });
try {
  await step('build', 'npm', ['run', 'build', '--workspaces'], ROOT);
  const tarballs = await pack();
  for (const tarball of tarballs) await lintTarball(tarball);
  await installConsumer(tarballs);
  await typeCheckConsumer();
  await runConsumer();
  console.log(`${PACKAGES.length} packages are fit to publish`);
} catch (error) {
  const {
    message,
    stdout = '',
    stderr = '',
  } = error as { message: string; stdout?: string; stderr?: string };
  console.error([message, stdout, stderr].filter(Boolean).join('\n'));
  process.exitCode = 1;
} finally {
  await rm(project, { recursive: true, force: true });
}

async function pack(): Promise<string[]> {
  // Each package's prepack builds for whoever publishes; here that is done, and its output would be in the JSON.
  const args = ['pack', '--json', '--ignore-scripts', '--workspaces', '--pack-destination', tarballDirectory];
  const packed = JSON.parse(await step('pack', 'npm', args, ROOT)) as { filename: string }[];
  return packed.map(({ filename }) => join(tarballDirectory, filename));
}

async function lintTarball(tarball: string): Promise<void> {
  await step(`publint ${basename(tarball)}`, 'npx', ['publint', 'run', '--strict', tarball], ROOT);
  await step(`attw ${basename(tarball)}`, 'npx', ['attw', '--profile', 'esm-only', tarball], ROOT);
}

async function installConsumer(tarballs: string[]): Promise<void> {
  await writeFile(
    join(project, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module' }),
  );
  const { devDependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const types = `@types/node@${devDependencies['@types/node']}`;
  await step(
    'install',
    'npm',
    ['install', '--prefer-offline', '--no-audit', '--no-fund', types, ...tarballs],
    project,
  );
  await copyFile(join(ROOT, 'scripts', 'check-packages', 'consumer.ts'), join(project, 'consumer.ts'));
}

async function typeCheckConsumer(): Promise<void> {
  const compiler = join(ROOT, 'node_modules', 'typescript-7', 'bin', 'tsc');
  for (const resolution of RESOLUTIONS) {
    const compilerOptions = { ...resolution, target: 'es2022', strict: true, noEmit: true, types: ['node'] };
    await writeFile(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['consumer.ts'] }),
    );
    await step(
      `type-check (${resolution.moduleResolution})`,
      process.execPath,
      [compiler, '-p', project],
      project,
    );
  }
}

async function runConsumer(): Promise<void> {
  const specifiers = [...PACKAGES.map((name) => `@autopay/${name}`), '@autopay/checkout-js/keypair'];
  const ask = `console.log(${JSON.stringify(specifiers)}.map((each) => import.meta.resolve(each)).join('\\n'))`;
  const resolved = await step('resolve', process.execPath, ['--input-type=module', '--eval', ask], project);
  for (const url of resolved.trim().split('\n')) {
    if (!/\/node_modules\/@autopay\/[^/]+\/dist\//.test(url)) throw new Error(`${url} is not a built file`);
  }
  await step('run', process.execPath, ['consumer.ts'], project);
}

async function step(title: string, command: string, args: string[], cwd: string): Promise<string> {
  const startedAt = performance.now();
  const { stdout } = await promisify(execFile)(command, args, {
    cwd,
    timeout: STEP_TIMEOUT_MS,
    maxBuffer: 2 ** 24,
  });
  console.log(`${title}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return stdout;
}
