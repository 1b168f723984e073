import { expect, it } from 'vitest';
import { memoryRateStore } from '../../server/http/rate-store.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { countFor, type CountMessage, remoteRateStore } from '../../server/processes/counted-together.ts';

/** Two processes that count in a third; what they send is copied, as between real ones. */
function together() {
  const counters = memoryRateStore(systemClock);
  const sent: CountMessage[] = [];
  const create = () => {
    const remote = remoteRateStore((message) => {
      sent.push(message);
      void countFor(counters, structuredClone(message)).then((counted) =>
        remote.receive(structuredClone(counted)),
      );
    });
    return remote.store;
  };
  return { stores: [create(), create()] as const, sent };
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
