import { describe, expect, it } from 'vitest';
import { formatDuration, parseDuration } from '../../sdk/src/cli/duration.ts';

describe('lengths of time', () => {
  it.each([
    ['1', 1],
    ['3600', 3_600],
    ['90s', 90],
    ['5m', 300],
    ['1h', 3_600],
    ['30d', 2_592_000],
    ['2w', 1_209_600],
    ['1d12h', 129_600],
    ['1w1d1h1m1s', 694_861],
    ['3650d', 315_360_000],
  ])('%s is %i seconds', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  it.each(['', '1y', '1M', '12h1d', '1h1h', '1.5h', '1e3', '0x10', '-5', ' 5', '5 ', 'd', '30 d', '٣'])(
    '"%s" is none, and the message shows how to write one',
    (text) => {
      expect(() => parseDuration(text)).toThrow(/is no length of time.*30d/);
    },
  );

  it.each(['0', '0d', '315360001', '3651d', '999999999999'])('%s is outside 1 s to ten years', (text) => {
    expect(() => parseDuration(text)).toThrow('A clock advances by 1 to 315360000 seconds');
  });

  it('what it writes it reads back', () => {
    for (const seconds of [1, 59, 60, 61, 3_599, 86_400, 90_061, 2_592_000, 315_360_000]) {
      expect(parseDuration(formatDuration(seconds))).toBe(seconds);
    }
    expect(formatDuration(129_600)).toBe('1d12h');
    expect(formatDuration(0)).toBe('0s');
  });
});
