import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapInLanes } from '../../server/lib/lanes.ts';

test('results come in the order of the items, with no more running than there are lanes', async () => {
  let running = 0;
  let most = 0;
  const squares = await mapInLanes([5, 1, 4, 2, 3], 2, async (n) => {
    most = Math.max(most, ++running);
    await setTimeout(n);
    running -= 1;
    return n * n;
  });
  expect(squares).toEqual([25, 1, 16, 4, 9]);
  expect(most).toBe(2);
  expect(await mapInLanes([], 2, async () => 1)).toEqual([]);
});

test('after a failure nothing more is begun, and it is thrown when what was under way has ended', async () => {
  const ended: number[] = [];
  const all = mapInLanes([1, 2, 3, 4], 2, async (n) => {
    if (n === 1) throw new Error('first');
    await setTimeout(10);
    ended.push(n);
  });
  await expect(all).rejects.toThrow('first');
  expect(ended).toEqual([2]);
});
