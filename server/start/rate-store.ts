import { setTimeout } from 'node:timers/promises';
import type { Config } from '../config.ts';
import type { Deployment } from '../deployment.ts';
import { rateStoreWithFallback } from '../http/rate-fallback.ts';
import { memoryRateStore, type RateStore } from '../http/rate-store.ts';
import { redisRateStore } from '../http/redis-rate-store.ts';

/** A Redis that runs is connected in milliseconds. */
const CONNECT_MS = 1_000;

/** Where this process counts requests. */
export interface StartedRateStore extends RateStore {
  /** Whether the counts are shared with other processes at this moment; null: they never are. */
  isShared(): boolean | null;
}

/** The counters in Redis, where it is configured. One that is away does not keep the service from starting: the limits are then each process's own. */
export async function startRateStore(
  { redisUrl }: Config,
  { clock, log }: Deployment,
  stops: (() => Promise<unknown>)[],
): Promise<StartedRateStore> {
  const own = memoryRateStore(clock);
  if (redisUrl === null) return { ...own, isShared: () => null };
  const redis = redisRateStore(redisUrl);
  stops.push(async () => redis.close());
  await Promise.race([redis.connected, setTimeout(CONNECT_MS, null, { ref: false })]);
  const store = rateStoreWithFallback(redis, own, { clock, log });
  // So that the log says at the start whether it is there.
  await store.peek('start', 1);
  return store;
}
