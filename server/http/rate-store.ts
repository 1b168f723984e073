import type { Clock } from '../lib/clock.ts';

/** What is left of a bucket. */
export interface RateUsage {
  limit: number;
  remaining: number;
  /** Seconds until it is full again; 0 when it is. */
  resetSeconds: number;
}

/** What became of a request that asked for its place in a bucket. */
export interface RateTake extends RateUsage {
  /** False: the bucket holds none any more, and nothing was counted. */
  granted: boolean;
}

/** Counts requests in buckets of one minute each. In memory for one process; several share theirs in Redis. */
export interface RateStore {
  take(bucket: string, limit: number): Promise<RateTake>;
  /** What is left, counting nothing. */
  peek(bucket: string, limit: number): Promise<RateUsage>;
}

/** The limits are per minute. A bucket's minute begins with its first request, so that not all clients come back at once. */
export const WINDOW_MS = 60_000;
/** About 15 MB. A flood from more addresses than that evicts the oldest buckets, and each address gains one fresh minute. */
const MAX_BUCKETS = 100_000;

interface Bucket {
  startedMs: number;
  taken: number;
}

/** Buckets in this process's memory. */
export function memoryRateStore(clock: Clock, maxBuckets: number = MAX_BUCKETS): RateStore {
  // In order of their beginning, since a bucket that begins anew is put at the end.
  const buckets = new Map<string, Bucket>();

  function find(name: string, nowMs: number): Bucket | null {
    const bucket = buckets.get(name);
    return bucket && nowMs < bucket.startedMs + WINDOW_MS ? bucket : null;
  }

  function begin(name: string, nowMs: number): Bucket {
    buckets.delete(name);
    for (const [oldest, { startedMs }] of buckets) {
      if (buckets.size < maxBuckets && nowMs < startedMs + WINDOW_MS) break;
      buckets.delete(oldest);
    }
    const bucket = { startedMs: nowMs, taken: 0 };
    buckets.set(name, bucket);
    return bucket;
  }

  return {
    take: async (name, limit) => {
      const nowMs = clock.milliseconds();
      const bucket = find(name, nowMs) ?? begin(name, nowMs);
      const granted = bucket.taken < limit;
      if (granted) bucket.taken += 1;
      return { granted, ...usageOf(bucket, limit, nowMs) };
    },
    peek: async (name, limit) => {
      const nowMs = clock.milliseconds();
      const bucket = find(name, nowMs);
      return usageOf(bucket ?? { startedMs: nowMs - WINDOW_MS, taken: 0 }, limit, nowMs);
    },
  };
}

function usageOf({ startedMs, taken }: Bucket, limit: number, nowMs: number): RateUsage {
  return {
    limit,
    remaining: Math.max(0, limit - taken),
    resetSeconds: Math.ceil((startedMs + WINDOW_MS - nowMs) / 1000),
  };
}
