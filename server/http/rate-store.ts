import type { Clock } from '../lib/clock.ts';

/** What is left of a bucket. */
export interface RateUsage {
  limit: number;
  remaining: number;
  /** Seconds until it is full again; 0 if it is. */
  resetSeconds: number;
}

/** The result of a request for a place in a bucket. */
export interface RateTake extends RateUsage {
  /** False: the bucket is used up, and nothing was counted. */
  granted: boolean;
}

/**
 * Counts requests in buckets of one minute each. In memory for one process; several processes share Redis.
 */
export interface RateStore {
  take(bucket: string, limit: number): Promise<RateTake>;
  /** What is left, without counting. */
  peek(bucket: string, limit: number): Promise<RateUsage>;
}

/**
 * The limits are per minute. A bucket's minute begins with its first request, so that clients do not all
 * return at once.
 */
export const WINDOW_MS = 60_000;
/**
 * About 15 MB. A flood from more addresses evicts the oldest buckets, and each of those addresses gains one
 * new minute.
 */
const MAX_BUCKETS = 100_000;

interface Bucket {
  startedMs: number;
  taken: number;
}

/** Buckets in this process's memory. */
export function memoryRateStore(clock: Clock, maxBuckets: number = MAX_BUCKETS): RateStore {
  // In order of their start, since a bucket that restarts is moved to the end.
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
