import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from '../bench/report.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Enough for a steady median; the whole takes two seconds. */
const STARTS = 15;
/** Far above any start; past this the process hangs. */
const TIMEOUT_MS = 30_000;

/**
 * How long a fresh process takes to import each of the built modules: the medians in ms, in the order given. They take turns, so that a busy
 * machine slows all alike.
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
  return times.map(median);
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
