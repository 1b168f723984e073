import { expect, test } from 'vitest';
import { Followed } from '../../server/attempts/followed.ts';

const sent = (merchantId: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `${merchantId}-${n}`, merchantId }));

test('what one merchant sent after thousands of another is checked in the next batch', () => {
  const followed = new Followed();
  followed.add(sent('many', 2_000), { untilMs: 20_000, checkAtMs: 100 });
  followed.add(sent('one', 2), { untilMs: 20_000, checkAtMs: 200 });
  expect(followed.take(200, 10)).toEqual(expect.arrayContaining(['one-0', 'one-1']));
  // What has just been checked waits behind the rest.
  const first = followed.take(200, 10).filter((id) => id.startsWith('many'));
  for (const id of first) followed.postpone(id, 300, 200);
  expect(followed.take(300, 10).some((id) => first.includes(id))).toBe(false);
});

test('no more than 2,000 are sent ahead of their outcomes, apart from those that wait for finality', () => {
  const followed = new Followed();
  followed.add(sent('many', 1_700), { untilMs: 20_000, checkAtMs: 100 });
  expect(followed.reserve(200, 100)).toBe(true);
  expect(followed.reserve(200, 100)).toBe(false);
  followed.release(200);
  followed.add(sent('other', 200), { untilMs: 20_000, checkAtMs: 100 });
  expect(followed.reserve(200, 100)).toBe(false);
  for (const { id } of sent('other', 200)) followed.postpone(id, 13_000, 100);
  expect(followed.reserve(200, 200)).toBe(true);
  followed.release(200);
  expect(followed.reserve(200, 13_000)).toBe(false);
});

test('what has settled or was watched for long enough is forgotten', () => {
  const followed = new Followed();
  followed.add(sent('one', 3), { untilMs: 20_000, checkAtMs: 100 });
  followed.postpone('one-0', undefined, 200);
  followed.postpone('one-1', 20_100, 20_000);
  followed.postpone('one-2', 300, 200);
  expect(followed.size).toBe(1);
});

test('what one loop has taken to check, no other takes until it has', () => {
  const followed = new Followed();
  followed.add(sent('one', 3), { untilMs: 20_000, checkAtMs: 100 });
  expect(followed.nextMs).toBe(100);
  expect(followed.take(100, 2)).toEqual(['one-0', 'one-1']);
  expect(followed.take(100, 2)).toEqual(['one-2']);
  expect(followed.take(100, 2)).toEqual([]);
  expect(followed.nextMs).toBe(Infinity);
  followed.postpone('one-0', 300, 200);
  expect(followed.nextMs).toBe(300);
  expect(followed.take(300, 2)).toEqual(['one-0']);
});
