import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What a package consists of beside its manifest. */
const CONTENTS = ['dist', 'README.md', 'LICENSE'];

/**
 * Packs the built package in `folder` into `destination` and answers with the tarball's path. The manifest is
 * rewritten on the way: Vite and webpack honour a `development` condition, which points at sources that are not packed.
 */
export async function packPackage(folder: string, destination: string): Promise<string> {
  const staging = await mkdtemp(join(tmpdir(), 'autopay-pack-'));
  try {
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest;
    await writeFile(join(staging, 'package.json'), `${JSON.stringify(published(manifest), null, 2)}\n`);
    for (const name of CONTENTS) await cp(join(folder, name), join(staging, name), { recursive: true });
    await mkdir(destination, { recursive: true });
    const args = ['pack', '--json', '--pack-destination', destination];
    const { stdout } = await promisify(execFile)('npm', args, { cwd: staging });
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    return join(destination, filename);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

interface Manifest {
  exports: Record<string, Record<string, string>>;
  scripts?: unknown;
  devDependencies?: unknown;
}

function published({ scripts: _scripts, devDependencies: _tools, ...manifest }: Manifest): object {
  const exports = Object.entries(manifest.exports).map(([path, { development: _source, ...built }]) => [
    path,
    built,
  ]);
  return { ...manifest, exports: Object.fromEntries(exports) };
}
