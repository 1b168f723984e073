import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

function simulate(...args: string[]): Promise<{ stdout: string }> {
  return run(process.execPath, [
    '--conditions=autopay-source',
    'scripts/simulate/simulate.ts',
    '--parallel',
    '1',
    ...args,
  ]);
}

test('a seed replays exactly, and its books agree with the chain after every step', async () => {
  const { stdout } = await simulate('--seed', '1', '--months', '1', '--twice');
  expect(stdout).toMatch(/^seed 1: holds/);
  expect(stdout).not.toContain('went another way');
}, 240_000);
