import { describe, expect, it } from 'vitest';
import { isSignerRole, isWritableRole } from '@solana/kit';
import { decodeInstruction } from '@autopay/checkout-js/inspect';
import { approval, bincode, meaningOf, viewOf } from './issued.ts';

describe('decoding an instruction', () => {
  it('gives back program, accounts with their roles, and data', async () => {
    const instruction = await approval(meaningOf(await viewOf()));
    const decoded = decodeInstruction(bincode(instruction));
    expect(decoded.programAddress).toBe(instruction.programAddress);
    expect(decoded.accounts).toEqual(
      instruction.accounts!.map(({ address, role }) => ({
        address,
        signer: isSignerRole(role),
        writable: isWritableRole(role),
      })),
    );
    expect(decoded.data).toEqual(new Uint8Array(instruction.data!));
  });

  it('refuses every truncation, trailing bytes, flags other than 0 and 1, and lengths beyond the end', async () => {
    const bytes = Buffer.from(bincode(await approval(meaningOf(await viewOf()))), 'base64');
    const broken = Array.from({ length: bytes.length }, (_, length) => bytes.subarray(0, length));
    broken.push(Buffer.concat([bytes, Buffer.from([0])]));
    broken.push(Buffer.from(bytes).fill(2, 72, 73));
    broken.push(Buffer.from(bytes).fill(0xff, 32, 40));
    for (const each of broken) {
      expect(() => decodeInstruction(each.toString('base64'))).toThrow(
        expect.objectContaining({ code: 'transaction_mismatch' }),
      );
    }
    expect(() => decodeInstruction('not base64!')).toThrow(
      expect.objectContaining({ code: 'transaction_mismatch' }),
    );
  });
});
