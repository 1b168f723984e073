import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decryptSecret, encryptSecret, type SecretKey } from '../../server/lib/secret-box.ts';
import { hashSecret } from '../../server/lib/secrets.ts';

const newKey = (id: string): SecretKey => ({ id, key: randomBytes(32) });
const old = newKey('2025');
const current = newKey('2026-long_name');

describe('an encrypted secret', () => {
  it('opens with its key and its context, and is never the same twice', () => {
    const box = encryptSecret([current], 'whsec_é💸', 'whe_1');
    expect(decryptSecret([current], box, 'whe_1').toString()).toBe('whsec_é💸');
    expect(encryptSecret([current], 'whsec_é💸', 'whe_1').equals(box)).toBe(false);
    expect(box.includes('whsec_')).toBe(false);
    expect(decryptSecret([current], encryptSecret([current], '', 'x'), 'x')).toHaveLength(0);
  });

  it('opens after its key was rotated away from the first place, and no more once that is gone', () => {
    const box = encryptSecret([old], 'secret', 'row');
    expect(decryptSecret([current, old], box, 'row').toString()).toBe('secret');
    expect(() => decryptSecret([current], box, 'row')).toThrow('"2025", which is not on the key ring');
  });

  it('does not open in another row, under another key of the same name, or altered anywhere', () => {
    const box = encryptSecret([current], 'secret', 'row 1');
    expect(() => decryptSecret([current], box, 'row 2')).toThrow();
    expect(() => decryptSecret([newKey(current.id)], box, 'row 1')).toThrow();
    for (let index = 0; index < box.length; index++) {
      const altered = Buffer.from(box);
      altered[index]! ^= 1;
      expect(() => decryptSecret([current, old], altered, 'row 1')).toThrow();
    }
    for (let length = 0; length < box.length; length++) {
      expect(() => decryptSecret([current], box.subarray(0, length), 'row 1')).toThrow();
    }
  });
});

describe('a hashed secret', () => {
  it('is its SHA-256', () => {
    const sha256OfAbc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(hashSecret('abc').toString('hex')).toBe(sha256OfAbc);
  });
});
