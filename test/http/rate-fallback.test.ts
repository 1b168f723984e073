import { describe, expect, it } from 'vitest';
import { rateStoreWithFallback } from '../../server/http/rate-fallback.ts';
import { memoryRateStore, type RateStore } from '../../server/http/rate-store.ts';
import { createLogger } from '../../server/log.ts';
import { fakeClock } from '../support/deployment.ts';

/** A shared store that fails or hangs on demand, and what was logged. */
function setUp() {
  const clock = fakeClock();
  const shared = memoryRateStore(clock);
  let fails: null | 'at once' | 'never answers' = null;
  let asked = 0;
  const unreliable = <K extends keyof RateStore>(method: K) =>
    (async (bucket: string, limit: number) => {
      asked += 1;
      if (fails === 'at once') throw new Error('the socket is closed');
      if (fails === 'never answers') await new Promise(() => {});
      return shared[method](bucket, limit);
    }) as RateStore[K];
  const logged: string[] = [];
  const log = Object.assign(createLogger('silent'), {
    warn: (_fields: object, text: string) => logged.push(`warn ${text}`),
    info: (text: string) => logged.push(`info ${text}`),
  });
  const store = rateStoreWithFallback(
    { take: unreliable('take'), peek: unreliable('peek') },
    memoryRateStore(clock),
    { clock, log },
  );
  return { clock, shared, store, logged, fail: (how: typeof fails) => (fails = how), asked: () => asked };
}

const AWAY = 'warn the shared request counters are away: this process counts alone';
const BACK = 'info requests are counted across processes again';

describe('counting where the shared store may be away', () => {
  it('counts in the shared store while it responds', async () => {
    const { store, shared, logged } = setUp();
    await store.take('key:a', 3);
    await shared.take('key:a', 3);
    expect(await store.take('key:a', 3)).toMatchObject({ granted: true, remaining: 0 });
    expect(await store.take('key:a', 3)).toEqual({
      granted: false,
      limit: 3,
      remaining: 0,
      resetSeconds: 60,
    });
    expect([store.isShared(), logged]).toEqual([true, []]);
  });

  it('counts on its own without it, and logs once when that begins and once when it ends', async () => {
    const { store, logged, clock, fail } = setUp();
    await store.take('key:a', 3);
    fail('at once');
    for (const remaining of [2, 1, 0]) expect(await store.take('key:a', 3)).toMatchObject({ remaining });
    expect((await store.take('key:a', 3)).granted).toBe(false);
    expect([store.isShared(), logged]).toEqual([false, [AWAY]]);
    clock.advance(1);
    await store.take('key:a', 3);
    expect(logged).toEqual([AWAY]);
    fail(null);
    clock.advance(1);
    expect(await store.peek('key:a', 3)).toMatchObject({ remaining: 2 });
    expect([store.isShared(), logged]).toEqual([true, [AWAY, BACK]]);
  });

  it('lets one request a second find out whether it is back, and none of the others wait', async () => {
    const { store, clock, fail, asked } = setUp();
    fail('never answers');
    await Promise.all(Array.from({ length: 20 }, () => store.take('key:a', 100)));
    expect(asked()).toBe(20);
    for (let i = 0; i < 100; i++) await store.take('key:b', 1000);
    expect(asked()).toBe(20);
    clock.advance(1);
    await Promise.all(Array.from({ length: 20 }, () => store.take('key:a', 100)));
    expect(asked()).toBe(21);
  });
});
