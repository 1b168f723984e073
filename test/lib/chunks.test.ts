import { expect, test } from 'vitest';
import { chunksOf } from '../../server/lib/chunks.ts';

test('chunks hold every item once, in order, and none is too long', () => {
  expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunksOf([1, 2], 2)).toEqual([[1, 2]]);
  expect(chunksOf([], 2)).toEqual([]);
});
