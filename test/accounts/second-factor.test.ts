import { expect, test } from 'vitest';
import { deviceOf } from '../../rules/accounts/device.ts';
import { hasFreshSecondFactor, provedLately, trustedFrom } from '../../server/accounts/second-factor.ts';
import { hashRecoveryCode, newRecoveryCodes } from '../../server/accounts/recovery-codes.ts';
import { FIREFOX } from './support.ts';

test.each([
  [FIREFOX, 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.5.0', 'A program'],
  [null, null],
])('%s is said as %s', (userAgent, words) => {
  expect(deviceOf(userAgent)).toBe(words);
});

const NOW = 1_795_269_900;
const proven = (secondFactorAt: number | null, secondFactorTrusted = true) => ({
  secondFactorAt,
  secondFactorTrusted,
});

test('a second factor is fresh for ten minutes, and only one that a thief of the password could not have added', () => {
  expect(hasFreshSecondFactor(proven(NOW), NOW)).toBe(true);
  expect(hasFreshSecondFactor(proven(NOW - 600), NOW)).toBe(true);
  expect(hasFreshSecondFactor(proven(NOW - 601), NOW)).toBe(false);
  expect(hasFreshSecondFactor(proven(null), NOW)).toBe(false);
  expect(hasFreshSecondFactor(proven(NOW, false), NOW)).toBe(false);
  expect(provedLately(proven(NOW, false), NOW)).toBe(true);
});

test('a factor counts for money a day after it was added, or at once where an older one was proven for it', () => {
  expect(trustedFrom(proven(null), NOW)).toBe(NOW + 86_400);
  expect(trustedFrom(proven(NOW, false), NOW)).toBe(NOW + 86_400);
  expect(trustedFrom(proven(NOW - 601), NOW)).toBe(NOW + 86_400);
  expect(trustedFrom(proven(NOW - 5), NOW)).toBe(NOW);
});

test('recovery codes are ten, of 80 bits, and the same however they are typed', () => {
  const { codes, hashes } = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const [at, code] of codes.entries()) {
    expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(hashRecoveryCode(` ${code.toLowerCase().replaceAll('-', ' ')}`)).toEqual(hashes[at]);
  }
});
