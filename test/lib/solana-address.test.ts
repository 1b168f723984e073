import { generateKeyPairSigner, getAddressDecoder } from '@solana/kit';
import { describe, expect, test } from 'vitest';
import { isWalletAddress, parseAddress } from '../../server/lib/solana-address.ts';
import { isSignedByWallet } from '../../server/wallet-proof/signature.ts';

/** The identity of the curve as a signature's first half, and 0 as its second: OpenSSL takes it for many keys of small order. */
const FORGED = Buffer.concat([Buffer.from([1]), Buffer.alloc(63)]).toString('base64');

describe('an address of which anyone can sign', () => {
  test.each([
    ['the system program', '11111111111111111111111111111111'],
    ['the identity', '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'],
    ['the identity, not canonically', 'H5xSWNRAbqKddKjrabehyU8drL3Dk4LgZJiEJc9rGGyC'],
    ['a point of order 8', '3ctC68zTqpRDQShoondiQKDHwZDAUjRyxiPNdg8cD6Pe'],
    ['another point of order 8', 'EQAqmjhcsBQhpBv5GJkYgEB7emGHZNoo1j1yAjiFLNvD'],
    ['the point of order 2', 'Gx9dDNxzpALCowVuZb7pBceBLJugLA8sPa6TJDXrpfeW'],
  ])('is no wallet: %s', async (_, address) => {
    expect(isWalletAddress(parseAddress(address)!)).toBe(false);
    const messages = Array.from({ length: 64 }, (_, at) => `message ${at}`);
    const verdicts = await Promise.all(
      messages.map((message) => isSignedByWallet({ address, message, signature: FORGED })),
    );
    expect(verdicts).not.toContain(true);
  });
});

test('an address that a program derived is no wallet', () => {
  const derived = Array.from({ length: 32 }, (_, at) =>
    getAddressDecoder().decode(new Uint8Array(32).fill(at)),
  );
  expect(derived.filter((address) => !isWalletAddress(address)).length).toBeGreaterThan(5);
});

test('an address with a key of its own is a wallet', async () => {
  for (let i = 0; i < 20; i++) expect(isWalletAddress((await generateKeyPairSigner()).address)).toBe(true);
});
