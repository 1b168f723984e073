import { randomBytes } from 'node:crypto';
import { getAddressDecoder, isOffCurveAddress } from '@solana/kit';
import { expect, it } from 'vitest';
import { isOnCurve } from '../../server/lib/ed25519-curve.ts';

const decoder = getAddressDecoder();

/** `value` as 32 bytes, the lowest first, with the sign of x in the highest bit. */
function encoded(value: bigint, sign: 0 | 1): Uint8Array {
  const bytes = Uint8Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));
  bytes[31]! |= sign << 7;
  return bytes;
}

it('agrees with kit on random bytes, and on every y at the ends of the field, canonical or not', () => {
  const P = 2n ** 255n - 19n;
  // Up to the last y that has room in 255 bits.
  const ends = Array.from({ length: 39 }, (_, at) => [BigInt(at), P - 20n + BigInt(at)]).flat();
  const edges = ends.flatMap((y) => [encoded(y, 0), encoded(y, 1)]);
  const random = Array.from({ length: 1_000 }, () => new Uint8Array(randomBytes(32)));
  const verdicts = [...edges, ...random].map((bytes) => [bytes, isOnCurve(bytes)]);
  expect(verdicts).toEqual(
    verdicts.map(([bytes]) => [bytes, !isOffCurveAddress(decoder.decode(bytes as Uint8Array))]),
  );
});

it('reads only its own part of a buffer', () => {
  const bytes = new Uint8Array(randomBytes(96));
  expect(isOnCurve(bytes.subarray(32, 64))).toBe(isOnCurve(bytes.slice(32, 64)));
});
