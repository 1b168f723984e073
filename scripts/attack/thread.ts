import { Worker } from 'node:worker_threads';
import type { Attack } from './part.ts';

/** What a thread is given: the file whose `attack` it runs, and the argument. */
export interface ThreadData {
  file: string;
  target: unknown;
}

/** Runs the function `attack` that `file` exports in a thread of its own, so that what it costs is not taken from whoever measures. */
export function inThread(file: URL, target: unknown): Promise<Attack> {
  const { promise, resolve, reject } = Promise.withResolvers<Attack>();
  const workerData: ThreadData = { file: file.href, target };
  const thread = new Worker(new URL('run-thread.ts', import.meta.url), { workerData });
  thread.once('message', resolve).once('error', reject);
  thread.once('exit', () => reject(new Error(`${file.href} ended without a result`)));
  return promise;
}
