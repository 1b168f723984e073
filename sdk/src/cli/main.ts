#!/usr/bin/env node
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { run } from './run.ts';

/**
 * A second signal within this time is an echo of the first: the terminal sends Ctrl-C to npx too, which
 * forwards it. The process removes its handlers when it ends, and an echo would then kill it, so it stays
 * alive this long. A later signal comes from a person who is tired of waiting.
 */
const ECHO_MS = 300;

const interruption = new AbortController();
let interruptedAtMs: number | null = null;
const interrupt = () => {
  interruptedAtMs ??= performance.now();
  interruption.abort();
  if (performance.now() - interruptedAtMs > ECHO_MS) process.exit(130);
};
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);
// The reader may stop early, as `head` does: that is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

const exitCode = await run(process.argv.slice(2), {
  env: process.env,
  signal: interruption.signal,
  out: (text) => void process.stdout.write(text),
  pour: async (bytes) => {
    if (!process.stdout.write(bytes)) await once(process.stdout, 'drain');
  },
  err: (text) => void process.stderr.write(text),
});
if (interruption.signal.aborted) await setTimeout(ECHO_MS);
process.exitCode = exitCode;
