import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { freshDatabase } from '../support/postgres.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** `npm start` in a process group of its own, once the service says that it is ready. */
async function npmStart(env: Record<string, string> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'autopay-npm-start-'));
  const database = await freshDatabase();
  cleanUps.push(() => rm(directory, { recursive: true, force: true }), database.drop);
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      HOME: directory,
      DATABASE_URL: database.url,
      AUTOPAY_SECRETS_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      AUTOPAY_TEST_RPC_URL: 'none',
      AUTOPAY_DATA_DIR: directory,
      AUTOPAY_PORT: '0',
      AUTOPAY_DRAIN_SECONDS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const { resolve: becomeReady, promise: ready } = Promise.withResolvers<number>();
  const said: string[] = [];
  createInterface(npm.stdout!).on('line', (line) => {
    const { msg, pid } = line.startsWith('{') ? JSON.parse(line) : {};
    said.push(msg);
    if (msg === 'ready') becomeReady(pid);
  });
  const servicePid = await ready;
  cleanUps.push(() => isRunning(servicePid) && process.kill(servicePid, 'SIGKILL'));
  return { npm, servicePid, said };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it.each(['SIGTERM', 'SIGINT'] as const)(
  '%s to npm start stops the service, and npm ends after it',
  async (signal) => {
    const { npm, servicePid, said } = await npmStart();
    const [exited, closed] = [once(npm, 'exit'), once(npm, 'close')];
    npm.kill(signal);
    await exited;
    expect(isRunning(servicePid)).toBe(false);
    // What it wrote last may arrive after that.
    await closed;
    expect(said).toContain('stopping');
  },
);

it('npm start bounds the heap, and options of the operator win', async () => {
  const { servicePid } = await npmStart({ NODE_OPTIONS: '--max-old-space-size=2048' });
  const environment = await readFile(`/proc/${servicePid}/environ`, 'utf8');
  const options = environment.split('\0').find((one) => one.startsWith('NODE_OPTIONS='));
  expect(options).toMatch(/=--max-semi-space-size=16 --max-old-space-size=1024 .*--max-old-space-size=2048$/);
});
