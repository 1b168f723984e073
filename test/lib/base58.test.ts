import { randomBytes } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import { expect, it } from 'vitest';
import { toBase58 } from '../../server/lib/base58.ts';

const kit = getBase58Decoder();

it.each([4, 16, 32])('%i bytes are written as kit writes them, zeros in front included', (length) => {
  for (let round = 0; round < 2_000; round += 1) {
    const bytes = new Uint8Array(randomBytes(length)).fill(0, 0, round % (length + 1));
    expect([bytes, toBase58(bytes)]).toEqual([bytes, kit.decode(bytes)]);
  }
  expect(toBase58(new Uint8Array(length).fill(255))).toBe(kit.decode(new Uint8Array(length).fill(255)));
});

it('reads only its own part of a buffer', () => {
  const bytes = new Uint8Array(randomBytes(48));
  expect(toBase58(bytes.subarray(16, 32))).toBe(kit.decode(bytes.slice(16, 32)));
});
