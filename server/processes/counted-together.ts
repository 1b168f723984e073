import type { RateCounters, RateStore, RateTake, RateUsage } from '../http/rate-store.ts';
import type { Clock } from '../lib/clock.ts';

/** Requests for counters that one process makes at a time. `most` is how many places it takes at once; 0 to look. */
export interface CountMessage {
  kind: 'count';
  asked: { id: number; bucket: string; limit: number; most: number }[];
}

/** The responses to one message. */
export interface CountedMessage {
  kind: 'counted';
  found: { id: number; usage: RateUsage; places: number; resetMs: number }[];
}

/**
 * Of a bucket's limit, what a process takes at once: a hundredth, so that a message to the other process is rare, and what the others hold
 * unused is little. Limits below 200 are counted one by one.
 */
const HUNDREDTH = 100;

/** Places that this process took, and has left. */
interface Held {
  left: number;
  /** What nobody had taken by then. */
  remaining: number;
  limit: number;
  /** When the bucket is full again. */
  untilMs: number;
}

/** As many buckets as the memory of a counting process keeps. */
const MAX_HELD = 100_000;

/**
 * The counters of another process of this machine. What is asked for at the same time goes there in one message, and places are taken in
 * advance: asking costs more than the request's own work. Together the processes never grant more than the limit; near it, each place is
 * asked for.
 */
export function remoteRateStore(
  send: (message: CountMessage) => void,
  clock: Pick<Clock, 'milliseconds'>,
): {
  store: RateStore;
  receive(message: CountedMessage): void;
} {
  const waiting = new Map<number, (found: CountedMessage['found'][number]) => void>();
  const held = new Map<string, Held>();
  const taking = new Map<string, Promise<void>>();
  let asked: CountMessage['asked'] = [];
  let lastId = 0;

  function ask(bucket: string, limit: number, most: number): Promise<CountedMessage['found'][number]> {
    if (asked.length === 0) setImmediate(flush);
    const id = (lastId += 1);
    asked.push({ id, bucket, limit, most });
    return new Promise((resolve) => waiting.set(id, resolve));
  }

  function flush(): void {
    const message: CountMessage = { kind: 'count', asked };
    asked = [];
    send(message);
  }

  async function takeMore(bucket: string, limit: number, most: number): Promise<void> {
    const { usage, places, resetMs } = await ask(bucket, limit, most);
    if (held.size >= MAX_HELD && !held.has(bucket)) held.delete(held.keys().next().value!);
    const untilMs = clock.milliseconds() + resetMs;
    held.set(bucket, { left: places, remaining: usage.remaining, limit, untilMs });
  }

  async function take(bucket: string, limit: number): Promise<RateTake> {
    const most = Math.max(1, Math.floor(limit / HUNDREDTH));
    if (most === 1) {
      const { usage, places } = await ask(bucket, limit, 1);
      return { granted: places > 0, ...usage };
    }
    for (;;) {
      const mine = held.get(bucket);
      const leftMs = mine === undefined ? 0 : mine.untilMs - clock.milliseconds();
      if (mine !== undefined && leftMs > 0 && mine.limit === limit) {
        const granted = mine.left > 0;
        if (granted) mine.left -= 1;
        // Used up for all: that stays so until the bucket is full again.
        if (granted || mine.remaining === 0)
          return {
            granted,
            limit,
            remaining: mine.remaining + mine.left,
            resetSeconds: Math.ceil(leftMs / 1000),
          };
      }
      // One message for all who wait.
      const more = taking.get(bucket) ?? takeMore(bucket, limit, most).finally(() => taking.delete(bucket));
      taking.set(bucket, more);
      await more;
    }
  }

  return {
    store: {
      take,
      peek: async (bucket, limit) => (await ask(bucket, limit, 0)).usage,
    },
    receive: ({ found }) => {
      for (const one of found) {
        waiting.get(one.id)?.(one);
        waiting.delete(one.id);
      }
    },
  };
}

/** Counts in `counters` what another process asks for. */
export async function countFor(counters: RateCounters, { asked }: CountMessage): Promise<CountedMessage> {
  const found = asked.map(async ({ id, bucket, limit, most }) => {
    if (most === 0) return { id, places: 0, resetMs: 0, usage: await counters.peek(bucket, limit) };
    const { places, resetMs, remaining, resetSeconds } = await counters.takeUpTo(bucket, limit, most);
    return { id, places, resetMs, usage: { limit, remaining, resetSeconds } };
  });
  return { kind: 'counted', found: await Promise.all(found) };
}
