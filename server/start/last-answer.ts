import type { Clock } from '../lib/clock.ts';

/** Load balancers ask every few seconds, some from many places: what is behind an answer is asked at most this often. */
const FRESH_MS = 5_000;
/** A balancer's own deadline is a few seconds. What takes longer is waited for by nobody. */
const WAIT_MS = 1_000;

/**
 * What `look` resolved to last, with its age in seconds: looked for anew when it is older than 5 s, and given as it was when
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
    // One that waits is enough: while a look takes long, everyone else is given what is known.
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
