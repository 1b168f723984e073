import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Autopay, createMerchant } from '@autopay/sdk';
import { findService } from './find-service.ts';

/** Options for starting the service. */
export interface StartServiceOptions {
  /**
   * The root of the package `autopay`. Default `AUTOPAY_DIRECTORY` of the environment; otherwise searched for
   * in the project and above.
   */
  directory?: string;
  /**
   * Settings of the service that add to or replace the defaults here, such as `{ AUTOPAY_SELL_MODE: 'once'
   * }`. It gets nothing else of the environment.
   */
  env?: Record<string, string>;
  /**
   * Milliseconds until it must be ready. Default 60,000: the first start creates a database, which takes
   * seconds on a loaded machine.
   */
  timeoutMs?: number;
  /** The name of the merchant that is created. Default `Test shop`. */
  merchantName?: string;
}

/**
 * The real service, running for tests: PostgreSQL, a chain in test mode, API and worker. `stop` removes all
 * its data.
 */
export interface StartedService {
  /** Its address, such as http://127.0.0.1:40123. */
  url: string;
  /** A new merchant with its secret keys. */
  merchant: { id: string; testKey: string; liveKey: string };
  /** A client with the merchant's test key. */
  autopay: Autopay;
  /** Stops only what was started here and removes its data. Resolves when done; may be called twice. */
  stop(): Promise<void>;
  /** For `await using`: the same as `stop`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Running requests may take 8 s and jobs 15 s to finish; after that the process is killed. */
const STOP_TIMEOUT_MS = 30_000;
/** The last lines of its output: enough to show why it ended. */
const KEPT_LINES = 50;

/**
 * Loaded in the service's process first: however the parent ends, the pipe from it closes, the service shuts
 * down cleanly, and its data is removed.
 */
const GUARD = `
import { rmSync } from 'node:fs';
process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).on('error', () => {}).resume();
process.on('exit', () => rmSync(process.env.AUTOPAY_DATA_DIR, { recursive: true, force: true, maxRetries: 5 }));
`;

/**
 * Starts the service on its embedded defaults: a fresh database and chain in a temporary directory, on a free
 * port of this machine. Webhooks may go to
 * 127.0.0.1, and confirmations take a tenth of a second. It ends with this process if it is not stopped
 * earlier.
 *
 * Throws an Error that says where it looked if the service is not found, or one with the last lines of its
 * output if it does not become ready.
 */
export async function startService(options: StartServiceOptions = {}): Promise<StartedService> {
  const { directory, env = {}, timeoutMs = 60_000, merchantName = 'Test shop' } = options;
  if (!(timeoutMs > 0 && timeoutMs < 2 ** 31)) {
    throw new TypeError('timeoutMs must be a positive number of milliseconds.');
  }
  const { main, node } = findService({ directory });
  const dataDir = await mkdtemp(join(tmpdir(), 'autopay-started-'));
  // When this runs as root, PostgreSQL runs as another user, who needs to traverse this directory.
  await chmod(dataDir, 0o711);
  const child = spawn(
    node,
    ['--conditions=autopay-source', `--import=data:text/javascript,${encodeURIComponent(GUARD)}`, main],
    { cwd: dataDir, env: { ...DEFAULTS, ...systemEnv(), ...env, AUTOPAY_DATA_DIR: dataDir }, stdio: 'pipe' },
  );
  const stop = stopper(child, dataDir);
  try {
    const url = await untilReady(child, timeoutMs);
    detach(child);
    const { id, keys } = await createMerchant({ name: merchantName }, { baseUrl: url });
    const merchant = { id, testKey: keys.test, liveKey: keys.live };
    const autopay = new Autopay(keys.test, { baseUrl: url });
    return { url, merchant, autopay, stop, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const DEFAULTS = {
  AUTOPAY_HOST: '127.0.0.1',
  AUTOPAY_PORT: '0',
  AUTOPAY_DRAIN_SECONDS: '0',
  AUTOPAY_LOG_LEVEL: 'error',
  AUTOPAY_LOCALNET_SLOT_MS: '100',
  AUTOPAY_WEBHOOK_ALLOW: '127.0.0.1/32',
  AUTOPAY_RATE_KEY_PER_MINUTE: '1000000',
  AUTOPAY_RATE_ADDRESS_PER_MINUTE: '1000000',
  AUTOPAY_RATE_SIGN_IN_PER_MINUTE: '100000',
  AUTOPAY_RATE_CHECKOUT_PER_MINUTE: '100000',
};

/** What programs need of the environment; other variables might name another database or chain. */
function systemEnv(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/**
 * The address in the line that announces that the service is ready. Throws with its output if that line does
 * not come.
 */
function untilReady(child: ChildProcess, timeoutMs: number): Promise<string> {
  const said: string[] = [];
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The service ${why}. It said:\n${said.join('\n')}`));
    const deadline = setTimeout(() => fail(`was not ready within ${timeoutMs} ms`), timeoutMs);
    child.once('error', (error) => reject(new Error(`The service was not started: ${error.message}`)));
    // 'close' comes once the output was read to the end, so the reason is in it.
    child.once('close', (code, signal) => {
      clearTimeout(deadline);
      fail(`ended with ${signal ?? `code ${code}`} before it was ready`);
    });
    for (const output of [child.stdout!, child.stderr!]) {
      createInterface({ input: output }).on('line', (line) => {
        said.push(line);
        if (said.length > KEPT_LINES) said.shift();
        const [, url] = /^Autopay is ready at (\S+)$/.exec(line) ?? [];
        if (url === undefined) return;
        clearTimeout(deadline);
        resolve(url);
      });
    }
  });
}

/**
 * From here on the child does not keep this process alive: a test run that forgets to stop it can still end,
 * and then the service ends too.
 */
function detach(child: ChildProcess): void {
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as Socket).unref();
}

/**
 * Ends the child cleanly, or by force when that takes too long, and removes its data; every call returns the
 * same promise.
 */
function stopper(child: ChildProcess, dataDir: string): () => Promise<void> {
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // It never started.
    child.once('error', () => resolve());
  });
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    child.ref();
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(force);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  return () => (stopping ??= stop());
}
