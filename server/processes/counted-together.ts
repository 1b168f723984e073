import type { RateStore, RateTake, RateUsage } from '../http/rate-store.ts';

/** Requests for counters that one process makes at a time. */
export interface CountMessage {
  kind: 'count';
  asked: { id: number; what: 'take' | 'peek'; bucket: string; limit: number }[];
}

/** The responses to one message. */
export interface CountedMessage {
  kind: 'counted';
  found: { id: number; usage: RateTake | RateUsage }[];
}

/**
 * The counters of another process of this machine. What is counted at the same time goes there in one message: a message costs about as
 * much as counting a hundred requests.
 */
export function remoteRateStore(send: (message: CountMessage) => void): {
  store: RateStore;
  receive(message: CountedMessage): void;
} {
  const waiting = new Map<number, (usage: RateTake | RateUsage) => void>();
  let asked: CountMessage['asked'] = [];
  let lastId = 0;

  function ask<T extends RateUsage>(what: 'take' | 'peek', bucket: string, limit: number): Promise<T> {
    if (asked.length === 0) setImmediate(flush);
    const id = (lastId += 1);
    asked.push({ id, what, bucket, limit });
    return new Promise((resolve) => waiting.set(id, resolve as (usage: RateUsage) => void));
  }

  function flush(): void {
    const message: CountMessage = { kind: 'count', asked };
    asked = [];
    send(message);
  }

  return {
    store: {
      take: (bucket, limit) => ask<RateTake>('take', bucket, limit),
      peek: (bucket, limit) => ask<RateUsage>('peek', bucket, limit),
    },
    receive: ({ found }) => {
      for (const { id, usage } of found) {
        waiting.get(id)?.(usage);
        waiting.delete(id);
      }
    },
  };
}

/** Counts in `store` what another process asks for. */
export async function countFor(store: RateStore, { asked }: CountMessage): Promise<CountedMessage> {
  const found = asked.map(async ({ id, what, bucket, limit }) => ({
    id,
    usage: await store[what](bucket, limit),
  }));
  return { kind: 'counted', found: await Promise.all(found) };
}
