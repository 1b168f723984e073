import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { watchRefunds } from '../../server/refunds/watch-refunds.ts';
import { balanceOnChain } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { refusal } from '../support/refusal.ts';
import { TestService } from '../support/service.ts';
import { broadcast, signIssued } from '../support/wallet-signing.ts';
import { askRefund, makeSale, refundedOf, submitRefund } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

describe('a refund that somebody else broadcasts', () => {
  test('is noticed by the watch, and settles once', async () => {
    const sale = await makeSale(service);
    const { merchant, payee } = sale;
    const { body: refund } = await askRefund(service, sale, { amount: '400000' });
    const signature = await broadcast(service, await signIssued(payee, refund.transaction));
    const settled = await eventually(async () => {
      await service.db`update refunds set wake_at = 0 where id = ${refund.id} and status = 'pending'`;
      await watchRefunds(service.running.deployment, false);
      const now = await merchant.api.refunds.get(refund.id);
      return now.status === 'succeeded' && now;
    });
    expect(settled.txSignature).toBe(signature);
    expect(await refundedOf(sale)).toBe('400000');
  });

  test('is found when the next transaction is asked for', async () => {
    const sale = await makeSale(service);
    const { body: refund } = await askRefund(service, sale, { amount: '400000' });
    await broadcast(service, await signIssued(sale.payee, refund.transaction));
    const settled = await eventually(async () => {
      const now = await sale.merchant.api.refunds.createTransaction(refund.id);
      return now.status === 'succeeded' && now;
    });
    expect(settled).not.toHaveProperty('transaction');
  });
});

describe('the next transaction of a refund', () => {
  test('is the same until the former can no longer land, and then a new one, which settles', async () => {
    const sale = await makeSale(service);
    const { merchant, payee, mint } = sale;
    const { body: refund } = await askRefund(service, sale, { amount: '400000' });
    expect((await merchant.api.refunds.createTransaction(refund.id)).transaction).toBe(refund.transaction);
    // Its blockhash is dead after 150 blocks, and nobody may be told so before that is sure.
    await service.skipSlots(160);
    expect((await merchant.api.refunds.createTransaction(refund.id)).transaction).toBe(refund.transaction);
    await service.skipSlots(40);
    const next = await eventually(async () => {
      const now = await merchant.api.refunds.createTransaction(refund.id);
      return now.transaction !== refund.transaction && now;
    });

    const late = await submitRefund(service, sale, refund, await signIssued(payee, refund.transaction));
    expect(refusal(late)).toBe('400 transaction_not_issued signedTransaction');
    const settled = await submitRefund(service, sale, refund, await signIssued(payee, next.transaction!));
    expect(settled.body.status).toBe('succeeded');
    expect(await balanceOnChain(service, payee.address, mint)).toBe(5_600_000n);
  });

  test('unsigned for seven days and dead it has failed, and the amount can be refunded again', async () => {
    const sale = await makeSale(service);
    const { merchant } = sale;
    const { body: refund } = await askRefund(service, sale);
    const week = 7 * 86_400;
    const age = async () => {
      await service.db`
        update refunds set wake_at = 0, recorded_at = recorded_at - ${week} where id = ${refund.id}`;
      await watchRefunds(service.running.deployment, false);
    };
    await age();
    expect((await merchant.api.refunds.get(refund.id)).status).toBe('pending');
    await service.skipSlots(200);
    const failed = await eventually(async () => {
      await service.db`update refunds set wake_at = 0 where id = ${refund.id} and status = 'pending'`;
      await watchRefunds(service.running.deployment, false);
      const now = await merchant.api.refunds.get(refund.id);
      return now.status === 'failed' && now;
    });
    expect(failed.failure).toMatchObject({ code: 'not_signed' });
    expect(failed).not.toHaveProperty('transaction');
    expect(refusal(await submitRefund(service, sale, refund, 'AAAA'))).toBe('400 refund_failed');
    expect(await askRefund(service, sale)).toMatchObject({ status: 201, body: { amount: '1000000' } });
  });
});
