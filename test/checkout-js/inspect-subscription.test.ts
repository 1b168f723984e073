import { AccountRole, type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { getSetComputeUnitLimitInstruction } from '@solana-program/compute-budget';
import { getTransferSolInstruction } from '@solana-program/system';
import { getApproveInstruction } from '@solana-program/token';
import { describe, expect, it } from 'vitest';
import type { CheckoutView } from '@autopay/checkout-js';
import { inspectAuthorization } from '@autopay/checkout-js/inspect';
import { authorityOf } from '../../server/chain/subscriptions/addresses.ts';
import { cancelSubscription, closeSubscription } from '../../server/chain/subscriptions/instructions.ts';
import {
  accountOf,
  approval,
  bincode,
  meaningOf,
  PLAN,
  planStepsOf,
  planViewOf,
  TOKEN_2022,
  viewOf,
  WALLETS,
  wire,
} from './issued.ts';

const mismatch = expect.objectContaining({ name: 'CheckoutError', code: 'transaction_mismatch' });
const { payer, payee, other, mint } = WALLETS;

/** Inspects a transaction whose last instruction is the issued one, unless another was. */
function inspect(
  view: CheckoutView,
  all: Instruction[],
  { issued = all.at(-1)!, feePayer = payer }: { issued?: Instruction; feePayer?: Address } = {},
) {
  return inspectAuthorization({
    view,
    instruction: bincode(issued),
    transaction: wire(all, feePayer),
    feePayer,
  });
}

type Meta = { address: Address; role: AccountRole };

function withAccount(instruction: Instruction, at: number, changes: Partial<Meta>): Instruction {
  const accounts = instruction.accounts!.map((each, index) =>
    index === at ? { address: each.address, role: each.role, ...changes } : each,
  );
  return { ...instruction, accounts };
}

function withByte(instruction: Instruction, at: number): Instruction {
  const data = Uint8Array.from(instruction.data!);
  data[at]! ^= 1;
  return { ...instruction, data };
}

describe('a subscription to a plan', () => {
  it('passes as each of its three steps, for both token programs, with what it means', async () => {
    for (const tokenProgram of ['token', 'token-2022'] as const) {
      const view = await planViewOf({ tokenProgram });
      const { init, joined } = await planStepsOf(view);
      const meaning = {
        amount: '12500000',
        mint,
        payer,
        source: await accountOf(payer, mint, meaningOf(view).program),
        delegate: await authorityOf(payer, mint),
        destination: null,
        reference: view.reference,
        feePayer: payer,
      };
      const { plan } = view.subscription!;
      for (const step of [[init, joined], [joined]])
        expect(await inspect(view, step)).toEqual({ ...meaning, kind: 'subscription', plan });
      expect(await inspect(view, [init])).toEqual({ ...meaning, kind: 'opening', plan: null });
      // Before the view names the plan, it is the one of the owner and the number that are signed.
      const unnamed = { ...view, subscription: null };
      expect(await inspect(unnamed, [init, joined])).toMatchObject({ kind: 'subscription', plan });
      const known = await planStepsOf(view, { initId: 12n });
      await inspect(view, [getSetComputeUnitLimitInstruction({ units: 60_000 }), known.init, known.joined]);
    }
  });

  it('may have its rent paid by whoever pays the fee, and by nobody else', async () => {
    const view = await planViewOf();
    const sponsored = await planStepsOf(view, { rentPayer: payee });
    const sponsor = { feePayer: payee };
    await inspect(view, [sponsored.init, sponsored.joined], sponsor);
    const own = await planStepsOf(view);
    await inspect(view, [own.init, own.joined], sponsor);
    await expect(inspect(view, [sponsored.init, sponsored.joined])).rejects.toEqual(mismatch);
    const strange = await planStepsOf(view, { rentPayer: other });
    await expect(inspect(view, [strange.init, strange.joined], sponsor)).rejects.toEqual(mismatch);
  });

  it.each(['init', 'joined'] as const)(
    'is refused with any account of its %s replaced, moved or added',
    async (which) => {
      const view = await planViewOf();
      const steps = await planStepsOf(view);
      const count = steps[which].accounts!.length;
      const stranger = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' as Address;
      const variants: Instruction[] = [
        { ...steps[which], accounts: steps[which].accounts!.slice(0, -1) },
        {
          ...steps[which],
          accounts: [...steps[which].accounts!, { address: other, role: AccountRole.READONLY }],
        },
      ];
      for (let at = 0; at < count; at += 1) {
        variants.push(withAccount(steps[which], at, { address: stranger }));
      }
      for (const variant of variants) {
        const alone = which === 'init' ? [variant] : [steps.init, variant];
        await expect(inspect(view, alone)).rejects.toEqual(mismatch);
        const both = { ...steps, [which]: variant };
        await expect(inspect(view, [both.init, both.joined])).rejects.toEqual(mismatch);
      }
      // An app that builds its own transaction takes the roles from the issued instruction.
      for (let at = 0; at < count; at += 1) {
        const role = steps[which].accounts![at]!.role ^ AccountRole.WRITABLE;
        const issued = withAccount(steps[which], at, { role });
        const all = which === 'init' ? [steps.init] : [steps.init, steps.joined];
        await expect(inspect(view, all, { issued })).rejects.toEqual(mismatch);
      }
    },
  );

  it('is refused with another mint, amount or period in its data, or more of it', async () => {
    const view = await planViewOf();
    const { init, joined } = await planStepsOf(view);
    for (let at = 0; at < 58; at += 1)
      if (at !== 9) await expect(inspect(view, [init, withByte(joined, at)])).rejects.toEqual(mismatch);
    for (const data of [
      joined.data!.slice(0, -1),
      Uint8Array.of(...joined.data!, 0),
      withByte(joined, 0).data!,
      new Uint8Array(),
    ]) {
      await expect(inspect(view, [{ ...joined, data }])).rejects.toEqual(mismatch);
    }
    for (const data of [Uint8Array.of(0, 0), Uint8Array.of(1), new Uint8Array()])
      await expect(inspect(view, [{ ...init, data }, joined])).rejects.toEqual(mismatch);
  });

  it('leaves to the program what moves no more: the bump of the plan, when it was made, which opening', async () => {
    const view = await planViewOf();
    const { init, joined } = await planStepsOf(view);
    for (const at of [9, 58, 66]) await inspect(view, [init, withByte(joined, at)]);
  });

  it('is refused in another order, twice, or when the transaction carries another than was issued', async () => {
    const view = await planViewOf();
    const { init, joined } = await planStepsOf(view);
    for (const all of [
      [joined, init],
      [init, init],
      [joined, joined],
      [init, joined, joined],
      [init, init, joined],
    ]) {
      await expect(inspect(view, all)).rejects.toEqual(mismatch);
    }
    await expect(inspect(view, [init, joined], { issued: init })).rejects.toEqual(mismatch);
    await expect(inspect(view, [init], { issued: joined })).rejects.toEqual(mismatch);
    await expect(inspect(view, [], { issued: joined })).rejects.toEqual(mismatch);
    await expect(inspect(view, [withByte(joined, 1)], { issued: joined })).rejects.toEqual(mismatch);
    const elsewhere = { ...joined, programAddress: other };
    await expect(inspect(view, [init, elsewhere])).rejects.toEqual(mismatch);
  });

  it('is refused beside anything that is not a compute budget', async () => {
    const view = await planViewOf();
    const { init, joined } = await planStepsOf(view);
    const { plan } = view.subscription!;
    const source = await accountOf(payer, mint, meaningOf(view).program);
    const signer = createNoopSigner(payer);
    const otherPlan = await planStepsOf(await planViewOf({ amountPerPeriod: '9' }));
    const additions: Instruction[] = [
      await cancelSubscription({ payer, plan: plan as Address }),
      await closeSubscription({ payer, plan: plan as Address, rentPayer: payer }),
      otherPlan.joined,
      getTransferSolInstruction({ source: signer, destination: other, amount: 1n }),
      getApproveInstruction({ source, delegate: other, owner: signer, amount: 1n }),
      getApproveInstruction(
        { source, delegate: other, owner: signer, amount: 1n },
        { programAddress: TOKEN_2022 },
      ),
      await approval(meaningOf(view)),
      { programAddress: other, accounts: [], data: new Uint8Array([1]) },
    ];
    for (const addition of additions) {
      for (const all of [
        [addition, init, joined],
        [init, addition, joined],
        [init, joined, addition],
      ]) {
        await expect(inspect(view, all, { issued: joined })).rejects.toEqual(mismatch);
      }
    }
  });

  it('is refused where the view names no plan, another one, or a sum to approve', async () => {
    const honest = await planViewOf();
    const { init, joined } = await planStepsOf(honest);
    const { subscription } = honest;
    const lies: Partial<CheckoutView>[] = [
      { scheme: 'sum' as never },
      { subscription: { ...subscription!, plan: other } },
      { subscription: { ...subscription!, planOwner: payee } },
      { subscription: { ...subscription!, account: other } },
      { subscription: { ...subscription!, plan: 'x' } },
      { approveAmount: '12500000' },
      { periodSeconds: honest.periodSeconds + 1 },
      { periodSeconds: honest.periodSeconds + 3_600 },
      { amountPerPeriod: '12500001' },
      { payee: other },
      { delegate: PLAN.owner },
      { trialSeconds: 3_600 },
      { maxPeriods: null },
    ];
    for (const lie of lies) {
      const { reference } = honest;
      await expect(inspect({ ...honest, ...lie, reference }, [init, joined])).rejects.toEqual(mismatch);
    }
    // Also where the reference was made for the lie.
    for (const lie of [{ periodSeconds: 2_592_001 }, { amountPerPeriod: '12500001' }]) {
      const view = await planViewOf(lie);
      const last = { address: view.reference as Address };
      const steps = [withAccount(init, 7, last), withAccount(joined, 9, last)];
      await expect(inspect(view, steps)).rejects.toEqual(mismatch);
    }
  });

  it('is not an approval, nor the other way round', async () => {
    const [planView, view] = [await planViewOf(), await viewOf()];
    const { init, joined } = await planStepsOf(planView);
    await expect(inspect(view, [init, joined])).rejects.toEqual(mismatch);
    const approved = await approval(meaningOf(view));
    await expect(inspect(planView, [approved])).rejects.toEqual(mismatch);
    await expect(inspect(planView, [approved, joined])).rejects.toEqual(mismatch);
  });
});
