import type { MandateWithSecret } from '@autopay/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { watchMandates } from '../../server/activation/watch-mandates.ts';
import { authorizeMandate, balanceOnChain, checkout, createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { eventTypes } from '../support/history.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import {
  broadcast,
  issuedInstruction,
  signIssued,
  signOwn,
  withAccountAt,
  withAccounts,
  withAmount,
} from '../support/wallet-signing.ts';

const ORDER = { sellMode: 'once', maxPeriods: 1, amountPerPeriod: '2500000' };
const PRICE = 2_500_000n;

let service: TestService;
let merchant: TestMerchant;
let payer: TestWallet;
let payee: TestWallet;
let mint: string;

beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  merchant = await service.merchant();
  [payer, payee] = await Promise.all([
    service.wallet(merchant, { amount: '100000000' }),
    service.wallet(merchant),
  ]);
  mint = await service.mint(merchant);
});

const create = (terms: Record<string, unknown> = {}) =>
  createMandate(service, merchant, payer, payee, { ...ORDER, ...terms });
const issue = async (order: MandateWithSecret) =>
  issuedInstruction(await checkout(service, order, 'instruction'));
const pay = async (...instructions: Awaited<ReturnType<typeof issue>>[]) =>
  broadcast(service, await signOwn(service, payer, ...instructions));
const chargesOf = async ({ id }: MandateWithSecret) => (await merchant.api.mandates.listCharges(id)).data;

/** Lets the watch look now instead of at its next interval, and again while a sweep had the order just before. */
function watch(order: MandateWithSecret, isDone: () => Promise<boolean> = async () => true) {
  return eventually(async () => {
    await service.db`update mandates set watch_at = 0 where id = ${order.id}`;
    await watchMandates(service.running.deployment, false);
    return isDone();
  });
}

describe('a one-time order', () => {
  test('is paid by the signature itself and completed at once', async () => {
    const order = await create();
    const view = await authorizeMandate(service, order, payer);
    expect(view).toMatchObject({ status: 'completed', firstCharge: { status: 'succeeded' } });
    expect(await eventTypes(merchant, order.id)).toEqual([
      'mandate.created',
      'mandate.activated',
      'charge.succeeded',
      'mandate.completed',
    ]);
    const charges = await chargesOf(order);
    expect(charges).toMatchObject([
      { periodIndex: 0, amount: '2500000', txSignature: view.firstCharge!.txSignature },
    ]);
    expect(await merchant.api.mandates.get(order.id)).toMatchObject({
      periodsCharged: 1,
      authorizedUntil: null,
    });
    expect(await balanceOnChain(service, payer.address, mint)).toBe(100_000_000n - PRICE);
  });

  test('whose tab was closed after paying is found by the watch', async () => {
    const order = await create();
    const { body } = await checkout(service, order, 'instruction');
    await broadcast(service, await signIssued(payer, body.transaction));
    await watch(order, async () => (await merchant.api.mandates.get(order.id)).status === 'completed');
    expect(await chargesOf(order)).toMatchObject([{ status: 'succeeded', amount: '2500000' }]);
  });

  test('is opened once by ten refreshes at a time', async () => {
    const order = await create();
    const signature = await pay(await issue(order));
    await Promise.all(Array.from({ length: 10 }, () => checkout(service, order, 'refresh', { signature })));
    expect(await chargesOf(order)).toHaveLength(1);
    expect((await eventTypes(merchant, order.id)).length).toBe(4);
  });

  test('is not opened by less than the price, and more than the price is what its charge shows', async () => {
    const order = await create();
    const transfer = await issue(order);
    const signature = await pay(withAmount(transfer, PRICE - 1n));
    const refreshed = await checkout(service, order, 'refresh', { signature });
    expect(refreshed).toMatchObject({ status: 200, body: { status: 'pending' } });
    for (const amount of [0n, PRICE - 1n, PRICE + 7n]) {
      const signedTransaction = await signOwn(service, payer, withAmount(transfer, amount));
      const submitted = await checkout(service, order, 'submit', { signedTransaction });
      expect(refusal(submitted)).toBe('400 transaction_not_issued signedTransaction');
    }
    expect(await chargesOf(order)).toEqual([]);

    await checkout(service, order, 'refresh', { signature: await pay(withAmount(transfer, PRICE + 7n)) });
    expect(await chargesOf(order)).toMatchObject([{ amount: '2500007', status: 'succeeded' }]);
  });

  test('is not opened by a payment to somebody else, or by somebody else', async () => {
    const order = await create();
    const transfer = await issue(order);
    const other = await service.wallet(merchant);
    const account = issuedInstruction(
      await checkout(service, await createMandate(service, merchant, payer, other, ORDER), 'instruction'),
    ).accounts![2]!.address;
    const elsewhere = await pay(withAccountAt(transfer, 2, account));
    const gift = await issue(await createMandate(service, merchant, other, payee, ORDER));
    const given = await broadcast(
      service,
      await signOwn(service, other, withAccountAt(gift, 4, order.reference)),
    );
    for (const signature of [elsewhere, given]) {
      const { body } = await checkout(service, order, 'refresh', { signature });
      expect(body.status).toBe('pending');
    }
  });

  test('with autoAuthorize is paid by the localnet and completed', async () => {
    const order = await create({ autoAuthorize: true });
    const done = await eventually(async () => {
      const now = await merchant.api.mandates.get(order.id);
      return now.status === 'completed' && now;
    });
    expect(done).toMatchObject({ periodsCharged: 1, sellMode: 'once' });
    expect(await chargesOf(order)).toMatchObject([{ status: 'succeeded', amount: '2500000' }]);
    expect(await eventTypes(merchant, order.id)).toEqual([
      'mandate.created',
      'mandate.activated',
      'charge.succeeded',
      'mandate.completed',
    ]);
    expect(await balanceOnChain(service, payer.address, mint)).toBe(100_000_000n - PRICE);
  });
});

