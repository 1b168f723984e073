import { expect } from 'vitest';
import { deriveTokenAccount } from '../../server/chain/tokens.ts';
import { readReceipt } from '../../server/receipts/read-receipt.ts';
import { makePlan, subscribedPayer, subscribeTo } from '../chain/subscriptions/support.ts';
import { randomAddress } from '../chain/support.ts';
import {
  charge,
  chargesOf,
  HOUR,
  mandateOf,
  pass,
  type Subscribed,
  subscribedMandate,
} from '../support/plan-scheme.ts';
import {
  AMOUNT,
  booksOf,
  drain,
  onBothBuilds,
  pullBesideTheService,
  received,
} from './subscription-support.ts';
import { readTransaction } from '../../server/chain/read-transaction.ts';

/** A retry comes at most a fifth of the period after the attempt that failed. */
const RETRY = HOUR / 5;
/** SetComputeUnitLimit is number 2 of its program, and the first instruction. */
function unitLimitOf(wire: Uint8Array): number {
  const { data } = readTransaction(wire)!.instructions[0]!;
  return Buffer.from(data).readUInt32LE(1);
}

onBothBuilds('charges that are pulled through subscriptions', (both) => {
  both('have receipts that are read from the chain', async (world) => {
    const mandate = await subscribedMandate(world);
    await charge(world);
    const [paid] = await chargesOf(world, mandate.id);
    const row = await mandateOf(world, mandate.id);
    expect(await readReceipt(world.deployment, world.chain, row, paid!)).toMatchObject({
      amount: String(AMOUNT),
      payer: mandate.payer.payer,
      payee: mandate.plan.payee,
      txSignature: paid!.txSignature,
    });
    // A receipt of another plan's pull would be of somebody else's terms.
    const elsewhere = { ...row, planAccount: await randomAddress() };
    await expect(readReceipt(world.deployment, world.chain, elsewhere, paid!)).rejects.toThrow(/no transfer/);
  });

  both(
    'move tokens of Token-2022, but not to an account that wants a memo with each',
    async (world) => {
      const { ground, deployment } = world;
      const { net, token, payee } = ground;
      const mandate = await subscribedMandate(world);
      await charge(world);
      expect(await received(world)).toBe(AMOUNT);
      const owner = payee.address;
      await net.call('autopay_createTokenAccount', [{ mint: token.mint, owner, memoTransfer: true }]);
      await pass(world, HOUR);
      await charge(world);
      expect(await received(world)).toBe(AMOUNT);
      expect((await chargesOf(world, mandate.id))[1]).toMatchObject({
        status: 'retrying',
        failureCode: 'payee_account_invalid',
        failureMessage: expect.stringMatching(/memo/),
      });
      expect(await deployment.db`select 1 from attempts`).toHaveLength(1);
    },
    { tokenProgram: 'token-2022' },
  );

  both('are retried in their window, and given up at its end', async (world) => {
    const mandate = await subscribedMandate(world);
    const refill = await drain(world, mandate);
    await charge(world);
    expect(await booksOf(world, mandate)).toEqual([[0, 'retrying', 1]]);
    await pass(world, RETRY);
    await refill();
    await charge(world);
    expect((await booksOf(world, mandate))[0]).toEqual([0, 'succeeded', 1]);
    expect(await received(world)).toBe(AMOUNT);

    await drain(world, mandate);
    await pass(world, HOUR - RETRY);
    for (let retry = 0; retry < 5; retry += 1) {
      await charge(world);
      await pass(world, RETRY);
    }
    // The fifth would have come at the end of the window.
    expect((await booksOf(world, mandate))[1]).toEqual([1, 'abandoned', 5]);
    expect((await mandateOf(world, mandate.id)).status).toBe('revoked');
    expect(await received(world)).toBe(AMOUNT);
  });

  both(
    'fail when their amount was collected by somebody else, and are made in the next window',
    async (world) => {
      const mandate = await subscribedMandate(world);
      await pullBesideTheService(world, mandate);
      await charge(world);
      const [failed] = await chargesOf(world, mandate.id);
      expect(failed).toMatchObject({ status: 'retrying', attempts: 1, failureCode: 'allowance_short' });
      expect(await received(world)).toBe(AMOUNT);
    },
  );

  both(
    'of one plan share transactions as far as they fit, and each settles by its own transfer',
    async (world) => {
      const { ground, deployment } = world;
      const plan = await makePlan(ground);
      const mandates = [];
      for (let n = 0; n < 6; n += 1) mandates.push(await subscribedMandate(world, { plan }));
      await charge(world, { pullsPerTransaction: 10 });
      expect(await received(world)).toBe(6n * AMOUNT);
      const settlements = await deployment.db<{ signature: string; instructionIndex: number }[]>`
      select signature, instruction_index from settlements`;
      const sizes = [...Map.groupBy(settlements, ({ signature }) => signature).values()].map(
        (all) => all.length,
      );
      expect(sizes.toSorted()).toEqual([3, 3]);
      expect(new Set(settlements.map((one) => `${one.signature} ${one.instructionIndex}`)).size).toBe(6);
      for (const { id } of mandates) {
        const [paid] = await chargesOf(world, id);
        const receipt = await readReceipt(deployment, world.chain, await mandateOf(world, id), paid!);
        expect(receipt).toMatchObject({ mandateId: id, amount: String(AMOUNT) });
      }
    },
  );

  both(
    'to plans of their own share transactions too, but never two of one payer’s account',
    async (world) => {
      const { ground, deployment } = world;
      const [first, ...others] = [await makePlan(ground), await makePlan(ground), await makePlan(ground)];
      const mandates = [];
      for (const plan of others) mandates.push(await subscribedMandate(world, { plan }));
      const payer = await subscribedPayer(ground, first!);
      const second = await makePlan(ground);
      await subscribeTo(ground, payer, second);
      mandates.push(await subscribedMandate(world, { plan: first!, payer }));
      mandates.push(await subscribedMandate(world, { plan: second, payer }));
      await charge(world, { pullsPerTransaction: 10 });
      expect(await received(world)).toBe(4n * AMOUNT);
      const rows = await deployment.db<{ signature: string; payer: string }[]>`
      select a.signature, m.payer from attempts a join mandates m on m.id = a.mandate_id`;
      const sizes = [...Map.groupBy(rows, ({ signature }) => signature).values()];
      expect(sizes.map((all) => all.length).toSorted()).toEqual([1, 3]);
      for (const all of sizes) expect(new Set(all.map((row) => row.payer)).size).toBe(all.length);
    },
  );

  both(
    'get compute units for their payer’s account, whose address takes the program longer to derive',
    async (world) => {
      const { ground } = world;
      const plan = await makePlan(ground);
      const ofBump = new Map<number, Subscribed>();
      while (ofBump.size < 3) {
        const payer = await subscribedPayer(ground, plan);
        const { bump } = await deriveTokenAccount(payer.payer, payer.mint, payer.tokenProgram);
        if (!ofBump.has(bump)) ofBump.set(bump, await subscribedMandate(world, { plan, payer }));
      }
      await charge(world);
      expect(await received(world)).toBe(3n * AMOUNT);
      const unitLimits = (await world.deployment.db<{ wire: Uint8Array }[]>`select wire from attempts`).map(
        ({ wire }) => unitLimitOf(new Uint8Array(wire)),
      );
      expect(new Set(unitLimits).size).toBe(3);
    },
  );
});
