import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Runtime } from './runtimes.ts';
import { step } from './step.ts';

/** Jest as it comes: CommonJS in a sandbox of its own, without import(). With the page that it can pretend. */
const JEST = ['jest@30.5.2', 'jest-environment-jsdom@30.5.2'];

/** Installs Jest into `directory`, with no setting at all. Returns its program. Throws where it cannot be installed. */
export async function installJest(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'package.json'), JSON.stringify({ private: true }));
  const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await step('install Jest', 'npm', ['install', ...flags, ...JEST], directory);
  return join(directory, 'node_modules', 'jest', 'bin', 'jest.js');
}

/** Runs a customer's test, which requires the packages that are installed in `project`, with that Jest. */
export async function runJest(project: string, jest: string, { name, command }: Runtime): Promise<void> {
  const rootDir = join(project, 'jest');
  await mkdir(rootDir, { recursive: true });
  await writeFile(join(rootDir, 'package.json'), JSON.stringify({ name: 'jest-consumer', private: true }));
  for (const program of ['jest-default', 'jest-jsdom'])
    await copyFile(
      join(import.meta.dirname, 'programs', `${program}.cjs`),
      join(rootDir, `${program}.test.js`),
    );
  await step(`${name}: Jest`, command, [jest, '--rootDir', rootDir, '--no-watchman'], rootDir);
}
