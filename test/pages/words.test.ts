import { describe, expect, it } from 'vitest';
import { amountInWords } from '../../pages/words/amount.ts';
import { dayInWords, exactMomentInWords, momentInWords } from '../../pages/words/date.ts';

describe('an amount in words', () => {
  it.each([
    ['0', 6, '0.00'],
    ['1', 6, '0.000001'],
    ['12500000', 6, '12.50'],
    ['1234567890000', 6, '1,234,567.89'],
    ['1000000', 6, '1.00'],
    ['999', 0, '999'],
    ['1000', 0, '1,000'],
    ['15', 1, '1.5'],
    ['10', 1, '1.0'],
    ['-2500000', 6, '−2.50'],
    ['18446744073709551615', 9, '18,446,744,073.709551615'],
  ])('%s with %i decimals is %s', (atomic, decimals, words) => {
    expect(amountInWords(atomic, decimals)).toBe(words);
  });

  it('is not made of what is no whole number', () => {
    expect(() => amountInWords('1.5', 6)).toThrow(SyntaxError);
  });
});

it('a moment in words names its day, in the zone that is asked for', () => {
  const at = Date.UTC(2026, 10, 21, 14, 5, 9) / 1000;
  expect(dayInWords(at, 'UTC')).toBe('21 Nov 2026');
  expect(momentInWords(at, 'UTC')).toBe('21 Nov 2026, 14:05');
  expect(exactMomentInWords(at, 'UTC')).toBe('21 Nov 2026, 14:05:09');
});
