import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

function simulate(...args: string[]): Promise<{ stdout: string }> {
  return run(process.execPath, [
    '--conditions=autopay-source',
    'scripts/simulate/simulate.ts',
    '--parallel',
    '2',
    ...args,
  ]);
}

test('a seed replays exactly, and its books agree with the chain after every step', async () => {
  const { stdout } = await simulate('--seed', '1', '--months', '1', '--twice');
  expect(stdout).toMatch(/^seed 1: holds/);
  expect(stdout).not.toContain('went another way');
}, 240_000);

test('ten seeds hold', async () => {
  const { stdout } = await simulate('--seeds', '1-10', '--months', '2');
  expect(stdout.match(/: holds/g)).toHaveLength(10);
}, 300_000);

const found = readdirSync(new URL('found', import.meta.url)).filter((name) => name.endsWith('.json'));

test.for(found)('what was found once holds: %s', { timeout: 120_000 }, async (name) => {
  const { stdout } = await simulate('--script', `test/simulate/found/${name}`);
  expect(stdout).toContain(': holds');
});
