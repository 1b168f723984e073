import { AccountRole, type Address, createNoopSigner, type Instruction } from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { getTransferSolInstruction } from '@solana-program/system';
import { getRevokeInstruction, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
import { describe, expect, it } from 'vitest';
import { inspectDelegation, type ShownDelegation } from '../../pages/portal/inspect-delegation.ts';
import {
  accountOf,
  approval,
  type Meaning,
  payment,
  TOKEN_2022,
  WALLETS,
  wire,
} from '../checkout-js/issued.ts';

const { payer, payee, delegate, mint, other } = WALLETS;
const REFERENCE = payee;
const mismatch = expect.objectContaining({ name: 'CheckoutError', code: 'transaction_mismatch' });

const SHOWN: ShownDelegation = {
  payer,
  mint,
  decimals: 6,
  tokenProgram: 'token',
  amountAtomic: 120_000_000n,
  delegates: [delegate],
  reference: REFERENCE,
};

const MEANING: Meaning = {
  payer,
  payee,
  mint,
  delegate,
  reference: REFERENCE,
  amountAtomic: 120_000_000n,
  decimals: 6,
  program: TOKEN_PROGRAM_ADDRESS,
};

const limit = getSetComputeUnitLimitInstruction({ units: 200_000 });

const renewal = (changes: Partial<Meaning> = {}) => approval({ ...MEANING, ...changes });

async function lowering(changes: Partial<Meaning> = {}): Promise<Instruction> {
  const renewing = await renewal(changes);
  return { ...renewing, accounts: renewing.accounts!.slice(0, 4) };
}

async function revocation(owner: Address = payer, program: Address = TOKEN_PROGRAM_ADDRESS) {
  const source = await accountOf(owner, mint, program);
  const revoke = getRevokeInstruction(
    { source, owner: createNoopSigner(owner) },
    { programAddress: program },
  );
  return {
    ...revoke,
    accounts: [revoke.accounts[0], { address: owner, role: AccountRole.READONLY_SIGNER }],
  } as Instruction;
}

const passes = (all: Instruction[], shown: Partial<ShownDelegation> = {}) =>
  expect(inspectDelegation(wire(all), { ...SHOWN, ...shown })).resolves.toBeUndefined();
const refused = (all: Instruction[], shown: Partial<ShownDelegation> = {}, feePayer?: Address) =>
  expect(inspectDelegation(wire(all, feePayer), { ...SHOWN, ...shown })).rejects.toEqual(mismatch);

describe('a renewal', () => {
  it('passes when it approves what was shown, with or without a limit of compute units, for both programs', async () => {
    await passes([await renewal()]);
    await passes([limit, await renewal()]);
    await passes([await renewal({ program: TOKEN_2022 })], { tokenProgram: 'token-2022' });
  });

  it.each([
    ['another payer', { payer: other }],
    ['another token', { mint: other }],
    ['another delegate', { delegate: other }],
    ['the reference of another mandate', { reference: other }],
    ['one unit more', { amountAtomic: 120_000_001n }],
    ['one unit less', { amountAtomic: 119_999_999n }],
    ['all there is', { amountAtomic: 2n ** 64n - 1n }],
    ['other decimals', { decimals: 9 }],
    ['another token program', { program: TOKEN_2022 }],
  ] as [string, Partial<Meaning>][])('is refused with %s', async (_, swap) => {
    await refused([await renewal(swap)]);
  });

  it('is refused without a reference, with another account, and where it takes back or pays', async () => {
    const good = await renewal();
    await refused([await lowering()]);
    const extra = { address: other, role: AccountRole.READONLY };
    await refused([{ ...good, accounts: [...good.accounts!, extra] }]);
    await refused([await revocation()]);
    await refused([await payment(MEANING)]);
  });

  it('is refused with anything beside it, nothing in it, or another fee payer', async () => {
    const good = await renewal();
    const steals = getTransferSolInstruction({
      source: createNoopSigner(payer),
      destination: other,
      amount: 1n,
    });
    const priced = getSetComputeUnitPriceInstruction({ microLamports: 1_000_000_000n });
    for (const added of [good, await revocation(), await payment(MEANING), steals, priced]) {
      await refused([good, added]);
      await refused([added, good]);
    }
    await refused([]);
    await refused([limit]);
    await refused([good], {}, other);
  });
});

describe('what is left to other mandates', () => {
  it('passes with the sum shown, by one of the known keys, under no reference', async () => {
    await passes([limit, await lowering()], { reference: null, delegates: [other, delegate] });
  });

  it('is refused with a reference, another sum or an unknown key', async () => {
    await refused([await renewal()], { reference: null });
    await refused([await lowering({ amountAtomic: 1n })], { reference: null });
    await refused([await lowering()], { reference: null, delegates: [other] });
    await refused([await lowering()], { reference: null, delegates: [] });
  });
});

describe('taking all back', () => {
  const zero = { amountAtomic: 0n, reference: null, delegates: [] };

  it("passes when it revokes on the payer's own account", async () => {
    await passes([limit, await revocation()], zero);
    await passes([await revocation(payer, TOKEN_2022)], { ...zero, tokenProgram: 'token-2022' });
  });

  it('is refused as an approval, of another account, with another program, or twice', async () => {
    await refused([await lowering()], zero);
    await refused([await lowering({ amountAtomic: 0n })], { ...zero, delegates: [delegate] });
    await refused([await revocation(other)], zero);
    await refused([await revocation()], { ...zero, mint: other });
    await refused([await revocation(payer, TOKEN_2022)], zero);
    await refused([await revocation(), await revocation()], zero);
  });
});

describe('bytes', () => {
  it('are refused when they are no transaction, signed already, or go on after their end', async () => {
    const good = Buffer.from(wire([await renewal()]), 'base64');
    const signed = Buffer.from(good);
    signed[1] = 1;
    const longer = Buffer.concat([good, Buffer.from([0])]);
    for (const bytes of [signed, longer, good.subarray(0, 100), Buffer.alloc(300, 7)]) {
      await expect(inspectDelegation(bytes.toString('base64'), SHOWN)).rejects.toEqual(mismatch);
    }
    await expect(inspectDelegation('not base64', SHOWN)).rejects.toEqual(mismatch);
  });
});
