import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Usage } from './report-usage.ts';

/** A server under measurement, in a process of its own. */
export interface Child {
  pid: number;
  /** Its first line of output that matched. */
  ready: RegExpMatchArray;
  /** CPU time used so far, user and system, in µs. */
  cpuMicros(): Promise<number>;
  usage(): Promise<Usage>;
  /** Asks it to end and waits until it has. */
  stop(): Promise<void>;
}

/** A first start migrates the database and warms up the validator; the rest is for slow machines. */
const READY_MS = 60_000;
/** A drain takes at most 15 s; after this the process hangs. */
const STOP_MS = 20_000;

/** Starts `script` (a path in the repository) and resolves when it prints a line that matches `ready`. */
export async function startChild(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
  ready: RegExp,
): Promise<Child> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const usage = fileURLToPath(new URL('report-usage.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--conditions=autopay-source', `--import=${usage}`, script, ...args],
    {
      cwd: root,
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  // It must not outlive the process that started it.
  const orphan = () => void child.kill('SIGKILL');
  process.once('exit', orphan);
  child.once('exit', () => process.off('exit', orphan));
  return {
    ready: await firstMatch(child, ready, script),
    pid: child.pid!,
    cpuMicros: async () => (await askUsage(child)).cpuMicros,
    usage: () => askUsage(child),
    stop: () => stop(child),
  };
}

async function firstMatch(child: ChildProcess, ready: RegExp, script: string): Promise<RegExpMatchArray> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      child.kill('SIGKILL');
      reject(new Error(`${script} ${why}`));
    };
    const timer = setTimeout(() => fail(`was not ready within ${READY_MS} ms`), READY_MS);
    const ended = (code: number | null) => fail(`ended with ${code} before it was ready`);
    child.once('exit', ended);
    createInterface(child.stdout!).on('line', (line) => {
      const found = line.match(ready);
      if (!found) return;
      clearTimeout(timer);
      child.off('exit', ended);
      resolve(found);
    });
  });
}

async function askUsage(child: ChildProcess): Promise<Usage> {
  const answer = once(child, 'message');
  child.send('usage');
  const [usage] = await answer;
  return usage;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
  clearTimeout(impatient);
}
