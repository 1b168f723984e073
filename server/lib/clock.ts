/** A source of the current time. Only this file reads the machine's clock; everything else is handed one. */
export interface Clock {
  /** Whole Unix seconds, the unit of every timestamp in the contract and the database. */
  seconds(): number;
  /** Unix milliseconds, for latencies and leases shorter than a second. */
  milliseconds(): number;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  seconds: () => Math.floor(Date.now() / 1000),
  milliseconds: () => Date.now(),
};

/** Resolves after `ms` milliseconds, or at once when `signal` aborts: waiting is never a reason to hold up a shutdown. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    }
    signal?.addEventListener('abort', done, { once: true });
  });
}
