import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { redisRateStore, type RedisRateStore } from '../../server/http/redis-rate-store.ts';
import { type ChildService, spawnService } from '../support/child-service.ts';
import { eventually } from '../support/eventually.ts';
import { freshDatabase } from '../support/postgres.ts';
import { RedisServer } from '../support/redis.ts';
import { describeUnless, missingProgram } from '../support/requires.ts';

const LIMIT = 500;

describeUnless(missingProgram('redis-server'), 'buckets in Redis', () => {
  let redis: RedisServer;
  let stores: RedisRateStore[];
  beforeAll(async () => {
    redis = await RedisServer.start();
    stores = [redisRateStore(redis.url), redisRateStore(redis.url)];
    await Promise.all(stores.map(({ connected }) => connected));
  });
  afterAll(async () => {
    for (const store of stores) store.close();
    await redis.kill();
  });

  it('are shared, to the last place', async () => {
    const takes = Array.from({ length: 60 }, (_, i) => stores[i % 2]!.take('key:a', 50));
    const granted = (await Promise.all(takes)).filter((take) => take.granted);
    expect(granted.map(({ remaining }) => remaining).toSorted((a, b) => b - a)).toEqual(
      Array.from({ length: 50 }, (_, i) => 49 - i),
    );
    expect(await stores[0]!.take('key:a', 50)).toEqual({
      granted: false,
      limit: 50,
      remaining: 0,
      resetSeconds: 60,
    });
    expect(await stores[1]!.peek('key:a', 50)).toEqual({ limit: 50, remaining: 0, resetSeconds: 60 });
  });

  it('count nothing when they are looked at, and are full before their first request', async () => {
    const full = { limit: 5, remaining: 5, resetSeconds: 0 };
    expect([await stores[0]!.peek('key:b', 5), await stores[1]!.peek('key:b', 5)]).toEqual([full, full]);
    expect(await stores[0]!.take('key:b', 5)).toMatchObject({
      granted: true,
      remaining: 4,
      resetSeconds: 60,
    });
  });

  it('go on after Redis has forgotten everything, the scripts too', async () => {
    await stores[0]!.take('key:c', 5);
    await redis.kill();
    await expect(stores[0]!.take('key:c', 5)).rejects.toThrow();
    await redis.resume();
    const taken = await eventually(() => stores[0]!.take('key:c', 5).catch(() => null));
    expect(taken).toMatchObject({ granted: true, remaining: 4 });
  });
});

describeUnless(missingProgram('redis-server'), 'two API processes with one Redis', () => {
  let redis: RedisServer;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  const services: ChildService[] = [];
  beforeAll(async () => {
    [redis, database] = await Promise.all([RedisServer.start(), freshDatabase()]);
    const env = {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      AUTOPAY_SECRETS_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      AUTOPAY_TEST_RPC_URL: 'none',
      AUTOPAY_RATE_KEY_PER_MINUTE: String(LIMIT),
    };
    for (let i = 0; i < 2; i++) services.push(await spawnService(env, ['--role=api']));
  }, 60_000);
  afterAll(async () => {
    redis.thaw();
    await Promise.all(services.map((service) => service.terminate()));
    await redis.kill();
    await database.drop();
  });

  async function newKey(): Promise<string> {
    const response = await fetch(`${services[0]!.url}/v1/merchants`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Coffee Club' }),
    });
    return ((await response.json()) as { keys: { test: string } }).keys.test;
  }

  const statusWith = async (key: string, service: number) => {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(`${services[service]!.url}/v1/events?limit=1`, { headers });
    await response.arrayBuffer();
    return response.status;
  };

  /** How many of `count` requests with one key were admitted, when both processes get them at once. */
  async function admitted(key: string, count: number): Promise<number> {
    let sent = 0;
    let admittedCount = 0;
    const client = async (service: number) => {
      while (sent < count) {
        sent += 1;
        const status = await statusWith(key, service);
        expect([200, 429]).toContain(status);
        if (status === 200) admittedCount += 1;
      }
    };
    await Promise.all(Array.from({ length: 16 }, (_, i) => client(i % 2)));
    return admittedCount;
  }

  const isShared = async (service: number): Promise<boolean> => {
    const response = await fetch(`${services[service]!.url}/readyz`);
    const { ok, checks } = (await response.json()) as { ok: boolean; checks: { redis: { ok: boolean } } };
    expect([response.status, ok]).toEqual([200, true]);
    return checks.redis.ok;
  };
  const bothAre = (shared: boolean) =>
    eventually(async () => (await isShared(0)) === shared && (await isShared(1)) === shared);

  it('admit together what one may', async () => {
    await bothAre(true);
    const count = await admitted(await newKey(), 800);
    expect(count).toBeGreaterThanOrEqual(LIMIT);
    expect(count).toBeLessThanOrEqual(LIMIT * 1.01);
  });

  it('go on when Redis is killed under load, and count together again when it is back', async () => {
    const key = await newKey();
    const load = admitted(key, 300);
    await redis.kill();
    // Not one request failed, and each process still has a limit of its own.
    expect(await load).toBe(300);
    expect(await admitted(key, 1_300)).toBeLessThanOrEqual(2 * LIMIT);
    expect(await statusWith(await newKey(), 0)).toBe(200);
    await bothAre(false);
    await redis.resume();
    await bothAre(true);
    expect(await admitted(await newKey(), 800)).toBeLessThanOrEqual(LIMIT * 1.01);
  });

  it('do not wait for a Redis that hangs', async () => {
    const key = await newKey();
    redis.freeze();
    const startedMs = performance.now();
    expect(await admitted(key, 100)).toBe(100);
    expect(performance.now() - startedMs).toBeLessThan(10_000);
    await bothAre(false);
    redis.thaw();
    await bothAre(true);
  });

  it('start without it', async () => {
    const env = {
      DATABASE_URL: database.url,
      // Nothing listens on port 1.
      REDIS_URL: 'redis://127.0.0.1:1',
      AUTOPAY_SECRETS_KEYS: `k1:${randomBytes(32).toString('base64')}`,
      AUTOPAY_TEST_RPC_URL: 'none',
    };
    services.push(await spawnService(env, ['--role=api']));
    expect(await isShared(2)).toBe(false);
    expect(await statusWith('sk_test_unknown', 2)).toBe(401);
  });
});
