/**
 * A source of the current time, and of waiting. Only this file reads the machine's clock; all other code is
 * given a Clock.
 */
export interface Clock {
  /** Whole Unix seconds, the unit of every timestamp in the contract and the database. */
  seconds(): number;
  /** Unix milliseconds, for latencies and leases shorter than a second. */
  milliseconds(): number;
  /** Milliseconds on a clock that never jumps, for ages and deadlines within this process. */
  monotonicMs(): number;
  /**
   * Resolves after `ms` milliseconds, or at once when `signal` aborts, so that waiting never delays a
   * shutdown.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  seconds: () => Math.floor(Date.now() / 1000),
  milliseconds: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep,
};

/** Waits in real time. Code that handles money waits on its `Clock` instead. */
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
