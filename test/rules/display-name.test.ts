import { expect, test } from 'vitest';
import { cleanName, displayName, isCleanName } from '../../rules/display-name.ts';

test.each([
  'Coffee Club',
  'Müller & Söhne GmbH',
  "L'Oréal®",
  'J. P. Morgan',
  'ACME Inc.',
  'Version 2.0',
  '東京コーヒー',
  'قهوه‌خانه',
  'क्‍ष कॉफ़ी',
  'A/B Testing',
  '<b>Bold</b> & "quoted"',
])('%s is a name', (name) => {
  expect(isCleanName(name)).toBe(true);
  expect(displayName(name)).toBe(name);
});

test.each([
  ['Your wallet is at risk: visit evil.example', 'Your wallet is at risk: visit evil example'],
  ['https://evil.example/claim', 'evil example/claim'],
  ['www.evil.example', 'evil example'],
  ['evil．example', 'evil example'],
  ['pay support@evil.example', 'pay support evil example'],
  ['⚠️ WARNING 🚨', 'WARNING'],
  ['1️⃣ Club 🇩🇪', '1 Club'],
  ['Coffee\u202Eeulc\u202C Club', 'Coffeeeulc Club'],
  ['Cof\u200Bfee\u2066', 'Coffee'],
  [`Za${'\u0336'.repeat(20)}lgo`, `Za${'\u0336'.repeat(4)}lgo`],
])('%j is shown as %j, and is no name for a merchant', (name, shown) => {
  expect(displayName(name)).toBe(shown);
  expect(isCleanName(name)).toBe(false);
});

test('blanks are a matter of display alone', () => {
  expect(isCleanName('  Coffee   Club ')).toBe(true);
  expect(displayName('  Coffee \n\u2028 Club ')).toBe('Coffee Club');
});

test('a name of nothing that can be shown has a stand-in, and a long one ends', () => {
  expect(displayName('\u200B🚨')).toBe('Unnamed');
  expect(isCleanName('\u200B')).toBe(false);
  const shown = displayName('Coffee '.repeat(28));
  expect([...shown].length).toBeLessThanOrEqual(64);
  expect(shown.endsWith('…')).toBe(true);
});

test('what was cleaned is clean', () => {
  const dirty = 'a@@b https://www.x.yz 🚨\u202E．é́́́́́́';
  expect(isCleanName(cleanName(dirty))).toBe(true);
});
