import { expect, test } from 'vitest';
import { derivedId, isId, newId, newSecret } from '../../server/lib/ids.ts';

test('ids of one process are unique and sort in the order they were made, thousands within a millisecond too', () => {
  const ids = Array.from({ length: 20_000 }, () => newId('charge'));
  expect(new Set(ids).size).toBe(ids.length);
  // The order of Postgres' collation "C", in which ids are paged.
  expect([...ids].sort()).toEqual(ids);
  expect(ids.every((id) => isId('charge', id))).toBe(true);
});

test('a clock that goes back does not make ids go back', () => {
  const before = newId('event');
  expect(newId('event', Date.now() - 60_000) > before).toBe(true);
});

test('a derived id is the same each time, another for anything else, and has the form of an id', () => {
  const mandate = newId('mandate', Date.UTC(2026, 0, 1));
  const id = derivedId('charge', mandate, 3);
  expect(derivedId('charge', mandate, 3)).toBe(id);
  expect(isId('charge', id)).toBe(true);
  const others = [
    derivedId('charge', mandate, 4),
    derivedId('charge', newId('mandate'), 3),
    derivedId('event', id, 'charge.failed', '3/1'),
    derivedId('event', id, 'charge.failed', '3/2'),
  ];
  expect(new Set([id, ...others].map((one) => one.slice(4))).size).toBe(5);
  expect(isId('event', others[2]!)).toBe(true);
});

test('what does not have the form of an id of its kind is none', () => {
  const id = newId('mandate');
  expect(isId('mandate', id)).toBe(true);
  expect(isId('charge', id)).toBe(false);
  for (const other of ['', 'man_', `${id}x1234`, id.replace(/.$/, '0'), ` ${id}`, `${id}\n`, 'man_%00'])
    expect(isId('mandate', other)).toBe(false);
});

test('a secret carries 256 random bits behind its prefix', () => {
  const secrets = Array.from({ length: 100 }, () => newSecret('sk_test_'));
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^sk_test_[1-9A-HJ-NP-Za-km-z]{40,44}$/);
});
