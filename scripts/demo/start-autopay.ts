import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The service in a process of its own, as `npm start` runs it. */
export interface StartedAutopay {
  url: string;
  /** The JSON-RPC of its chain; null unless it was asked for. */
  chainUrl: string | null;
  /** Rejects when it ends before `stop` was called. */
  broken: Promise<never>;
  /** Asks it to finish and waits until it has ended. */
  stop(): Promise<void>;
}

const ROOT = join(import.meta.dirname, '..', '..');
/** Where `npm start` listens. */
const USUAL_PORT = 3000;

/** Whatever the environment says, a demo uses its own database and its own chain. */
export const OWN = { DATABASE_URL: '', AUTOPAY_TEST_RPC_URL: '', AUTOPAY_LIVE_RPC_URL: '' };

/**
 * Starts the service on its embedded defaults and waits until it is ready. Its warnings go to standard error. `withChain`: asks for the address of
 * its chain, which only its log has.
 */
export async function startAutopay({
  withChain = false,
}: { withChain?: boolean } = {}): Promise<StartedAutopay> {
  const { AUTOPAY_PORT = '', AUTOPAY_LOG_LEVEL = '' } = process.env;
  const level = AUTOPAY_LOG_LEVEL || 'error';
  const child = spawn(process.execPath, ['--conditions=autopay-source', join('server', 'main.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    // Its own process group: Ctrl-C reaches only us, and we stop it cleanly.
    detached: true,
    env: {
      ...process.env,
      ...OWN,
      AUTOPAY_WEBHOOK_ALLOW: '127.0.0.1/32',
      AUTOPAY_DRAIN_SECONDS: '0',
      AUTOPAY_LOG_LEVEL: withChain && LEVELS.indexOf(level) > INFO ? 'info' : level,
      AUTOPAY_PORT: AUTOPAY_PORT || String((await isFree(USUAL_PORT)) ? USUAL_PORT : 0),
    },
  });
  // However this process ends, except by kill -9, the service is stopped.
  process.once('exit', () => child.kill('SIGTERM'));
  let stopping = false;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const broken = ended.then(() => {
    if (stopping) return new Promise<never>(() => undefined);
    throw new Error('The service ended by itself; what it said is above.');
  });
  // Later callers still see the rejection; until then it must not count as unhandled.
  broken.catch(() => undefined);
  const stop = () => {
    stopping = true;
    child.kill('SIGTERM');
    return ended;
  };
  const ready = readyUrls(child, { withChain, level });
  return { ...(await Promise.race([ready, broken])), broken, stop };
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];
const INFO = LEVELS.indexOf('info');

/**
 * The address in the line that announces that the service is ready, and the chain's, where it is asked for, in the log. The log from `level` on
 * continues on standard error.
 */
function readyUrls(
  child: ChildProcess,
  { withChain, level }: { withChain: boolean; level: string },
): Promise<Pick<StartedAutopay, 'url' | 'chainUrl'>> {
  let url: string | null = null;
  let chainUrl: string | null = null;
  return new Promise((resolve) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const ready = /^Autopay is ready at (\S+)$/.exec(line);
      url ??= ready?.[1] ?? null;
      chainUrl ??= /"localnetUrl":"([^"]+)"/.exec(line)?.[1] ?? null;
      if (url !== null && (chainUrl !== null || !withChain)) resolve({ url, chainUrl });
      const levelOfLine = /"level":"([a-z]+)"/.exec(line)?.[1] ?? level;
      if (ready === null && LEVELS.indexOf(levelOfLine) >= LEVELS.indexOf(level))
        process.stderr.write(`${line}\n`);
    });
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
