import { randomBytes } from 'node:crypto';
import { getBase58Decoder, isAddress } from '@solana/kit';
import { expect, it } from 'vitest';
import { fromBase58, toBase58 } from '../../server/lib/base58.ts';

const kit = getBase58Decoder();

it.each([4, 16, 32])('%i bytes are written and read as kit does, zeros in front included', (length) => {
  for (let round = 0; round < 500; round += 1) {
    const bytes = new Uint8Array(randomBytes(length)).fill(0, 0, round % (length + 1));
    expect([bytes, toBase58(bytes)]).toEqual([bytes, kit.decode(bytes)]);
    expect(fromBase58(kit.decode(bytes), length)).toEqual(bytes);
  }
});

it('takes as an address exactly what kit takes', () => {
  const random = Array.from({ length: 500 }, (_, at) =>
    kit.decode(new Uint8Array(randomBytes(32)).fill(0, 0, at % 4)),
  );
  const texts = random.flatMap((text) => [
    text,
    `1${text}`,
    text.slice(1),
    text.slice(0, -1),
    `${text}1`,
    `${text.slice(0, 5)}0${text.slice(6)}`,
    `z${text.slice(1)}`,
  ]);
  texts.push(
    '',
    '1',
    '1'.repeat(31),
    '1'.repeat(32),
    '1'.repeat(33),
    'z'.repeat(44),
    'z'.repeat(1_000),
    'é'.repeat(40),
  );
  expect(texts.filter((text) => (fromBase58(text, 32) !== null) !== isAddress(text))).toEqual([]);
});
