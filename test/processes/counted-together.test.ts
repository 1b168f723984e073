import { expect, it } from 'vitest';
import { memoryRateStore } from '../../server/http/rate-store.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { countFor, type CountMessage, remoteRateStore } from '../../server/processes/counted-together.ts';

/** Two processes that count in a third; what they send is copied, as between real ones. */
function together() {
  const clock = { ...systemClock, milliseconds: () => nowMs };
  let nowMs = systemClock.milliseconds();
  const counters = memoryRateStore(clock);
  const sent: CountMessage[] = [];
  const create = () => {
    const remote = remoteRateStore((message) => {
      sent.push(message);
      void countFor(counters, structuredClone(message)).then((counted) =>
        remote.receive(structuredClone(counted)),
      );
    }, clock);
    return remote.store;
  };
  return { stores: [create(), create()] as const, sent, pass: (ms: number) => (nowMs += ms) };
}

it('two processes share a limit, to the last place', async () => {
  const { stores } = together();
  const takes = Array.from({ length: 60 }, (_, i) => stores[i % 2]!.take('key:a', 50));
  const granted = (await Promise.all(takes)).filter((take) => take.granted);
  expect(granted.map(({ remaining }) => remaining).toSorted((a, b) => b - a)).toEqual(
    Array.from({ length: 50 }, (_, i) => 49 - i),
  );
  expect(await stores[0].take('key:a', 50)).toMatchObject({ granted: false, limit: 50, remaining: 0 });
  expect(await stores[1].peek('key:a', 50)).toMatchObject({ limit: 50, remaining: 0 });
  expect(await stores[1].peek('key:b', 50)).toMatchObject({ limit: 50, remaining: 50 });
});

it('what is counted at the same time goes in one message', async () => {
  const { stores, sent } = together();
  await Promise.all(Array.from({ length: 40 }, () => stores[0].take('key:a', 50)));
  expect(sent).toHaveLength(1);
  await stores[0].take('key:a', 50);
  expect(sent).toHaveLength(2);
});

it('of a large limit places are taken in advance: few messages, and never more than the limit', async () => {
  const { stores, sent, pass } = together();
  const LIMIT = 6_000;
  const takeAll = async () => {
    let granted = 0;
    for (let turn = 0; turn < LIMIT + 600; turn += 1) {
      const take = await stores[turn % 2]!.take('key:a', LIMIT);
      if (take.granted) granted += 1;
      expect(take.remaining).toBeLessThan(LIMIT);
    }
    return granted;
  };
  expect(await takeAll()).toBe(LIMIT);
  // A hundred for each sixty, the last ones one by one, and none for the 600 that were refused.
  expect(sent.length).toBeLessThan(250);
  expect(await stores[0].take('key:a', LIMIT)).toMatchObject({ granted: false, remaining: 0 });
  pass(59_999);
  expect(await stores[0].take('key:a', LIMIT)).toMatchObject({ granted: false, resetSeconds: 1 });
  pass(1);
  expect(await stores[0].take('key:a', LIMIT)).toMatchObject({ granted: true });
  expect(await takeAll()).toBe(LIMIT - 1);
});

it('what one process holds unused is all that others lack', async () => {
  const { stores } = together();
  await stores[0].take('key:a', 6_000);
  let granted = 0;
  while ((await stores[1].take('key:a', 6_000)).granted) granted += 1;
  expect(granted).toBe(6_000 - 60);
});
