import { mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What happens to a process that reaches an armed crash point. */
export type Blow = 'SIGKILL' | 'SIGSTOP';

/** A process that was hit, and at which point. */
export interface Struck {
  point: string;
  pid: number;
}

const FIRED = 'fired';

/** Makes the directory in which points are armed. */
export function prepare(directory: string): void {
  mkdirSync(join(directory, FIRED), { recursive: true });
}

/** From now on the first process that reaches `point` is hit, and only that one. */
export function arm(directory: string, point: string, blow: Blow): void {
  writeFileSync(join(directory, point), blow);
}

/**
 * Called in the service's process at every crash point: returns the blow if this process is the one it hits.
 */
export function takeBlow(directory: string, point: string): Blow | null {
  const fired = join(directory, FIRED, `${point}.${process.pid}`);
  try {
    // If several processes get here, only one succeeds in renaming.
    renameSync(join(directory, point), fired);
  } catch {
    return null;
  }
  return readFileSync(fired, 'utf8') as Blow;
}

/** Every process that was hit so far. */
export function listStruck(directory: string): Struck[] {
  return readdirSync(join(directory, FIRED)).map((name) => {
    const [point, pid] = name.split('.');
    return { point: point!, pid: Number(pid) };
  });
}
