import { basename, join } from 'node:path';
import { step } from './step.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** Builds the three packages and packs them into `directory`. Returns the tarballs' paths. */
export async function packTarballs(directory: string): Promise<string[]> {
  await step('build', 'npm', ['run', 'build', '--workspaces'], ROOT);
  // Each package's prepack builds for whoever publishes; here that is done, and its output would be in the JSON.
  const args = ['pack', '--json', '--ignore-scripts', '--workspaces', '--pack-destination', directory];
  const packed = JSON.parse(await step('pack', 'npm', args, ROOT)) as { filename: string }[];
  return packed.map(({ filename }) => join(directory, filename));
}

/**
 * publint on the manifest and files; attw on the types of every subpath under every resolution that knows `exports`, imported and required. Both
 * as strict as they are.
 */
export async function lintTarball(tarball: string): Promise<void> {
  const name = basename(tarball);
  const run = (program: string, args: string[]) =>
    step(`${program} ${name}`, process.execPath, [binary(program), ...args], ROOT);
  await run('publint', ['run', '--strict', tarball]);
  await run('attw', ['--profile', 'node16', '--no-emoji', '--format', 'ascii', tarball]);
}

function binary(program: string): string {
  return join(ROOT, 'node_modules', '.bin', program);
}
