import { describe, expect, it } from 'vitest';
import { parseCidrs } from '../../server/lib/cidr.ts';

describe('a list of address blocks', () => {
  it('is empty for an empty text', () => {
    expect(parseCidrs('')).toEqual([]);
    expect(parseCidrs(' , ')).toEqual([]);
  });

  it('takes blocks of both families, separated by commas or spaces', () => {
    expect(parseCidrs('127.0.0.1/32,::1/128 10.0.0.0/8').map(({ text }) => text)).toEqual([
      '127.0.0.1/32',
      '::1/128',
      '10.0.0.0/8',
    ]);
  });

  it.each([
    '127.0.0.1',
    '127.0.0.1/33',
    '::1/129',
    '127.0.0.1/',
    '127.0.0.1/-1',
    '127.1/8',
    '10.0.0.0/8/8',
    'localhost/32',
    'fe80::1%lo/64',
    '10.0.0.0/1e1',
  ])('refuses %s and names it', (entry) => {
    expect(() => parseCidrs(`10.0.0.0/8,${entry}`)).toThrow(`"${entry}" is not a CIDR block`);
  });
});
