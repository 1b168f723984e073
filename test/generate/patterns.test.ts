import { getBase58Decoder } from '@solana/kit';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readContract } from '../../scripts/generate/contract.ts';
import { U64_MAX } from '../../rules/money.ts';

const { schemas } = (await readContract())['components'] as { schemas: Record<string, { pattern: string }> };
const patternOf = (name: string) => new RegExp(schemas[name]!.pattern, 'u');

/** Addresses and signatures of any bytes, those with most and fewest characters among them. */
const base58 = (length: number) =>
  fc
    .oneof(
      fc.uint8Array({ minLength: length, maxLength: length }),
      fc.constantFrom(new Uint8Array(length), new Uint8Array(length).fill(255)),
    )
    .map((bytes) => getBase58Decoder().decode(bytes));

/** The server decides by format: a pattern may let through what it refuses, and never the reverse. */
test.each([
  ['Address', base58(32)],
  ['Signature', base58(64)],
  ['RequestAmount', fc.bigInt({ min: 1n, max: U64_MAX }).map(String)],
  ['Email', fc.constantFrom('a@b', 'owner@coffee.example', 'ü@ö', 'a+b@c.d')],
] as const)('the pattern of %s takes all that the service takes', (name, values) => {
  fc.assert(
    fc.property(values, (value) => patternOf(name).test(value)),
    { numRuns: 1_000 },
  );
});

test.each(['Address', 'Signature', 'RequestAmount', 'Email'])(
  'an empty text is no %s by contract',
  (name) => {
    expect(patternOf(name).test('')).toBe(false);
    expect(patternOf(name).test(' ')).toBe(false);
  },
);
