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

/**
 * Resolves when everything that runs waits for virtual time: all replies are here and every continuation has run. The next
 * event then starts from the same state in each replay, however fast the machine is.
 */
export async function quiet(): Promise<void> {
  for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
    if (pending > 0) {
      await new Promise<void>((resolve) => (becameIdle = resolve));
      turns = 0;
    }
    await new Promise<void>((resolve) => void realSetImmediate(resolve));
  }
}
