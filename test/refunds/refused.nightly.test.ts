import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Refund } from '@autopay/sdk';
import { watchRefunds } from '../../server/refunds/watch-refunds.ts';
import { checkout, createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { refusal } from '../support/refusal.ts';
import { TestService } from '../support/service.ts';
import { broadcast, signIssued } from '../support/wallet-signing.ts';
import { askRefund, makeSale, refundedOf, type Sale, submitRefund } from './support.ts';

let service: TestService;
let sale: Sale;
let refund: Refund;
let signed: string;

beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

/** A refund of 600,000 whose payee signed it, spent nearly everything, and submitted it: the chain refuses it. */
beforeEach(async () => {
  sale = await makeSale(service);
  const { merchant, payer, payee } = sale;
  refund = (await askRefund(service, sale, { amount: '600000' })).body;
  signed = await signIssued(payee, refund.transaction!);
  const terms = { sellMode: 'once', maxPeriods: 1, amountPerPeriod: '5700000' };
  const spend = await createMandate(service, merchant, payee, payer, terms);
  const { body } = await checkout(service, spend, 'instruction');
  await broadcast(service, await signIssued(payee, body.transaction));
  const refused = await submitRefund(service, sale, refund, signed);
  expect(refusal(refused)).toBe('400 refund_failed');
  expect(refused.body.error.message).toMatch(
    /The chain said: insufficient funds, .*"Custom":1.* Nothing was sent/,
  );
});

const read = () => sale.merchant.api.refunds.get(refund.id);

/** Lets the refund's bytes die, until `isOver`. */
async function outliveSigned(isOver: () => Promise<boolean>) {
  await service.skipSlots(200);
  await eventually(isOver);
}

async function expectFailedForGood() {
  expect(await read()).toMatchObject({
    status: 'failed',
    failure: { code: 'insufficient_funds', message: expect.stringContaining('insufficient funds') },
  });
  await sale.merchant.api.test.fund({ address: sale.payee.address, amount: '1000000' });
  const next = await sale.merchant.api.refunds.createTransaction(refund.id);
  expect(next).toMatchObject({ status: 'failed' });
  expect(next).not.toHaveProperty('transaction');
  const late = await submitRefund(service, sale, refund, signed);
  expect(refusal(late)).toBe('400 refund_failed');
  expect(late.body.error.message).toContain('The chain said: insufficient funds');
  expect(await askRefund(service, sale)).toMatchObject({ status: 201, body: { amount: '1000000' } });
  expect(await refundedOf(sale)).toBe('0');
}

test('a refund that the chain rejected reserves its amount while its signed bytes could land, and says why it was rejected', async () => {
  await watchRefunds(service.running.deployment, false);
  expect(await read()).toMatchObject({
    status: 'pending',
    transaction: refund.transaction,
    failure: {
      code: 'insufficient_funds',
      message: expect.stringContaining('The chain said: insufficient funds'),
    },
  });
  const tooMuch = await askRefund(service, sale, { amount: '400001' });
  expect(refusal(tooMuch)).toBe('400 refund_exceeds_charge amount');
});

test('the same bytes settle it meanwhile, once the payee holds enough', async () => {
  await sale.merchant.api.test.fund({ address: sale.payee.address, amount: '1000000' });
  const again = await submitRefund(service, sale, refund, signed);
  expect(again).toMatchObject({ status: 200, body: { status: 'succeeded', failure: null } });
  expect(await refundedOf(sale)).toBe('600000');
});

test('it has failed for good once its bytes can no longer land, as the watch finds', async () => {
  await outliveSigned(async () => {
    await service.db`update refunds set wake_at = 0 where id = ${refund.id} and status = 'pending'`;
    await watchRefunds(service.running.deployment, false);
    return (await read()).status === 'failed';
  });
  await expectFailedForGood();
});

test('it has failed for good then where the next transaction is asked for first', async () => {
  await outliveSigned(
    async () => (await sale.merchant.api.refunds.createTransaction(refund.id)).status === 'failed',
  );
  await expectFailedForGood();
});
