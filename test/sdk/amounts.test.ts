import { assert, bigInt, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromAtomic, toAtomic } from '@autopay/sdk';

describe('toAtomic', () => {
  it('counts atomic units exactly', () => {
    expect(toAtomic('12.50', 6)).toBe('12500000');
    expect(toAtomic('0.1', 1)).toBe('1');
    expect(toAtomic('007', 0)).toBe('7');
    expect(toAtomic('0', 9)).toBe('0');
    expect(toAtomic('0.000001', 6)).toBe('1');
    // A float would give 4349999.999999999.
    expect(toAtomic('4.35', 6)).toBe('4350000');
    expect(toAtomic('18446744073709.551615', 6)).toBe('18446744073709551615');
  });

  it('names an amount that is not plain decimal digits', () => {
    for (const amount of [
      '',
      '.',
      '.5',
      '5.',
      '-1',
      '+1',
      ' 1',
      '1 ',
      '1e3',
      '1,5',
      '0x1',
      '1_000',
      '١',
      'NaN',
      '1\n',
    ])
      expect(() => toAtomic(amount, 6), JSON.stringify(amount)).toThrow(TypeError);
    for (const amount of [12.5, 5n, null, undefined, ['1']]) {
      expect(() => toAtomic(amount as never, 6)).toThrow('amount must be a decimal string');
    }
  });

  it('rejects rounding, and more than a token account can hold', () => {
    expect(() => toAtomic('0.0000001', 6)).toThrow(RangeError);
    expect(() => toAtomic('0.5', 0)).toThrow("amount has more than the token's 0 decimals");
    expect(toAtomic('0.5000000', 1)).toBe('5');
    expect(() => toAtomic('18446744073709551616', 0)).toThrow(RangeError);
    expect(() => toAtomic('9'.repeat(40), 6)).toThrow(RangeError);
  });

  it('names decimals that no token has', () => {
    for (const decimals of [-1, 13, 1.5, Number.NaN, '6', undefined]) {
      expect(() => toAtomic('1', decimals as number)).toThrow('decimals must be');
      expect(() => fromAtomic('1', decimals as number)).toThrow('decimals must be');
    }
  });
});

describe('fromAtomic', () => {
  it('writes no zeros at the end but those asked for', () => {
    expect(fromAtomic('12500000', 6)).toBe('12.5');
    expect(fromAtomic('12500000', 6, { minDecimals: 2 })).toBe('12.50');
    expect(fromAtomic('12000000', 6)).toBe('12');
    expect(fromAtomic(1n, 6)).toBe('0.000001');
    expect(fromAtomic('0', 6, { minDecimals: 2 })).toBe('0.00');
    expect(fromAtomic('-1500', 3)).toBe('-1.5');
    expect(fromAtomic('7', 0)).toBe('7');
  });

  it('names what is no whole number', () => {
    for (const amount of ['', '1.5', '1e3', ' 1', '--1', 5, null]) {
      expect(() => fromAtomic(amount as string, 6)).toThrow('amount must be');
    }
    for (const minDecimals of [-1, 7, 0.5]) {
      expect(() => fromAtomic('1', 6, { minDecimals })).toThrow('minDecimals must be');
    }
  });

  it('is what toAtomic undoes, for every amount and every token', () => {
    const amounts = bigInt({ min: 0n, max: 2n ** 64n - 1n });
    assert(
      property(amounts, integer({ min: 0, max: 12 }), (amount, decimals) => {
        const shown = fromAtomic(amount, decimals);
        expect(toAtomic(shown, decimals)).toBe(String(amount));
        expect(shown).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
      }),
      { numRuns: 500 },
    );
  });
});
