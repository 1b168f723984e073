import { expect, test } from 'vitest';
import { formatUnits, parseAmount, saturatingU64, U64_MAX } from '../../rules/money.ts';

test('an amount is a positive whole number of atomic units, at most what a token account can hold', () => {
  expect(parseAmount('1')).toBe(1n);
  expect(parseAmount('18446744073709551615')).toBe(U64_MAX);
});

test.each([
  '0',
  '',
  '-1',
  '+1',
  '01',
  '1.5',
  '1e6',
  ' 1',
  '1\n',
  '0x10',
  '１',
  '18446744073709551616',
  '9'.repeat(21),
])('%j is no amount', (text) => {
  expect(parseAmount(text)).toBeNull();
});

test('a sum that no approval can carry is cut to what one can', () => {
  expect(saturatingU64(U64_MAX + 1n)).toBe(U64_MAX);
  expect(saturatingU64(U64_MAX)).toBe(U64_MAX);
});

test('people read units, without trailing zeros', () => {
  expect(formatUnits(12_500_000n, 6)).toBe('12.5');
  expect(formatUnits(1n, 6)).toBe('0.000001');
  expect(formatUnits(-1_000_000n, 6)).toBe('-1');
  expect(formatUnits(7n, 0)).toBe('7');
});
