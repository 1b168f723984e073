import { randomBytes } from 'node:crypto';
import { AccountRole, type Address, type Blockhash } from '@solana/kit';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { transactionBytes } from '../../server/chain/transaction-size.ts';
import { compile, wireBytes } from '../../server/chain/transaction.ts';
import { toBase58 } from '../../server/lib/base58.ts';

const KEYS = Array.from({ length: 20 }, () => toBase58(randomBytes(32)) as Address);
const [feePayer] = KEYS as [Address];
const { READONLY, WRITABLE, READONLY_SIGNER, WRITABLE_SIGNER } = AccountRole;

/** At most four sign: a transaction with thirteen signers cannot be compiled. */
const accounts = fc.oneof(
  fc.record({
    address: fc.constantFrom(...KEYS.slice(0, 17)),
    role: fc.constantFrom(READONLY, WRITABLE),
  }),
  fc.record({
    address: fc.constantFrom(...KEYS.slice(0, 4)),
    role: fc.constantFrom(READONLY_SIGNER, WRITABLE_SIGNER),
  }),
);

const instructions = fc.array(
  fc.record({
    programAddress: fc.constantFrom(...KEYS.slice(17)),
    accounts: fc.array(accounts),
    data: fc.uint8Array({ maxLength: 200 }),
  }),
  { maxLength: 8 },
);

it('is what the compiled transaction takes on the wire', () => {
  fc.assert(
    fc.property(instructions, (all) => {
      const lifetime = { blockhash: KEYS[1] as string as Blockhash, lastValidBlockHeight: 1n };
      const { length } = wireBytes(compile({ feePayer, instructions: all, lifetime }));
      expect(transactionBytes(feePayer, all)).toBe(length);
    }),
    { numRuns: 300 },
  );
});
