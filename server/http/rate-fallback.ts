import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../log.ts';
import type { RateStore } from './rate-store.ts';

/** The longest time a request waits for a counter. */
const TIMEOUT_MS = 500;
/** While the shared store is down, one request per this interval tries it; the others do not wait for it. */
const RETRY_MS = 1_000;

/** A store that reports whether its counts are currently shared. */
export interface FallbackRateStore extends RateStore {
  isShared(): boolean;
}

/**
 * Counts in `shared`, and in `own` while that is down or slow: payments do not stop for a counter. Each
 * process then admits as much as all of them together should. Logs once when it starts and once when it ends.
 */
export function rateStoreWithFallback(
  shared: RateStore,
  own: RateStore,
  { clock, log }: { clock: Clock; log: Logger },
): FallbackRateStore {
  let isAway = false;
  let nextTryMs = 0;

  async function ask<T>(count: (store: RateStore) => Promise<T>): Promise<T> {
    const isProbe = isAway;
    if (isProbe && clock.milliseconds() < nextTryMs) return count(own);
    nextTryMs = clock.milliseconds() + RETRY_MS;
    try {
      const answer = await withDeadline(count(shared));
      if (isProbe && isAway) {
        isAway = false;
        log.info('requests are counted across processes again');
      }
      return answer;
    } catch (error) {
      if (!isAway)
        log.warn({ err: error }, 'the shared request counters are away: this process counts alone');
      isAway = true;
      nextTryMs = clock.milliseconds() + RETRY_MS;
      return count(own);
    }
  }

  return {
    take: (bucket, limit) => ask((store) => store.take(bucket, limit)),
    peek: (bucket, limit) => ask((store) => store.peek(bucket, limit)),
    isShared: () => !isAway,
  };
}

function withDeadline<T>(promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    // After everything that has arrived meanwhile: if this process was busy for that long, the store was not
    // slow.
    setImmediate(() => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)));
  }, TIMEOUT_MS);
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
