import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { eventually } from '../support/eventually.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'sdk', 'src', 'cli', 'main.ts');

/** How a run of the command line ended. */
export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** The command line as a process of its own. */
export interface CliProcess {
  /** What it has written to standard output so far. */
  out(): string;
  /** What stands on standard output after `text`, once that is there. */
  untilOut(text: string | RegExp): Promise<string>;
  /** Its lines of --json so far. */
  records(): Record<string, unknown>[];
  /** Ctrl-C. */
  interrupt(signal?: NodeJS.Signals): void;
  ended: Promise<Ended>;
}

/** Starts the command line from its sources with these settings and no others. */
export function startCli(args: readonly string[], env: Record<string, string> = {}): CliProcess {
  const child = spawn(process.execPath, ['--conditions=autopay-source', MAIN, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }));
  return {
    out: () => out,
    untilOut: (text) =>
      eventually(() => (typeof text === 'string' ? out.includes(text) : text.test(out)) && out).catch(() => {
        throw new Error(`${text} was not said:\n${out}\n${err}`);
      }),
    records: () =>
      out
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    interrupt: (signal = 'SIGINT') => void child.kill(signal),
    ended,
  };
}

/** Runs the command line to its end. */
export function runCli(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return startCli(args, env).ended;
}
