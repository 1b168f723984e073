import { setTimeout } from 'node:timers/promises';

/** Under 1% of what is measured with it, and infrequent enough to cost nothing. */
const POLL_MS = 10;
/** About ten times what a round takes on two cores. */
const TIMEOUT_MS = 60_000;

/** Waits until `isDone`. Throws with `what` it waited for after 60 s. */
export async function until(what: string, isDone: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error(`Waited ${TIMEOUT_MS} ms for ${what}.`);
    await setTimeout(POLL_MS);
  }
}
