import { getBase58Decoder } from '@solana/kit';
import * as fc from 'fast-check';
import { type Contract, resolve, type Schema } from './contract.ts';
import { mix } from './mix.ts';
import type { Pools } from './pools.ts';

/** A JSON text of a value that the schema of the field `name` allows. */
export function jsonOf(contract: Contract, pools: Pools, name: string, raw: Schema): fc.Arbitrary<string> {
  const schema = resolve(contract, raw);
  const of = (type: string): fc.Arbitrary<unknown> => {
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (type === 'null') return fc.constant(null);
    if (type === 'boolean') return fc.boolean();
    return type === 'integer' ? integerOf(name, schema) : stringOf(pools, name, schema);
  };
  return fc.oneof(...[schema.type ?? 'string'].flat().map(of)).map((value) => JSON.stringify(value));
}

function integerOf(
  name: string,
  { minimum: min = 0, maximum = 2_000_000_000 }: Schema,
): fc.Arbitrary<number> {
  // A test clock that goes ten years on at each request would do nothing else.
  const max = name === 'seconds' ? 5 : maximum;
  return fc.oneof(
    fc.integer({ min, max: Math.min(max, min + 100) }),
    fc.integer({ min, max }),
    fc.constantFrom(min, max),
  );
}

const WEBHOOK_URLS = [
  'https://shop.example.com/hook',
  'http://127.0.0.1:9/',
  'https://[::1]/',
  'ftp://example.com',
  'https://a:b@shop.example.com/',
];

function stringOf(pools: Pools, name: string, schema: Schema): fc.Arbitrary<string> {
  const { format, pattern, minLength = 0, maxLength = 100 } = schema;
  if (name === 'mint') return mix([5, fc.constantFrom(...pools.of('mint'))], [1, ADDRESS]);
  if (name === 'url') return fc.constantFrom(...WEBHOOK_URLS);
  if (format === 'solana-address') return mix([2, fc.constantFrom(...pools.of('address'))], [1, ADDRESS]);
  if (format === 'solana-signature') return base58Of(64);
  if (format === 'atomic-amount') {
    return fc.oneof(fc.bigInt(1n, 5_000n), fc.bigInt(1n, 2n ** 64n - 1n)).map(String);
  }
  if (format === 'email-address') return fc.nat().map((n) => `p${n}@coffee.example`);
  const fits = ({ length }: string) => length >= minLength && length <= maxLength;
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u')).filter(fits);
  return fc.string({ minLength, maxLength: Math.min(maxLength, 120), unit: 'grapheme' }).filter(fits);
}

const base58 = getBase58Decoder();
const base58Of = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => base58.decode(bytes));
const ADDRESS = base58Of(32);
