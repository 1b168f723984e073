/**
 * Checks the published packages as a customer meets them: builds and packs each, lints the tarballs with publint and
 * attw, installs them into an empty project, and type-checks and runs programs there under each release of Node that is
 * supported, Bun and Deno. Exits 1 at the first failure. A runtime that cannot be installed here is named in a line that begins with
 * `not run: `. `node scripts/check-packages.ts <directory>` leaves the tarballs there.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compile, createProject, run } from './check-packages/consumer-project.ts';
import { installJest, runJest } from './check-packages/jest.ts';
import { compileWithOldest, installOldestTypeScript } from './check-packages/oldest-typescript.ts';
import { installRuntimes } from './check-packages/runtimes.ts';
import { lintTarball, packTarballs } from './check-packages/tarballs.ts';

const directory = await mkdtemp(join(tmpdir(), 'autopay-packages-'));
const project = join(directory, 'consumer');
const tarballDirectory = process.argv[2] ? resolve(process.argv[2]) : join(directory, 'tarballs');
try {
  for (const each of [project, tarballDirectory]) await mkdir(each, { recursive: true });
  // The line is slow where the processor is not, so what is fetched does not wait for what is built.
  const fetched = installRuntimes(join(directory, 'runtimes'));
  const jestFetched = installJest(join(directory, 'runtimes', 'jest')).catch((error: Error) => error);
  const oldestFetched = installOldestTypeScript(join(directory, 'runtimes', 'typescript')).catch(
    (error: Error) => error,
  );
  const tarballs = await packTarballs(tarballDirectory);
  await createProject(project, tarballs);
  await Promise.all([lintAll(tarballs), compile(project)]);
  const { runtimes, notRun } = await fetched;
  for (const runtime of runtimes) await run(project, runtime);
  const oldest = await oldestFetched;
  if (oldest instanceof Error)
    notRun.push({ name: 'TypeScript 5.2', reason: oldest.message.split('\n')[0]! });
  else await compileWithOldest(project, oldest);
  const jest = await jestFetched;
  if (jest instanceof Error) notRun.push({ name: 'Jest', reason: jest.message.split('\n')[0]! });
  // The oldest and the newest release: those between differ in nothing that Jest uses.
  else
    for (const runtime of runtimes.filter(({ name }) => /^Node (20|24)$/.test(name)))
      await runJest(project, jest, runtime);
  for (const { name, reason } of notRun) console.log(`not run: packages under ${name} (${reason})`);
  console.log(`${tarballs.length} packages are fit to publish`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(directory, { recursive: true, force: true });
}

async function lintAll(tarballs: readonly string[]): Promise<void> {
  for (const tarball of tarballs) await lintTarball(tarball);
}
