import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { amountInWords } from '../../pages/words/amount.ts';
import { dayInWords, utcMomentInWords, zoneInWords } from '../../pages/words/date.ts';

const DATE = join(import.meta.dirname, '..', '..', 'pages', 'words', 'date.ts');

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

it("a day in words is the reader's own, unless another zone is asked for", () => {
  const at = Date.UTC(2026, 10, 21, 23, 5, 9) / 1000;
  expect(dayInWords(at, 0)).toBe('21 Nov 2026');
  expect(dayInWords(at, -120)).toBe('22 Nov 2026');
  expect(dayInWords(at)).toBe(dayInWords(at, new Date(at * 1000).getTimezoneOffset()));
});

it('a moment names its zone', () => {
  const at = Date.UTC(2026, 10, 21, 23, 5, 9) / 1000;
  expect(utcMomentInWords(at)).toBe('21 Nov 2026, 23:05 UTC');
  expect([0, -120, 300, -330, 210].map((behind) => zoneInWords(at, behind))).toEqual([
    'UTC',
    'UTC+2',
    'UTC−5',
    'UTC+5:30',
    'UTC−3:30',
  ]);
});

it.each([
  ['UTC', 0],
  ['America/New_York', 240],
  ['Asia/Kolkata', -330],
  ['Pacific/Chatham', -765],
])('a moment in words is what Intl writes, all year in %s', (zone, offset) => {
  const script = `
      const { momentInWords, exactMomentInWords } = await import(${JSON.stringify(DATE)});
      // September too has three letters here, as all other months.
      const intl = (timeStyle) => {
        const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle });
        return { format: (at) => format.format(at).replace('Sept', 'Sep') };
      };
      const [short, exact] = [intl('short'), intl('medium')];
      for (let at = 1_750_000_000; at < 1_790_000_000; at += 30_011) {
        const pairs = [[momentInWords(at), short], [exactMomentInWords(at), exact]];
        for (const [words, format] of pairs)
          if (words !== format.format(at * 1000)) console.log(at, words, format.format(at * 1000));
      }
      console.log('all alike, at', new Date(1_750_000_000_000).getTimezoneOffset());`;
  // A process of its own, since the zone of a running one is fixed.
  const env = { ...process.env, TZ: zone };
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env,
    encoding: 'utf8',
  });
  expect(told).toBe(`all alike, at ${offset}\n`);
});
