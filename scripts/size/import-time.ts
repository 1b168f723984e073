import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..');
/** Enough that a few find an idle processor; all of them take two seconds. */
const STARTS = 15;
/** Far longer than any start; after this the process hangs. */
const TIMEOUT_MS = 30_000;

/**
 * How long a new process takes to import each of the built modules: the shortest of 15 times in ms, in the
 * given order. A busy machine only adds time, so the shortest is the module's own.
 */
export async function importTimes(specifiers: readonly string[]): Promise<number[]> {
  const times = specifiers.map((): number[] => []);
  // The first round fills the disk cache, and does not count.
  for (let round = 0; round <= STARTS; round += 1) {
    for (const [index, specifier] of specifiers.entries()) {
      const time = await importTime(specifier);
      if (round > 0) times[index]!.push(time);
    }
  }
  return times.map((each) => Math.min(...each));
}

async function importTime(specifier: string): Promise<number> {
  const program = `const from = performance.now();
    await import(${JSON.stringify(specifier)});
    process.stdout.write(String(performance.now() - from));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: ROOT,
    timeout: TIMEOUT_MS,
  });
  return Number(stdout);
}
