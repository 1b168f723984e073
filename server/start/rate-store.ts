import { setTimeout } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import type { Deployment } from '../deployment.ts';
import { rateStoreWithFallback } from '../http/rate-fallback.ts';
import { memoryRateStore, type RateStore } from '../http/rate-store.ts';
import { redisRateStore } from '../http/redis-rate-store.ts';

/** Connecting to a running Redis takes milliseconds. */
const CONNECT_MS = 1_000;

/** Where this process counts requests. */
export interface StartedRateStore extends RateStore {
  /** Whether the counts are currently shared with other processes; null: they never are. */
  isShared(): boolean | null;
}

/**
 * The counters in Redis, if configured, else those that this process shares with others of its machine, else its own. An unavailable Redis
 * does not keep the service from starting: the limits then count per process.
 */
export async function startRateStore(
  { redisUrl }: Config,
  { clock, log }: Deployment,
  stops: (() => Promise<unknown>)[],
  shared: RateStore | undefined,
): Promise<StartedRateStore> {
  const own = memoryRateStore(clock);
  if (redisUrl === null && shared === undefined) return { ...own, isShared: () => null };
  if (redisUrl === null)
    return { ...rateStoreWithFallback(shared!, own, { clock, log }), isShared: () => null };
  const redis = redisRateStore(redisUrl);
  stops.push(async () => redis.close());
  await Promise.race([redis.connected, setTimeout(CONNECT_MS, null, { ref: false })]);
  const store = rateStoreWithFallback(redis, own, { clock, log });
  // So that the log shows at start whether it is available.
  await store.peek('start', 1);
  return store;
}
