import { randomBytes } from 'node:crypto';
import { type Address, AccountRole, type Blockhash, type Instruction } from '@solana/kit';
import { getAddMemoInstruction } from '@solana-program/memo';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTransaction } from '../../server/chain/read-transaction.ts';
import { compile, wireBytes, withBudget } from '../../server/chain/transaction.ts';
import {
  countOwnTransfers,
  findOwnTransfer,
  readTransfers,
  transferInstruction,
} from '../../server/chain/transfer.ts';
import { toBase58 } from '../../server/lib/base58.ts';

const randomKey = () => toBase58(randomBytes(32)) as Address;
const [mint, authority, feePayer, reference, other] = Array.from({ length: 5 }, randomKey) as Address[];

const transfer = (references: readonly Address[], tokenProgram: 'token' | 'token-2022' = 'token') =>
  transferInstruction({
    source: randomKey(),
    destination: randomKey(),
    mint: mint!,
    tokenProgram,
    decimals: 6,
    amountAtomic: 5n,
    authority: authority!,
    references,
  });

const instructions: fc.Arbitrary<Instruction> = fc.oneof(
  fc.constantFrom('token' as const, 'token-2022' as const).map((program) => transfer([reference!], program)),
  fc.constantFrom([], [other!], [reference!, other!], [other!, reference!]).map((names) => transfer(names)),
  fc.constant(getAddMemoInstruction({ memo: 'a memo' })),
  // Of another program, with the accounts and the data of a transfer.
  fc.constant({ ...transfer([reference!]), programAddress: other! }),
  // Another instruction of the token program, and one whose data is cut off.
  fc.constant({ ...transfer([reference!]), data: Uint8Array.from([7, 0, 0, 0, 0, 0, 0, 0, 0, 6]) }),
  fc.constant({ ...transfer([reference!]), data: Uint8Array.from([12, 0]) }),
  fc.constant({
    programAddress: other!,
    accounts: [{ address: reference!, role: AccountRole.READONLY }],
    data: new Uint8Array(),
  }),
);

it('the transfer of a charge is found in its transaction without decoding it, just as by decoding it', () => {
  let found = 0;
  fc.assert(
    fc.property(fc.array(instructions, { maxLength: 6 }), fc.boolean(), (all, isPriced) => {
      const budget = { unitLimit: 7_000, microLamportsPerUnit: isPriced ? 100n : null };
      const lifetime = { blockhash: mint as string as Blockhash, lastValidBlockHeight: 1n };
      const wire = wireBytes(
        compile(withBudget(budget, { feePayer: feePayer!, instructions: all, lifetime })),
      );
      const read = readTransaction(wire)!;
      const [decoded] = readTransfers(read, reference!);
      expect(findOwnTransfer(wire, reference!)).toBe(decoded?.instructionIndex ?? null);
      expect(countOwnTransfers(wire)).toBe(
        [reference!, other!].flatMap((one) => readTransfers(read, one)).length,
      );
      if (decoded !== undefined) found += 1;
    }),
    { numRuns: 300 },
  );
  expect(found).toBeGreaterThan(50);
});
