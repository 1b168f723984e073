import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './embedded-binaries.ts';
import type { SystemUser } from './embedded-user.ts';
import { isAlive } from './postmaster.ts';
import { StartError } from '../lib/start-error.ts';

const run = promisify(execFile);

/** The superuser of the embedded server. Others on the machine may reach its port, so it has a password. */
export const CLUSTER_USER = 'autopay';

/** The files of one embedded server, all below `dataDir`. */
export function clusterPaths(dataDir: string) {
  return {
    cluster: join(dataDir, 'cluster'),
    password: join(dataDir, 'password'),
    port: join(dataDir, 'port'),
    log: join(dataDir, 'postgres.log'),
  };
}

/**
 * Creates `dataDir` with a cluster and its password, unless it exists. Created under another name and renamed
 * when complete: the next start discards what a power cut or kill -9 left unfinished, and two simultaneous
 * starts get one cluster.
 */
export async function ensureCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  runsAs: SystemUser | null,
): Promise<void> {
  await removeAbandoned(dataDir);
  if (await exists(clusterPaths(dataDir).cluster)) return;
  const partial = `${dataDir}.new-${process.pid}`;
  await createCluster(partial, binaries, runsAs);
  try {
    await rename(partial, dataDir);
  } catch (cause) {
    await rm(partial, { recursive: true, force: true });
    if (await exists(clusterPaths(dataDir).cluster)) return;
    throw new StartError(
      `${dataDir} is not empty and holds no database of ours. Move it away, or choose another directory.`,
      { cause },
    );
  }
}

async function createCluster(
  directory: string,
  binaries: PostgresBinaries,
  runsAs: SystemUser | null,
): Promise<void> {
  const { cluster, password } = clusterPaths(directory);
  // Another user's server must be able to traverse to its cluster, and see nothing else.
  await mkdir(directory, { mode: runsAs ? 0o711 : 0o700 });
  await mkdir(cluster, { mode: 0o700 });
  const initialPassword = join(directory, 'initial-password');
  const secret = randomBytes(24).toString('base64url');
  await writeFile(password, secret, { mode: 0o600, flush: true });
  await writeFile(initialPassword, secret, { mode: 0o600 });
  if (runsAs) {
    await chown(cluster, runsAs.uid, runsAs.gid);
    await chown(initialPassword, runsAs.uid, runsAs.gid);
  }
  const options = [
    '--auth=scram-sha-256',
    `--pwfile=${initialPassword}`,
    `--username=${CLUSTER_USER}`,
    '--encoding=UTF8',
  ];
  // C.UTF-8 sorts by code point on every machine, so no index depends on the system's locale library.
  options.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C');
  await run(binaries.initdb, ['-D', cluster, ...options], {
    ...runsAs,
    cwd: cluster,
    env: { LC_ALL: 'C' },
  }).catch((cause: unknown) => {
    throw new StartError(`The embedded database could not be created in ${cluster}: ${stderrOf(cause)}`, {
      cause,
    });
  });
  await rm(initialPassword);
}

/** Removes unfinished directories whose creator is gone. */
async function removeAbandoned(dataDir: string): Promise<void> {
  const prefix = `${basename(dataDir)}.new-`;
  for (const name of await readdir(dirname(dataDir))) {
    if (!name.startsWith(prefix)) continue;
    const maker = Number(name.slice(prefix.length));
    // A creator with our own pid is an earlier process: in a container each start may get the same pid.
    if (maker !== process.pid && isAlive(maker)) continue;
    await rm(join(dirname(dataDir), name), { recursive: true, force: true });
  }
}

function stderrOf(error: unknown): string {
  return error instanceof Error && 'stderr' in error
    ? String(error.stderr).trim() || error.message
    : String(error);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
