import { address, type Address, type Instruction } from '@solana/kit';
import { getSetComputeUnitLimitInstruction } from '@solana-program/compute-budget';
import type { CheckoutView } from '@autopay/checkout-js';
import { inspectAuthorization } from '@autopay/checkout-js/inspect';
import { describe, expect, it } from 'vitest';
import { authorityOf, planOf } from '../../server/chain/subscriptions/addresses.ts';
import { initAuthority, subscribe } from '../../server/chain/subscriptions/instructions.ts';
import { accountOf, approval, bincode, meaningOf, TOKEN_2022, viewOf, WALLETS, wire } from './issued.ts';

const mismatch = expect.objectContaining({ name: 'CheckoutError', code: 'transaction_mismatch' });
const { payer, payee: owner, other, mint } = WALLETS;
const TOKEN = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');

const planView = (changes: Partial<CheckoutView> = {}) =>
  viewOf({ scheme: 'plan', approveAmount: null, approveParts: [], ...changes });

/** What can be other than shown, while the view stays honest. */
interface Swaps {
  payer?: Address;
  rentPayer?: Address;
  mint?: Address;
  reference?: Address;
  amountAtomic?: bigint;
  periodHours?: bigint;
}

async function opening({ reference, tokenProgram }: CheckoutView, swaps: Swaps = {}): Promise<Instruction> {
  const terms = { payer, mint, rentPayer: payer, reference: address(reference), ...swaps };
  const name = tokenProgram as 'token' | 'token-2022';
  const source = await accountOf(terms.payer, terms.mint, name === 'token' ? TOKEN : TOKEN_2022);
  const token = { payer: terms.payer, mint: terms.mint, tokenProgram: name, source };
  return initAuthority(token, { rentPayer: terms.rentPayer, references: [terms.reference] });
}

async function subscribing({ reference }: CheckoutView, swaps: Swaps = {}): Promise<Instruction> {
  const plan = { owner, planId: 77n, mint, amountAtomic: 12_500_000n, periodHours: 720n, ...swaps };
  const terms = { ...plan, payer: swaps.payer ?? payer, planCreatedAt: 1_800_000_000n, initId: 5n };
  const references = [swaps.reference ?? address(reference)];
  return subscribe(terms, { rentPayer: swaps.rentPayer ?? payer, references });
}

async function inspect(view: CheckoutView, all: Instruction[], main = all.at(-1)!) {
  return inspectAuthorization({ view, instruction: bincode(main), transaction: wire(all) });
}

describe('a subscription', () => {
  it('passes with and without the opening of the authority, for both token programs', async () => {
    const limit = getSetComputeUnitLimitInstruction({ units: 200_000 });
    for (const tokenProgram of ['token', 'token-2022'] as const) {
      const view = await planView({ tokenProgram });
      const [init, sub] = [await opening(view), await subscribing(view)];
      for (const all of [[limit, init, sub], [limit, sub], [sub]]) {
        expect(await inspect(view, all)).toMatchObject({
          kind: 'subscription',
          amount: '12500000',
          delegate: await authorityOf(payer, mint),
          destination: null,
          plan: (await planOf(owner, 77n)).address,
        });
      }
      expect(await inspect(view, [limit, init])).toMatchObject({ kind: 'opening', plan: null });
    }
  });

  it.each<[string, Swaps]>([
    ['payer', { payer: other }],
    ['wallet that pays the rent', { rentPayer: other }],
    ['token', { mint: other }],
    ['reference', { reference: other }],
    ['amount, one unit more', { amountAtomic: 12_500_001n }],
    ['period, one hour less', { periodHours: 719n }],
  ])('is refused with another %s', async (_, swaps) => {
    const view = await planView();
    await expect(inspect(view, [await subscribing(view, swaps)])).rejects.toEqual(mismatch);
    const { amountAtomic, periodHours, ...ofOpening } = swaps;
    if (amountAtomic === undefined && periodHours === undefined) {
      await expect(inspect(view, [await opening(view, ofOpening)])).rejects.toEqual(mismatch);
    }
  });

  it('is refused where its plan, its subscription or its authority is not derived from what is signed', async () => {
    const view = await planView();
    const honest = await subscribing(view);
    for (const at of [2, 3, 4]) {
      const accounts = honest.accounts!.map((account, index) =>
        index === at ? { ...account, address: other } : account,
      );
      await expect(inspect(view, [{ ...honest, accounts }])).rejects.toEqual(mismatch);
    }
    const fewer = { ...honest, accounts: honest.accounts!.slice(0, 1) };
    await expect(inspect(view, [fewer])).rejects.toEqual(mismatch);
  });

  it('is refused beside anything else, twice, or in another order', async () => {
    const view = await planView();
    const [init, sub] = [await opening(view), await subscribing(view)];
    const sum = await approval(meaningOf(await viewOf()));
    for (const all of [[sub, sub], [sub, init], [init, init], [sum, sub], [sum]]) {
      await expect(inspect(view, all)).rejects.toEqual(mismatch);
    }
    await expect(inspect(view, [init, sub], init)).rejects.toEqual(mismatch);
  });

  it('is refused where an approval is shown, and an approval where a subscription is', async () => {
    const [view, approves] = [await planView(), await viewOf()];
    await expect(inspect(approves, [await subscribing(approves)])).rejects.toEqual(mismatch);
    const dressed = { ...view, approveAmount: approves.approveAmount };
    await expect(inspect(dressed, [await subscribing(view)])).rejects.toEqual(mismatch);
    await expect(inspect({ ...view, scheme: 'sum' as never }, [await subscribing(view)])).rejects.toEqual(
      mismatch,
    );
  });
});
