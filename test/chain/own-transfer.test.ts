import { randomBytes } from 'node:crypto';
import { type Address, AccountRole, type Blockhash, type Instruction } from '@solana/kit';
import { getAddMemoInstruction } from '@solana-program/memo';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchMovement, type Movement } from '../../server/chain/find-landed.ts';
import { matchPayments } from '../../server/chain/payment.ts';
import { readTransaction } from '../../server/chain/read-transaction.ts';
import { transferOfSubscription } from '../../server/chain/subscriptions/instructions.ts';
import { compile, wireBytes, withBudget } from '../../server/chain/transaction.ts';
import {
  countOwnTransfers,
  findOwnTransfer,
  readTransfers,
  readTransfersTo,
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

const [plan, payer, source, destination] = Array.from({ length: 4 }, randomKey) as Address[];

/** A pull through the payer's subscription to a plan. */
const pull = (references: readonly Address[], on = plan!) =>
  transferOfSubscription({
    payer: payer!,
    mint: mint!,
    tokenProgram: 'token',
    source: source!,
    plan: on,
    destination: destination!,
    puller: authority!,
    amountAtomic: 5n,
    references,
  });
const own = await pull([reference!]);
const withOthers = await Promise.all(
  [[], [other!], [reference!, other!], [other!, reference!]].map((names) => pull(names)),
);

const instructions: fc.Arbitrary<Instruction> = fc.oneof(
  fc.constant(own),
  fc.constantFrom(...withOthers),
  fc.constant({ ...own, programAddress: other! }),
  // Of the same program, but another instruction, and one whose data is cut off.
  fc.constant({ ...own, data: Uint8Array.from([5, ...own.data!.subarray(1)]) }),
  fc.constant({ ...own, data: own.data!.subarray(0, 72) }),
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

const lifetime = { blockhash: mint as string as Blockhash, lastValidBlockHeight: 1n };
const read = (...all: Instruction[]) =>
  readTransaction(wireBytes(compile({ feePayer: feePayer!, instructions: all, lifetime })))!;

describe('the pull of a charge through a subscription', () => {
  const movement: Movement = {
    source: source!,
    destination: destination!,
    mint: mint!,
    tokenProgram: 'token',
    amountAtomic: 5n,
    plan: plan!,
  };

  it('is found with its exact amount, accounts and plan', () => {
    expect(matchMovement(read(own), reference!, movement)).toEqual([
      {
        instructionIndex: 0,
        source,
        destination,
        mint,
        tokenProgram: 'token',
        amountAtomic: 5n,
        authority,
        isAuthoritySigner: true,
        plan,
      },
    ]);
  });

  it.each<[string, Partial<Movement>]>([
    ['plan', { plan: other! }],
    ['kind of transfer', { plan: null }],
    ['amount', { amountAtomic: 6n }],
    ['source', { source: other! }],
    ['destination', { destination: other! }],
    ['token', { mint: other! }],
    ['token program', { tokenProgram: 'token-2022' }],
  ])('is none of another %s', (_, another) => {
    expect(matchMovement(read(own), reference!, { ...movement, ...another })).toEqual([]);
  });

  it('is not a transfer of the token program between the same accounts, whoever signs it', () => {
    const plain = transferInstruction({
      source: source!,
      destination: destination!,
      mint: mint!,
      tokenProgram: 'token',
      decimals: 6,
      amountAtomic: 5n,
      authority: authority!,
      references: [reference!],
    });
    expect(matchMovement(read(plain), reference!, movement)).toEqual([]);
    expect(matchMovement(read(plain), reference!, { ...movement, plan: null })).toHaveLength(1);
  });

  it('is no payment of the payer, even if the payer pulls for themself', () => {
    const terms = { payer: authority!, payee: other!, mint: mint!, tokenProgram: 'token' as const };
    const accounts = { source: source!, destination: destination!, reference: reference! };
    expect(matchPayments(read(own), { ...terms, ...accounts })).toEqual([]);
  });

  it('is counted among what reached an account, so that no payment beside it is counted with its tokens', () => {
    expect(readTransfersTo(read(own), destination!)).toHaveLength(1);
  });
});
