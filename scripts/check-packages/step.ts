import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Long enough for an install without a cache on a slow line. */
const TIMEOUT_MS = 240_000;

/**
 * Runs a program to its end and prints how long `title` took. Returns its output; throws with all it said
 * when it fails.
 */
export async function step(title: string, command: string, args: string[], cwd: string): Promise<string> {
  const startedAt = performance.now();
  try {
    const options = { cwd, timeout: TIMEOUT_MS, maxBuffer: 2 ** 24 };
    const { stdout } = await promisify(execFile)(command, args, options);
    console.log(`${title}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    return stdout;
  } catch (cause) {
    const { message, stdout = '', stderr = '' } = cause as Error & { stdout?: string; stderr?: string };
    throw new Error(
      [`${title} failed.`, stdout.trim() || message, stderr.trim()].filter(Boolean).join('\n'),
      {
        cause,
      },
    );
  }
}