describe('a further payment', () => {
  test('is another succeeded charge, which can be refunded and changes no state', async () => {
    const order = await create();
    const transfer = await issue(order);
    await checkout(service, order, 'refresh', { signature: await pay(transfer) });
    const before = await merchant.api.mandates.get(order.id);
    const second = await pay(withAmount(transfer, PRICE + 1n));
    await watch(order, async () => (await chargesOf(order)).length > 1);
    const charges = await chargesOf(order);
    expect(charges.map(({ periodIndex, status, amount }) => [periodIndex, status, amount])).toEqual([
      [1, 'succeeded', '2500001'],
      [0, 'succeeded', '2500000'],
    ]);
    expect(charges[0]!.txSignature).toBe(second);
    const after = await merchant.api.mandates.get(order.id);
    expect(after.status).toBe(before.status);
    expect((await eventTypes(merchant, order.id)).slice(3)).toEqual([
      'mandate.completed',
      'charge.succeeded',
    ]);
    const refund = await merchant.api.charges.refund(charges[0]!.id);
    expect(refund).toMatchObject({ status: 'pending', amount: '2500001' });
    await watch(order);
    expect(await chargesOf(order)).toHaveLength(2);
  });

  test('that comes when the order has expired is a succeeded charge, and the order stays expired', async () => {
    const order = await create();
    const { body } = await checkout(service, order, 'instruction');
    await merchant.api.test.advanceClock({ seconds: 24 * 3600 });
    expect((await merchant.api.mandates.get(order.id)).status).toBe('expired');
    await broadcast(service, await signIssued(payer, body.transaction));
    await watch(order, async () => (await chargesOf(order)).length > 0);
    expect(await chargesOf(order)).toMatchObject([{ status: 'succeeded', amount: '2500000' }]);
    expect((await merchant.api.mandates.get(order.id)).status).toBe('expired');
    expect(await eventTypes(merchant, order.id)).toEqual([
      'mandate.created',
      'mandate.expired',
      'charge.succeeded',
    ]);
  });
});

describe('one transaction with the references of two orders', () => {
  test('opens none by one transfer for both', async () => {
    const [first, second] = [await create(), await create()];
    const signature = await pay(withAccounts(await issue(first), second.reference));
    await Promise.all([first, second].map((order) => checkout(service, order, 'refresh', { signature })));
    await watch(first);
    await watch(second);
    const states = await Promise.all([first, second].map(({ id }) => merchant.api.mandates.get(id)));
    expect(states.map(({ status }) => status)).toEqual(['pending', 'pending']);
    expect([...(await chargesOf(first)), ...(await chargesOf(second))]).toEqual([]);
  });

  test('opens both by a transfer for each', async () => {
    const [first, second] = [await create(), await create()];
    const signature = await pay(await issue(first), await issue(second));
    for (const order of [first, second]) {
      const { body } = await checkout(service, order, 'refresh', { signature });
      expect(body.status).toBe('completed');
      expect(await chargesOf(order)).toMatchObject([{ amount: '2500000', txSignature: signature }]);
    }
    expect(await balanceOnChain(service, payer.address, mint)).toBe(100_000_000n - 2n * PRICE);
  });
});
