import { AccountRole, type Address, type Instruction } from '@solana/kit';
import { getTransferInstruction } from '@solana-program/token';
import { getTransferSolInstruction } from '@solana-program/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAccountInstruction,
  findPayments,
  paymentInstruction,
  type PaymentTerms,
} from '../../server/chain/payment.ts';
import { tokenAccountOf } from '../../server/chain/tokens.ts';
import { transferInstruction } from '../../server/chain/transfer.ts';
import {
  approve,
  createMint,
  type Ground,
  land,
  lookupTable,
  payerWithTerms,
  randomAddress,
  settle,
  startGround,
} from './support.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await startGround();
});
afterAll(() => ground.stop());

/** A payer with tokens, and an order of 100 at a payee who has an account. */
async function order(token = ground.tokens[0]!) {
  const { payer, terms, source } = await payerWithTerms(ground, token);
  const payee = await randomAddress();
  await ground.net.call('autopay_createTokenAccount', [{ mint: token.mint, owner: payee }]);
  await settle(ground.net);
  const destination = await tokenAccountOf(payee, token.mint, token.tokenProgram);
  const payment: PaymentTerms = { payer: payer.address, payee, ...token, reference: terms.reference };
  return { payer, payment, source, destination, token };
}

const pay = (payment: PaymentTerms, amountAtomic = 100n) =>
  paymentInstruction({ ...payment, decimals: 6, amountAtomic });
const find = (payment: PaymentTerms, search: object = {}) =>
  findPayments(ground.chain, { ...payment, minAmountAtomic: 100n }, { examined: new Set(), ...search });
const carrying = (instruction: Instruction, reference: Address): Instruction => ({
  ...instruction,
  accounts: [...(instruction.accounts ?? []), { address: reference, role: AccountRole.READONLY }],
});

