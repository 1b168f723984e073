import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../lib/start-error.ts';

/**
 * Directories that this process holds: its own pid in a lock file does not say which of its localnets wrote
 * it.
 */
const heldHere = new Set<string>();

/**
 * Locks `dataDir` for this process, or throws. Returns the release. Takes over a lock whose process was
 * killed.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'lock');
  const holder = readHolder(path);
  if (heldHere.has(path) || (holder && holder.pid !== process.pid && isAlive(holder))) {
    throw new StartError(`The localnet's data directory ${dataDir} is in use by process ${holder?.pid}`);
  }
  writeFileSync(path, `${process.pid} ${startTimeOf(process.pid)}`);
  heldHere.add(path);
  return () => {
    heldHere.delete(path);
    rmSync(path, { force: true });
  };
}

interface Holder {
  pid: number;
  startTime: string;
}

function readHolder(path: string): Holder | null {
  try {
    const [pid, startTime] = readFileSync(path, 'utf8').split(' ');
    return { pid: Number(pid), startTime: startTime ?? '' };
  } catch {
    return null;
  }
}

/** Pids are reused, quickly so in containers: the same process also has the same start time. */
function isAlive({ pid, startTime }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return startTimeOf(pid) === startTime;
}

/** Field 22 of /proc/<pid>/stat; empty without /proc, so that a living pid alone decides. */
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
