import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A PostgreSQL server running on one of our clusters. */
export interface Postmaster {
  pid: number;
  /** The process that started it, named on its command line, so that the two are always recorded together. */
  ownerPid: number;
}

const OWNER_PREFIX = 'cluster_name=autopay-';
const OWNER = new RegExp(`${OWNER_PREFIX}([0-9]+)`);
const POSTGRES = /^(\S*\/)?postgres(:|\s|$)/;

/** The server argument with `ownerPid`, visible in every process title of the server. */
export function ownerArgument(ownerPid: number): string {
  return OWNER_PREFIX + ownerPid;
}

/** Whether a process with this pid exists. A permission error means that it does, under another user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * The server that runs on `cluster`, or null. If a lock file's pid now belongs to another program (after a
 * restart of the machine or its container), the file is removed: PostgreSQL would take that program for
 * itself and not start.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const pid = (await readLockFile(cluster))?.pid;
  if (!pid || !isAlive(pid)) return null;
  const command = await commandLine(pid);
  const ownerPid = OWNER.exec(command)?.[1];
  if (ownerPid) return { pid, ownerPid: Number(ownerPid) };
  // Some other PostgreSQL: the server that we start will find out whether it is on this cluster.
  if (!POSTGRES.test(command)) await rm(join(cluster, 'postmaster.pid'), { force: true });
  return null;
}

/** Whether the lock file of the server with this `pid` says that it accepts connections. */
export async function isReady(cluster: string, pid: number): Promise<boolean> {
  const lock = await readLockFile(cluster);
  return lock?.pid === pid && lock.status === 'ready';
}

/** Line 1 is the process number and line 8 the state ("Layout of postmaster.pid", PostgreSQL's miscadmin.h; pg_ctl reads it too). */
async function readLockFile(cluster: string): Promise<{ pid: number; status: string } | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  return { pid: Number(lines[0]), status: lines[7]?.trim() ?? '' };
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
  }
  const found = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(
    () => null,
  );
  return found?.stdout ?? '';
}
