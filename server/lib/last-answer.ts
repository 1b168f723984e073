import type { Clock } from './clock.ts';

/**
 * Load balancers ask every few seconds, some from many places: the check behind a response runs at most this
 * often.
 */
const FRESH_MS = 5_000;
/** A balancer's own timeout is a few seconds. Nobody waits longer. */
const WAIT_MS = 1_000;

/**
 * The last result of `look` with its age in seconds: refreshed when older than 5 s, and returned as it was if
 * that takes longer than a second. Null before the first look has ended. `look` never rejects.
 */
export function lastAnswer<T extends object>(
  clock: Clock,
  look: () => Promise<T>,
): () => Promise<(T & { ageSeconds: number }) | null> {
  let last: { atMs: number; answer: T } | null = null;
  let looking: Promise<void> | null = null;

  async function lookOnce(): Promise<void> {
    const atMs = clock.monotonicMs();
    last = { atMs, answer: await look() };
    looking = null;
  }

  return async () => {
    const isFresh = last !== null && clock.monotonicMs() - last.atMs <= FRESH_MS;
    // One waiting caller is enough: while a look takes long, everyone else gets the last result.
    if (!isFresh && (looking === null || last === null)) {
      looking ??= lookOnce();
      const timer = new AbortController();
      await Promise.race([looking, clock.sleep(WAIT_MS, timer.signal)]);
      timer.abort();
    }
    if (last === null) return null;
    const { atMs, answer } = last;
    return { ...answer, ageSeconds: Math.round((clock.monotonicMs() - atMs) / 1000) };
  };
}
