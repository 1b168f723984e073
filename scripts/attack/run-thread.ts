import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadData } from './thread.ts';

const { file, target } = workerData as ThreadData;
// Of this thread alone: attackers have machines of their own, and here they must not take the processors from what they attack.
setPriority(10);
const { attack } = await import(file);
parentPort!.postMessage(await attack(target));
