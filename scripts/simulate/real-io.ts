/** Real time, taken before the simulation replaces it. */
const realSetImmediate = setImmediate;

/** Turns of the event loop without any work of ours, after which nothing is left that could run without virtual time. */
const QUIET_TURNS = 5;

let pending = 0;
let becameIdle: (() => void) | null = null;

/** Work that the simulated service waits for outside of virtual time, such as a reply of Postgres, has begun. */
export function beginRealWork(): void {
  pending += 1;
}

export function endRealWork(): void {
  pending -= 1;
  if (pending > 0) return;
  becameIdle?.();
  becameIdle = null;
}

/** Who waits for the next turn of the event loop, in the order in which they began to. */
const nextTurn: (() => void)[] = [];
let becoming: Promise<void> | null = null;

/**
 * Stands for `setImmediate` of `node:timers/promises`, with which the service gathers what is asked for in one turn of the event loop. What falls into
 * one turn would depend on how fast Postgres replies. Here a turn ends when every reply is here, and all who wait for the next go on together.
 */
export function untilNextTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  nextTurn.push(resolve);
  // Nobody else need be waiting for that: before the first event, and in the checks between two.
  void quiet();
  return promise;
}

/**
 * Resolves when everything that runs waits for virtual time: all replies are here and every continuation has run. The next
 * event then starts from the same state in each replay, however fast the machine is.
 */
export function quiet(): Promise<void> {
  return (becoming ??= becomeQuiet());
}

async function becomeQuiet(): Promise<void> {
  for (;;) {
    await allReplies();
    if (nextTurn.length === 0) break;
    for (const goOn of nextTurn.splice(0)) goOn();
  }
  becoming = null;
}

async function allReplies(): Promise<void> {
  for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
    if (pending > 0) {
      await new Promise<void>((resolve) => (becameIdle = resolve));
      turns = 0;
    }
    await new Promise<void>((resolve) => void realSetImmediate(resolve));
  }
}
