import { createKeyPairSignerFromBytes } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refundReference } from '../../server/chain/references.ts';
import { balanceOnChain, checkout, createMandate } from '../support/checkout.ts';
import { refusal } from '../support/refusal.ts';
import { eventually } from '../support/eventually.ts';
import { newWallet } from '../support/new-wallet.ts';
import { TestService } from '../support/service.ts';
import {
  broadcast,
  issuedInstruction,
  signIssued,
  signOwn,
  withAccountAt,
  withAmount,
} from '../support/wallet-signing.ts';
import { askRefund, makeSale, refundedOf, type Sale, submitRefund } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** The transfer that a refund of `amount` means, made by the test itself from a payment of the other direction. */
async function refundTransfer({ merchant, payer, payee, mint }: Sale, refundId: string, amount: bigint) {
  const order = { sellMode: 'once', maxPeriods: 1, mint, amountPerPeriod: '1' };
  const back = await createMandate(service, merchant, payee, payer, order);
  const transfer = issuedInstruction(await checkout(service, back, 'instruction'));
  const reference = refundReference(await service.rpc('getGenesisHash'), refundId);
  return withAmount(withAccountAt(transfer, 4, reference), amount);
}

describe.each(['token', 'token-2022'] as const)(
  'a refund that the payee signs, on the %s program',
  (program) => {
    test('moves the amount back, in part and then in full, and the charge shows the sum', async () => {
      const sale = await makeSale(service, { program });
      const { merchant, payer, payee, mint, charge } = sale;
      const part = await merchant.api.charges.refund(charge.id, {
        amount: '300000',
        reason: 'late delivery',
      });
      expect(part).toMatchObject({
        object: 'refund',
        status: 'pending',
        chargeId: charge.id,
        mandateId: sale.mandate.id,
        reason: 'late delivery',
        txSignature: null,
        failure: null,
      });
      expect(await refundedOf(sale)).toBe('0');
      const first = await submitRefund(service, sale, part, await signIssued(payee, part.transaction!));
      expect(first).toMatchObject({ status: 200, body: { status: 'succeeded' } });
      expect(first.body.txSignature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/);
      expect(first.body).not.toHaveProperty('transaction');
      expect(await refundedOf(sale)).toBe('300000');

      const rest = await merchant.api.charges.refund(charge.id);
      expect(rest.amount).toBe('700000');
      await submitRefund(service, sale, rest, await signIssued(payee, rest.transaction!));
      expect(await merchant.api.refunds.get(rest.id)).toMatchObject({ status: 'succeeded' });
      expect(await refundedOf(sale)).toBe('1000000');
      expect(refusal(await askRefund(service, sale))).toBe('400 refund_exceeds_charge amount');
      expect(await balanceOnChain(service, payer.address, mint)).toBe(10_000_000n);
      expect(await balanceOnChain(service, payee.address, mint)).toBe(5_000_000n);
    });
  },
);

describe.concurrent('how much can be refunded', () => {
  test('what is pending counts: two that together exceed the charge cannot both be made', async () => {
    const sale = await makeSale(service);
    expect(refusal(await askRefund(service, sale, { amount: '1000001' }))).toBe(
      '400 refund_exceeds_charge amount',
    );
    expect((await askRefund(service, sale, { amount: '600000' })).status).toBe(201);
    expect(refusal(await askRefund(service, sale, { amount: '400001' }))).toBe(
      '400 refund_exceeds_charge amount',
    );
    expect((await askRefund(service, sale, { amount: '400000' })).status).toBe(201);
    expect(refusal(await askRefund(service, sale, { amount: '1' }))).toBe('400 refund_exceeds_charge amount');
  });

  test('without an amount it is all that is left, pending refunds taken off', async () => {
    const sale = await makeSale(service);
    expect((await askRefund(service, sale, { amount: '600000' })).body.amount).toBe('600000');
    expect(await askRefund(service, sale, {})).toMatchObject({ status: 201, body: { amount: '400000' } });
    expect(refusal(await askRefund(service, sale, {}))).toBe('400 refund_exceeds_charge amount');
  });

  test('ten requests at once for a third each make three', async () => {
    const sale = await makeSale(service);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => askRefund(service, sale, { amount: '333333' })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(refusal))).toEqual(new Set(['400 refund_exceeds_charge amount']));
    expect(refused).toHaveLength(7);
  });

  test('a charge that has not succeeded has nothing to give back', async () => {
    const sale = await makeSale(service);
    const [next] = (await sale.merchant.api.mandates.listCharges(sale.mandate.id)).data;
    expect(next!.status).toBe('scheduled');
    for (const body of [{}, { amount: '1' }]) {
      expect(refusal(await askRefund(service, { ...sale, charge: next! }, body))).toBe(
        '400 refund_exceeds_charge amount',
      );
    }
  });

  test('an invalid body is rejected with the field at fault', async () => {
    const sale = await makeSale(service);
    for (const amount of [null, '', '0', '-1', 5, '01', '1.5', '18446744073709551616']) {
      expect(refusal(await askRefund(service, sale, { amount }))).toBe('400 parameter_invalid amount');
    }
    for (const reason of [null, '', 5, 'x'.repeat(501)]) {
      expect(refusal(await askRefund(service, sale, { reason }))).toBe('400 parameter_invalid reason');
    }
    expect(refusal(await askRefund(service, sale, { note: 'x' }))).toBe('400 parameter_invalid note');
    expect((await sale.merchant.api.mandates.listRefunds(sale.mandate.id)).data).toEqual([]);
  });

  test('a retry with the same Idempotency-Key is the same refund', async () => {
    const sale = await makeSale(service);
    const headers = { 'idempotency-key': 'refund-1' };
    const first = await askRefund(service, sale, { amount: '600000' }, headers);
    const second = await askRefund(service, sale, { amount: '600000' }, headers);
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect((await sale.merchant.api.mandates.listRefunds(sale.mandate.id)).data).toHaveLength(1);
  });
});

