#!/usr/bin/env node
import { run } from './run.ts';

const interruption = new AbortController();
const interrupt = () => interruption.abort();
// Once: a second Ctrl-C ends the process at once, as it would any.
process.once('SIGINT', interrupt);
process.once('SIGTERM', interrupt);
// Whoever reads may have had enough, as `head` has: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  signal: interruption.signal,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
});
