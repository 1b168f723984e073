import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROGRAM = join(import.meta.dirname, 'conformance.ts');

test('every row of the specification is proved over HTTP', { timeout: 300_000 }, async () => {
  const run = promisify(execFile)(process.execPath, ['--conditions=autopay-source', PROGRAM], {
    env: { PATH: process.env['PATH'] },
    maxBuffer: 10_000_000,
  });
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string }) => error);
  expect(stdout.split('\n').filter((line) => line.includes('FAIL'))).toEqual([]);
  expect(stdout, stderr).toMatch(/[0-9]{3} rows passed, 0 failed/);
});
