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

/** Counters that give out several places at once, to a process that counts with them by itself. */
export interface RateCounters extends RateStore {
  /** Takes up to `most` places, fewer when few are left: what one process holds unused is then refused to no other. */
  takeUpTo(bucket: string, limit: number, most: number): Promise<RateTake & Places>;
}

interface Places {
  places: number;
  /** Milliseconds until the bucket is full again. */
  resetMs: number;
}

/** Of the places left in a bucket, the part that goes to one process at a time: the last dozen go one by one. */
const SHARE = 12;

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
export function memoryRateStore(clock: Clock, maxBuckets: number = MAX_BUCKETS): RateCounters {
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

  async function takeUpTo(name: string, limit: number, most: number) {
    const nowMs = clock.milliseconds();
    const bucket = find(name, nowMs) ?? begin(name, nowMs);
    const left = Math.max(0, limit - bucket.taken);
    const places = Math.min(most, Math.ceil(left / SHARE));
    bucket.taken += places;
    const resetMs = bucket.startedMs + WINDOW_MS - nowMs;
    return { granted: places > 0, places, resetMs, ...usageOf(bucket, limit, nowMs) };
  }

  return {
    takeUpTo,
    take: async (name, limit) => {
      const { granted, remaining, resetSeconds } = await takeUpTo(name, limit, 1);
      return { granted, limit, remaining, resetSeconds };
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
