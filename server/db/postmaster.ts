import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A PostgreSQL server that runs on a cluster of ours. */
export interface Postmaster {
  pid: number;
  /** The process that started it, named on its command line: so the two cannot be recorded apart. */
  ownerPid: number;
}

const OWNER_PREFIX = 'cluster_name=autopay-';
const OWNER = new RegExp(`${OWNER_PREFIX}([0-9]+)`);
const POSTGRES = /^(\S*\/)?postgres(:|\s|$)/;

/** The server argument that names `ownerPid`, and shows in every process title of the server. */
export function ownerArgument(ownerPid: number): string {
  return OWNER_PREFIX + ownerPid;
}

/** Whether a process with this number exists. One of another user counts: asking is refused, and so it is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * The server that runs on `cluster`, or null. A lock file whose process number belongs to another program by now (after a restart of
 * the machine or its container) is removed, since PostgreSQL would take that program for itself and refuse to start.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const pid = (await readLockFile(cluster))?.pid;
  if (!pid || !isAlive(pid)) return null;
  const command = await commandLine(pid);
  const ownerPid = OWNER.exec(command)?.[1];
  if (ownerPid) return { pid, ownerPid: Number(ownerPid) };
  // Some other PostgreSQL: whether it is on this cluster is for the server that we start to find out.
  if (!POSTGRES.test(command)) await rm(join(cluster, 'postmaster.pid'), { force: true });
  return null;
}

/** Whether the server with process number `pid` says in its lock file that it takes connections. */
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