describe('a payment', () => {
  it.each([0, 1])('is found with what arrived (token program %i)', async (at) => {
    const { payer, payment } = await order(ground.tokens[at]);
    const signature = await land(ground.net, payer, [await pay(payment, 150n)]);
    expect(await find(payment)).toEqual({
      payments: [
        {
          signature,
          instructionIndex: 0,
          slot: expect.any(BigInt),
          amountAtomic: 150n,
          wire: expect.any(Uint8Array),
        },
      ],
      examined: [],
      isComplete: true,
    });
  });

  it('creates the payee’s account at the payer’s expense where it is missing', async () => {
    const { payer, payment, token } = await order();
    const newcomer = { ...payment, payee: await randomAddress() };
    const create = await createAccountInstruction({ payer: payer.address, owner: newcomer.payee, ...token });
    const signature = await land(ground.net, payer, [create, await pay(newcomer)]);
    expect((await find(newcomer)).payments).toMatchObject([
      { signature, instructionIndex: 1, amountAtomic: 100n },
    ]);
  });

  it('is found twice when it was made twice, in one transaction or in two', async () => {
    const { payer, payment } = await order();
    const first = await land(ground.net, payer, [await pay(payment, 100n), await pay(payment, 200n)]);
    const second = await land(ground.net, payer, [await pay(payment, 300n)]);
    const { payments } = await find(payment);
    expect(payments.map(({ signature, amountAtomic }) => [signature, amountAtomic])).toEqual([
      [second, 300n],
      [first, 100n],
      [first, 200n],
    ]);
  });

  it('is none with two references: it would pay two orders', async () => {
    const { payer, payment } = await order();
    const other = { ...payment, reference: await randomAddress() };
    await land(ground.net, payer, [carrying(await pay(payment), other.reference)]);
    expect((await find(payment)).payments).toEqual([]);
    expect((await find(other)).payments).toEqual([]);
  });

  it('is none below the price', async () => {
    const { payer, payment } = await order();
    const signature = await land(ground.net, payer, [await pay(payment, 99n)]);
    expect(await find(payment)).toMatchObject({ payments: [], examined: [signature] });
  });

  it('is none without the reference in its own account list', async () => {
    const { payer, payment } = await order();
    const self = getTransferSolInstruction({ source: payer, destination: payer.address, amount: 1n });
    const unmarked = await pay({ ...payment, reference: await randomAddress() });
    await land(ground.net, payer, [unmarked, carrying(self, payment.reference)]);
    expect((await find(payment)).payments).toEqual([]);
  });

  it('is none to another payee, or in another token', async () => {
    const { payer, payment } = await order();
    const elsewhere = await order();
    await land(ground.net, payer, [await pay({ ...payment, payee: elsewhere.payment.payee })]);
    expect((await find(payment)).payments).toEqual([]);
    expect(
      (await find({ ...payment, mint: await createMint(ground.net, { program: 'token' }) })).payments,
    ).toEqual([]);
  });

  it('is none when somebody else made it', async () => {
    const { payment } = await order();
    const stranger = await payerWithTerms(ground);
    await land(ground.net, stranger.payer, [await pay({ ...payment, payer: stranger.payer.address })]);
    expect((await find(payment)).payments).toEqual([]);
  });

  it('is none when the payer spent somebody else’s tokens as their delegate', async () => {
    const { payer, payment, destination } = await order();
    const owner = await payerWithTerms(ground);
    await approve(ground, owner.payer, { ...owner.terms, delegate: payer.address }, 500n);
    const spend = transferInstruction({
      source: owner.source,
      destination,
      mint: payment.mint,
      tokenProgram: payment.tokenProgram,
      decimals: 6,
      amountAtomic: 100n,
      authority: payer.address,
      references: [payment.reference],
    });
    await land(ground.net, payer, [spend]);
    expect((await find(payment)).payments).toEqual([]);
  });

  it('is none as a plain transfer, which does not name the mint', async () => {
    const { payer, payment, source, destination } = await order();
    const plain = getTransferInstruction({ source, destination, authority: payer, amount: 100n });
    await land(ground.net, payer, [carrying(carrying(plain, payment.mint), payment.reference)]);
    expect((await find(payment)).payments).toEqual([]);
  });

  it('is none from oneself to oneself: nothing arrived', async () => {
    const { payer, payment } = await order();
    const circle = { ...payment, payee: payer.address };
    await land(ground.net, payer, [await pay(circle)]);
    expect((await find(circle)).payments).toEqual([]);
  });

  it('is none when its transaction failed', async () => {
    const { payer, payment } = await order();
    await land(ground.net, payer, [await pay(payment), await pay(payment, 10n ** 12n)], {
      skipPreflight: true,
    });
    expect((await find(payment)).payments).toEqual([]);
  });

  it('counts what arrived where the token began to take a fee', async () => {
    const extensions = { transferFee: { basisPoints: 1_000, maxFee: '1000' } };
    const mint = await createMint(ground.net, { program: 'token-2022', extensions });
    await settle(ground.net);
    const { payer, payment } = await order({ mint, tokenProgram: 'token-2022' });
    await land(ground.net, payer, [await pay(payment, 200n)]);
    expect((await find(payment)).payments).toMatchObject([{ amountAtomic: 180n }]);
  });

  it('does not count what a transfer for another order brought', async () => {
    const extensions = { transferFee: { basisPoints: 1_000, maxFee: '1000' } };
    const mint = await createMint(ground.net, { program: 'token-2022', extensions });
    await settle(ground.net);
    const { payer, payment } = await order({ mint, tokenProgram: 'token-2022' });
    const other = { ...payment, reference: await randomAddress() };
    // 90 of each arrive: below the price of both.
    await land(ground.net, payer, [await pay(payment, 100n), await pay(other, 100n)]);
    expect((await find(payment)).payments).toEqual([]);
    expect((await find(other)).payments).toEqual([]);
  });

  it('is found through a lookup table', async () => {
    const { payer, payment, source, destination } = await order();
    const tables = await lookupTable(ground.net, payer, [
      source,
      destination,
      payment.mint,
      payment.reference,
    ]);
    const signature = await land(ground.net, payer, [await pay(payment)], { tables });
    expect((await find(payment)).payments).toMatchObject([{ signature, amountAtomic: 100n }]);
  });
});
