/** JSON texts, and texts that are none, in the place of any value. */
export const JUNK = [
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '9007199254740993',
  '1e400',
  '-0',
  '""',
  '" "',
  String.raw`"\u0000"`,
  String.raw`"a\u0000b"`,
  String.raw`"\ud800"`,
  String.raw`"\udfff\ud800"`,
  String.raw`"\uFFFF\u202e"`,
  `"' or 1=1 --"`,
  '"9007199254740993"',
  '"18446744073709551616"',
  '"-5"',
  '"1e3"',
  '"٣"',
  '[]',
  '{}',
  '[[]]',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  `${'['.repeat(3_000)}${']'.repeat(3_000)}`,
  `${'{"a":'.repeat(1_500)}1${'}'.repeat(1_500)}`,
  `"${'x'.repeat(5_000)}"`,
  `"${'é'.repeat(60_000)}"`,
  'undefined',
  "'single'",
  'NaN',
];

/** Bodies that are no object of the contract at all. */
export const WHOLE_JUNK = [
  ...JUNK,
  '',
  '{',
  '{"a":1',
  '{"a":1,}',
  '{} {}',
  '\u0000{}',
  '\u00ef\u00bb\u00bf{}',
  '\u00ff\u00fe',
];

/** Query values, percent-encoded or not. */
export const QUERY_JUNK = [
  '',
  '%00',
  '%ff',
  '%',
  '-1',
  '1.5',
  '1e9',
  '9007199254740993',
  'null',
  '%ED%A0%80',
  'x'.repeat(3_000),
  '[]',
  'a,b',
  '%27',
];

/** Fields that no object has. */
export const MORE_KEYS = ['__proto__', 'constructor', 'toString', 'livemode', 'merchant_id', 'a.b', ''];

/** A body over the limit of 256 KiB. */
export const OVERSIZED = `"${'x'.repeat(262_143)}"`;
