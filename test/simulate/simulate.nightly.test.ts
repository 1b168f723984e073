import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { describeUnless } from '../support/requires.ts';
import { missingBuilds } from '../support/subscriptions-program.ts';

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

test('seeds replay exactly, also beside each other, and their books agree with the chain after every step', async () => {
  const { stdout } = await simulate('--seeds', '1-2', '--months', '1', '--twice');
  expect(stdout).toMatch(/^seed 1: holds/m);
  expect(stdout).toMatch(/^seed 2: holds/m);
  expect(stdout).not.toContain('went another way');
}, 240_000);

describeUnless(missingBuilds(), 'mandates under both schemes', () => {
  test('have the same books in the end, whatever goes wrong, and replay exactly', async () => {
    const { stdout } = await simulate('--seed', '1', '--twins', '3', '--months', '2', '--twice');
    expect(stdout).toMatch(/^seed 1: holds/);
    expect(stdout).not.toContain('went another way');
    expect(stdout).toMatch(/[1-9][0-9]* pulls through subscriptions/);
  }, 240_000);

  test('do not where charges forget the windows of the program', async () => {
    const played = simulate('--seed', '1', '--twins', '3', '--months', '2', '--bug', 'P1');
    await expect(played).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('twins differ') });
  }, 240_000);
});

const FOUND = new URL('found/', import.meta.url);
const found = readdirSync(FOUND).filter((name) => name.endsWith('.json'));

test.for(found)('what was found once holds: %s', { timeout: 240_000 }, async (name) => {
  const { stdout } = await simulate('--script', `test/simulate/found/${name}`);
  expect(stdout).toContain(': holds');
});

const withBug = found.flatMap((name) => {
  const { kind, bug } = JSON.parse(readFileSync(new URL(name, FOUND), 'utf8')) as {
    kind: string;
    bug?: string;
  };
  return bug === undefined ? [] : [{ name, kind, bug }];
});

test.for(withBug)(
  'and is found again with $bug: $name',
  { timeout: 240_000 },
  async ({ name, kind, bug }) => {
    const played = simulate('--script', `test/simulate/found/${name}`, '--bug', bug);
    await expect(played).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining(`  ${kind}: `) });
  },
);
