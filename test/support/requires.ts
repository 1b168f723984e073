import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe } from 'vitest';

/** Why a program that tests start is unavailable: null if it is on the PATH. */
export function missingProgram(name: string): string | null {
  for (const directory of (process.env['PATH'] ?? '').split(delimiter)) {
    try {
      accessSync(join(directory, name), constants.X_OK);
      return null;
    } catch {
      // It does not exist.
    }
  }
  return `no ${name} on PATH`;
}

/**
 * Tests of something that not every machine has. Where it is `missing` they are not run, and `npm test` names their file and the reason, which it
 * reads from the title; on a CI machine that is a failure.
 */
export function describeUnless(missing: string | null, title: string, tests: () => void): void {
  if (missing === null) describe(title, tests);
  else describe.skip(`${title} [not run: ${missing}]`, tests);
}
