import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SUBSCRIPTIONS_PROGRAM } from '../server/chain/subscriptions/address.ts';
import { describeUnless } from './support/requires.ts';
import { missingBuilds, pathOfBuild, SUBSCRIPTIONS_BUILDS } from './support/subscriptions-program.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'autopay-demo-'));
  // As root, the database's own user must be able to reach it.
  await chmod(dataDir, 0o755);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Half a minute of schedule and start, and what a busy machine adds. */
const TIMEOUT_MS = 120_000;

/** Rejects unless it exits with 0. */
function playDemo(env: Record<string, string> = {}, option = '--once') {
  const demo = join(import.meta.dirname, '..', 'scripts', 'demo', 'demo.ts');
  return promisify(execFile)(process.execPath, ['--conditions=autopay-source', demo, option], {
    env: { ...process.env, AUTOPAY_DATA_DIR: dataDir, AUTOPAY_PORT: '0', ...env },
    timeout: TIMEOUT_MS,
  });
}

test('the demo tells its options, and starts nothing for one that there is not', async () => {
  const { stdout } = await playDemo({}, '--help');
  expect(stdout).toMatch(/^Usage: npm run demo .*--once .*AUTOPAY_SCHEME=plan/s);
  await expect(playDemo({}, '--onec')).rejects.toMatchObject({ code: 2, stdout: '' });
  expect(await readdir(dataDir)).toEqual([]);
});

test(
  'the demo plays the main job from an empty directory, and its balances add up',
  async () => {
    const { stdout } = await playDemo();
    const [, secondsToFirstCharge] = /the first charge, ([0-9.]+) s after the start/.exec(stdout) ?? [];
    // About 6 s on a machine of its own, where 20 are promised; here other tests take the cores.
    expect(Number(secondsToFirstCharge)).toBeLessThan(60);
    expect(stdout.match(/charge\.succeeded +period [0-2]: succeeded/g)).toHaveLength(3);
    expect(stdout).toMatch(/refund +of period 1, signed by the payee: succeeded, 1 TUSD/);
    expect(stdout).toMatch(/mandate\.completed +completed, 3 of 3 periods charged/);
    expect(stdout).toContain('3 x 2.5 TUSD less 1 TUSD = 6.5 TUSD moved on chain');
  },
  TIMEOUT_MS,
);

test('under the plan scheme without its program the demo says how to get it, and starts nothing', async () => {
  const played = playDemo({ AUTOPAY_SCHEME: 'plan', AUTOPAY_LOCALNET_PROGRAMS: '' });
  await expect(played).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('npm run localnet:program -- --from'),
  });
  expect(await readdir(dataDir)).toEqual([]);
});

describeUnless(missingBuilds(), 'the demo under the plan scheme', () => {
  test.each(SUBSCRIPTIONS_BUILDS)(
    '%s refuses three pulls that the delegate key signed, and the balances add up',
    async (build) => {
      const programs = `${SUBSCRIPTIONS_PROGRAM}=${pathOfBuild(build)}`;
      const { stdout } = await playDemo({ AUTOPAY_SCHEME: 'plan', AUTOPAY_LOCALNET_PROGRAMS: programs });
      expect(stdout.match(/tried +(.*), signed with the service's own key/g)).toHaveLength(3);
      expect(
        stdout.match(/refused +by the program on chain: .*/g)!.map((line) => /error \d+/.exec(line)![0]),
      ).toEqual(['error 400', 'error 400', 'error 506']);
      expect(stdout).toContain(`by the payer, ${build.includes('v0.4.0') ? 'twice' : 'once'}`);
      expect(stdout.match(/charge\.succeeded +period [0-2]: succeeded/g)).toHaveLength(3);
      expect(stdout).toMatch(/mandate\.completed +completed, 3 of 3 periods charged/);
      expect(stdout).toContain('3 x 2.5 TUSD less 1 TUSD = 6.5 TUSD moved on chain');
    },
    TIMEOUT_MS,
  );
});
