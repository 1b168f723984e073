import { createClient, defineScript } from '@redis/client';
import type { CommandParser } from '@redis/client';
import { type RateStore, type RateUsage, WINDOW_MS } from './rate-store.ts';

/** Separates this service's keys from others'. */
const PREFIX = 'autopay:rate:';
/** A Redis that restarts is back within a second or two. */
const MAX_RECONNECT_DELAY_MS = 1_000;
/** A peer that silently vanished is noticed after three of these. */
const PING_INTERVAL_MS = 5_000;

/**
 * Whether it was granted (0 or 1), how many are taken, and in how many milliseconds the bucket is full again.
 */
type Counted = number[];

/**
 * Checks and counts in one step, so that simultaneous processes never share the last place. A bucket without
 * an expiry would reject forever: a script runs as a whole, so it leaves none, and one created otherwise is
 * reset.
 */
const TAKE = `
local ttl = redis.call('PTTL', KEYS[1])
local taken = 0
if ttl > 0 then taken = tonumber(redis.call('GET', KEYS[1])) end
if taken >= tonumber(ARGV[1]) then return {0, taken, ttl} end
if ttl > 0 then return {1, redis.call('INCR', KEYS[1]), ttl} end
redis.call('SET', KEYS[1], 1, 'PX', ARGV[2])
return {1, 1, tonumber(ARGV[2])}`;

const PEEK = `
local ttl = redis.call('PTTL', KEYS[1])
if ttl <= 0 then return {1, 0, 0} end
return {1, tonumber(redis.call('GET', KEYS[1])), ttl}`;

/** Buckets in Redis, which all processes with the same URL share. */
export interface RedisRateStore extends RateStore {
  /** Resolves at the first connection; until then `take` and `peek` reject at once. */
  connected: Promise<unknown>;
  close(): void;
}

/**
 * Connects to the Redis at `url`, and reconnects for as long as it is down. Needs only the commands of
 * version 2.6.12.
 */
export function redisRateStore(url: string): RedisRateStore {
  const client = createClient({
    url,
    name: 'autopay',
    // The older protocol, which every Redis and every compatible server supports.
    RESP: 2,
    // A request queued until Redis is back would wait for a counter.
    disableOfflineQueue: true,
    pingInterval: PING_INTERVAL_MS,
    socket: {
      connectTimeout: PING_INTERVAL_MS,
      socketTimeout: 3 * PING_INTERVAL_MS,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, MAX_RECONNECT_DELAY_MS),
    },
    scripts: { take: script(TAKE), peek: script(PEEK) },
  });
  // Without a listener it would end the process. Callers get the same error while it is down.
  client.on('error', () => {});
  const connected = client.connect();
  // Only closing ends the attempts.
  connected.catch(() => {});
  return {
    connected,
    take: async (bucket, limit) => {
      const [granted, ...counted] = await client.take(PREFIX + bucket, limit);
      return { granted: granted === 1, ...usageOf(limit, counted) };
    },
    peek: async (bucket, limit) => {
      const [, ...counted] = await client.peek(PREFIX + bucket, limit);
      return usageOf(limit, counted);
    },
    close: () => client.destroy(),
  };
}

/** Sent by its hash; the client sends the text once to a Redis that does not know it. */
function script(text: string) {
  return defineScript({
    SCRIPT: text,
    NUMBER_OF_KEYS: 1,
    parseCommand: (parser: CommandParser, key: string, limit: number) => {
      parser.pushKey(key);
      parser.push(String(limit), String(WINDOW_MS));
    },
    transformReply: (reply: unknown) => reply as Counted,
  });
}

function usageOf(limit: number, [taken = 0, ttlMs = 0]: Counted): RateUsage {
  return { limit, remaining: Math.max(0, limit - taken), resetSeconds: Math.ceil(ttlMs / 1000) };
}
