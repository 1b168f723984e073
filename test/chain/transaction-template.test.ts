import { randomBytes, randomInt } from 'node:crypto';
import {
  AccountRole,
  type Address,
  type Blockhash,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  type Instruction,
  type Transaction,
} from '@solana/kit';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { transferOfSubscription } from '../../server/chain/subscriptions/instructions.ts';
import { compileByTemplate } from '../../server/chain/transaction-template.ts';
import { compile, withBudget } from '../../server/chain/transaction.ts';
import { toBase58 } from '../../server/lib/base58.ts';

const addresses = fc
  .uniqueArray(fc.uint8Array({ minLength: 32, maxLength: 32 }), {
    minLength: 6,
    maxLength: 6,
    selector: (bytes) => toBase58(bytes),
  })
  .map((all) => all.map((bytes) => toBase58(bytes) as Address));

const ROLES = [
  AccountRole.READONLY,
  AccountRole.WRITABLE,
  AccountRole.READONLY_SIGNER,
  AccountRole.WRITABLE_SIGNER,
];

/** Up to four instructions that name the first five of six addresses in any role; the sixth is their only program. */
const instructionsOf = (known: readonly Address[]): fc.Arbitrary<Instruction[]> =>
  fc.array(
    fc.record({
      programAddress: fc.constant(known[5]!),
      accounts: fc.array(
        fc.record({ address: fc.constantFrom(...known.slice(0, 5)), role: fc.constantFrom(...ROLES) }),
        { maxLength: 8 },
      ),
      data: fc.uint8Array({ maxLength: 200 }),
    }),
    { minLength: 1, maxLength: 4 },
  );

const parts = addresses.chain((known) =>
  fc.record({
    feePayer: fc.constant(known[0]!),
    instructions: instructionsOf(known),
    lifetime: fc.record({
      blockhash: fc
        .uint8Array({ minLength: 32, maxLength: 32 })
        .map((bytes) => toBase58(bytes) as string as Blockhash),
      lastValidBlockHeight: fc.constant(1n),
    }),
  }),
);

/** What the bytes say, whatever the order of their accounts. */
function meaningOf({ messageBytes, signatures }: Transaction) {
  const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes);
  const { feePayer, instructions, lifetimeConstraint, version } = decompileTransactionMessage(compiled, {
    lastValidBlockHeight: 1n,
  }) as ReturnType<typeof decompileTransactionMessage> & { lifetimeConstraint: unknown };
  return {
    feePayer,
    instructions,
    lifetimeConstraint,
    version,
    header: compiled.header,
    accounts: compiled.staticAccounts.toSorted(),
    signers: Object.keys(signatures).toSorted(),
    inOrder:
      Object.keys(signatures).join() ===
      compiled.staticAccounts.slice(0, compiled.header.numSignerAccounts).join(),
    bytes: messageBytes.length,
  };
}

it('says what the general way of compiling says, for any transaction', () => {
  fc.assert(
    fc.property(parts, (one) => {
      const made = compileByTemplate(one);
      expect(meaningOf(made)).toEqual(meaningOf(compile(one)));
      expect(meaningOf(made).inOrder).toBe(true);
      // Again, now that the shape is known.
      expect(compileByTemplate(one)).toEqual(made);
    }),
    { numRuns: 500 },
  );
});

it('is told nothing by the transaction that its shape was learnt from', () => {
  fc.assert(
    fc.property(
      addresses,
      addresses,
      fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
      (first, second, bytes) => {
        const between = ([feePayer, source, destination, authority, reference, program]: Address[]) => ({
          feePayer: feePayer!,
          lifetime: { blockhash: reference as string as Blockhash, lastValidBlockHeight: 1n },
          instructions: [
            {
              programAddress: program!,
              accounts: [
                { address: source!, role: AccountRole.WRITABLE },
                { address: destination!, role: AccountRole.WRITABLE },
                { address: authority!, role: AccountRole.READONLY_SIGNER },
                { address: reference!, role: AccountRole.READONLY },
              ],
              data: Uint8Array.from({ length: 10 }, () => bytes.next().value),
            },
          ],
        });
        const [learnt, another] = [between(first), between(second)];
        compileByTemplate(learnt);
        expect(meaningOf(compileByTemplate(another))).toEqual(meaningOf(compile(another)));
      },
    ),
    { numRuns: 50 },
  );
});

it('says it too for pulls through subscriptions, of one plan and of several', async () => {
  const key = () => toBase58(randomBytes(32)) as Address;
  const [feePayer, puller, mint, destination] = [key(), key(), key(), key()];
  const pull = (plan: Address) =>
    transferOfSubscription({
      payer: key(),
      mint,
      tokenProgram: 'token',
      source: key(),
      plan,
      destination,
      puller,
      amountAtomic: BigInt(randomInt(1_000_000)),
      references: [key()],
    });
  const plan = key();
  for (const plans of [[plan], [plan, plan, plan], [plan, key(), key()], [key(), plan, plan]])
    for (let again = 0; again < 5; again += 1) {
      const instructions = await Promise.all(plans.map(pull));
      const lifetime = { blockhash: key() as string as Blockhash, lastValidBlockHeight: 1n };
      const budget = { unitLimit: randomInt(200_000), microLamportsPerUnit: BigInt(randomInt(1_000)) };
      const own = withBudget(budget, { feePayer, instructions, lifetime });
      expect(meaningOf(compileByTemplate(own))).toEqual(meaningOf(compile(own)));
    }
});
