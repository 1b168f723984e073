import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, type UserConfig } from 'tsdown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import packageJson from '../../sdk/package.json' with { type: 'json' };
import configs from '../../sdk/tsdown.config.ts';

const PACKAGE = join(import.meta.dirname, '..', '..', 'sdk');

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'autopay-cli-build-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

it('the package has one program, which is built as it is named, may be executed, and runs', async () => {
  expect(packageJson.bin).toEqual({ autopay: './dist/cli.js' });
  const config = (configs as UserConfig[]).find(({ entry }) => Object.hasOwn(entry as object, 'cli'));
  const outDir = join(directory, 'dist');
  await build({ ...config, cwd: PACKAGE, outDir, config: false, logLevel: 'silent' });
  const program = join(directory, packageJson.bin.autopay);
  expect((await stat(program)).mode & 0o111).toBe(0o111);
  const text = await readFile(program, 'utf8');
  expect(text.startsWith('#!/usr/bin/env node\n')).toBe(true);
  // The package itself is not built into it a second time.
  const imported = [...text.matchAll(/^import .* from "([^"]+)";$/gm)].map(([, name]) => name!);
  expect(imported.filter((name) => !name.startsWith('node:'))).toEqual(['@autopay/sdk']);

  await mkdir(join(directory, 'node_modules', '@autopay'), { recursive: true });
  await symlink(PACKAGE, join(directory, 'node_modules', '@autopay', 'sdk'));
  const args = ['--conditions=autopay-source', program, '--version'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toBe(`${packageJson.version}\n`);
});