describe('submitting a refund', () => {
  test('refuses whatever is not the issued transfer, and then takes the true one, once', async () => {
    const sale = await makeSale(service);
    const { payer, payee, mint } = sale;
    const { body: refund } = await askRefund(service, sale, { amount: '400000' });
    const transfer = await refundTransfer(sale, refund.id, 400_000n);
    const { address: stranger } = await createKeyPairSignerFromBytes(payer.secretKey);
    const altered = {
      unsigned: refund.transaction,
      'of another amount': await signOwn(service, payee, withAmount(transfer, 400_001n)),
      'of another blockhash': await signOwn(service, payee, transfer),
      'without the reference': await signOwn(service, payee, withAccountAt(transfer, 4, stranger)),
      twice: await signOwn(service, payee, transfer, transfer),
      "by the payer's wallet": await signOwn(service, payer, withAccountAt(transfer, 3, stranger)),
      'no transaction': Buffer.alloc(300, 7).toString('base64'),
    };
    for (const [how, wire] of Object.entries(altered)) {
      const answer = await submitRefund(service, sale, refund, wire);
      expect([how, refusal(answer)]).toEqual([how, '400 transaction_not_issued signedTransaction']);
    }
    expect(refusal(await submitRefund(service, sale, refund, undefined))).toBe(
      '400 parameter_missing signedTransaction',
    );
    const signed = await signIssued(payee, refund.transaction);
    const answers = await Promise.all([1, 2, 3].map(() => submitRefund(service, sale, refund, signed)));
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(['pending', 'succeeded']).toContain(body.status);
    }
    const again = await submitRefund(service, sale, refund, signed);
    expect(again.body.status).toBe('succeeded');
    expect(await balanceOnChain(service, payee.address, mint)).toBe(5_600_000n);
  });

  test('of a payee who is short of funds is refund_failed, kept as failed, and its amount is free again', async () => {
    const sale = await makeSale(service);
    const { merchant, payer, payee } = sale;
    const spend = await createMandate(service, merchant, payee, payer, {
      sellMode: 'once',
      maxPeriods: 1,
      amountPerPeriod: '5700000',
    });
    const { body: issued } = await checkout(service, spend, 'instruction');
    await broadcast(service, await signIssued(payee, issued.transaction));

    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(refusal(await askRefund(service, sale, { amount: '400000' }))).toBe('400 refund_failed');
    }
    const { data: refunds } = await merchant.api.mandates.listRefunds(sale.mandate.id);
    expect(refunds.map(({ status }) => status)).toEqual(['failed', 'failed']);
    expect(refunds[0]).toMatchObject({
      txSignature: null,
      failure: {
        code: 'insufficient_funds',
        message: expect.stringMatching(/The chain said: insufficient funds, .*"Custom":1/),
      },
    });
  });
});

test('a payee without SOL is told that the network fee cannot be paid, and settles it with the same bytes once it can', async () => {
  const payee = await newWallet();
  const sale = await makeSale(service, { payee });
  const { merchant } = sale;
  const refund = await merchant.api.charges.refund(sale.charge.id);
  const signed = await signIssued(payee, refund.transaction!);
  const refused = await submitRefund(service, sale, refund, signed);
  expect(refusal(refused)).toBe('400 refund_failed');
  expect(refused.body.error.message).toMatch(/holds too little SOL for the network fee.*Nothing was sent/);
  expect(await merchant.api.refunds.get(refund.id)).toMatchObject({
    status: 'pending',
    failure: { code: 'chain_refused', message: expect.stringContaining('too little SOL') },
  });
  await merchant.api.test.fund({ address: payee.address, amount: '1' });
  const settled = await submitRefund(service, sale, refund, signed);
  expect(settled).toMatchObject({ status: 200, body: { status: 'succeeded', failure: null } });
  expect(await refundedOf(sale)).toBe('1000000');
});

test('what expired before it was submitted is refused as that, and a new transaction settles the refund', async () => {
  const sale = await makeSale(service);
  const { merchant, payee } = sale;
  const refund = await merchant.api.charges.refund(sale.charge.id);
  const signed = await signIssued(payee, refund.transaction!);
  await service.skipSlots(200);
  const late = await submitRefund(service, sale, refund, signed);
  expect(refusal(late)).toBe('400 transaction_not_issued signedTransaction');
  expect(late.body.error.message).toContain('It has expired');
  const { transaction } = await eventually(async () => {
    const next = await merchant.api.refunds.createTransaction(refund.id);
    return next.transaction !== refund.transaction && next;
  });
  const settled = await submitRefund(service, sale, refund, await signIssued(payee, transaction!));
  expect(settled).toMatchObject({ status: 200, body: { status: 'succeeded' } });
});

test('what the wallet sent by itself is counted, though it has expired when it is submitted', async () => {
  const sale = await makeSale(service);
  const refund = await sale.merchant.api.charges.refund(sale.charge.id);
  const signed = await signIssued(sale.payee, refund.transaction!);
  await broadcast(service, signed);
  await service.skipSlots(200);
  const late = await submitRefund(service, sale, refund, signed);
  expect(late).toMatchObject({ status: 200, body: { status: 'succeeded' } });
  expect(await refundedOf(sale)).toBe('1000000');
});
