import { expect, test } from 'vitest';
import { gathered } from '../../server/lib/gathered.ts';

/** Runs that end when they are told to. */
function controlled() {
  const runs: { asked: readonly number[]; end: PromiseWithResolvers<void> }[] = [];
  const ask = gathered(async (_owner: object, asked: readonly number[]) => {
    const end = Promise.withResolvers<void>();
    runs.push({ asked, end });
    await end.promise;
    return asked.map((number) => number * 10);
  });
  return { runs, ask };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Until so many runs have begun. */
async function begun(runs: readonly unknown[], count: number) {
  while (runs.length < count) await turn();
}

test('calls that come during a run share the next one, and get what they asked for', async () => {
  const { runs, ask } = controlled();
  const owner = {};
  const first = ask(owner, 'a', 1);
  await begun(runs, 1);
  const others = [ask(owner, 'a', 2), ask(owner, 'a', 3)];
  runs[0]!.end.resolve();
  expect(await first).toBe(10);
  await begun(runs, 2);
  runs[1]!.end.resolve();
  expect(await Promise.all(others)).toEqual([20, 30]);
  const later = ask(owner, 'a', 4);
  await begun(runs, 3);
  runs[2]!.end.resolve();
  expect(await later).toBe(40);
  expect(runs.map(({ asked }) => asked)).toEqual([[1], [2, 3], [4]]);
});

test('calls that come in one turn of the event loop share a run', async () => {
  const { runs, ask } = controlled();
  const owner = {};
  const all = [ask(owner, 'a', 1), Promise.resolve().then(() => ask(owner, 'a', 2)), ask(owner, 'a', 3)];
  await begun(runs, 1);
  runs[0]!.end.resolve();
  expect(await Promise.all(all)).toEqual([10, 20, 30]);
  expect(runs).toHaveLength(1);
});

test('what waits for several runs of a hundred gets four beside each other', async () => {
  const { runs, ask } = controlled();
  const owner = {};
  const all = Array.from({ length: 451 }, (_, at) => ask(owner, 'a', at));
  await begun(runs, 4);
  await turn();
  expect(runs.map(({ asked }) => asked.length)).toEqual([100, 100, 100, 100]);
  for (const { end } of runs) end.resolve();
  await begun(runs, 5);
  runs[4]!.end.resolve();
  expect(await Promise.all(all)).toEqual(Array.from({ length: 451 }, (_, at) => at * 10));
  expect(runs[4]!.asked).toHaveLength(51);
});

test('groups and owners do not wait for each other', async () => {
  const { runs, ask } = controlled();
  const owner = {};
  void ask(owner, 'a', 1);
  void ask(owner, 'b', 2);
  void ask({}, 'a', 3);
  await begun(runs, 3);
  expect(runs.map(({ asked }) => asked)).toEqual([[1], [2], [3]]);
});

test('a run that fails fails its calls alone', async () => {
  const { runs, ask } = controlled();
  const owner = {};
  const first = ask(owner, 'a', 1);
  await begun(runs, 1);
  const second = ask(owner, 'a', 2);
  runs[0]!.end.reject(new Error('the database is away'));
  await expect(first).rejects.toThrow('the database is away');
  await begun(runs, 2);
  runs[1]!.end.resolve();
  expect(await second).toBe(20);
});
