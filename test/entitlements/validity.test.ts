import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askStart, buy } from '../support/offers.ts';
import { eventually } from '../support/eventually.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { signIssued } from '../support/wallet-signing.ts';
import { askEntitlement, CONTENT, DAY, makeProduct, walletSession, MONTH, PRICE } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_RATE_CHECKOUT_PER_MINUTE: '1000000' });
});
afterAll(() => service.stop());

/** A merchant with a clock of its own, and a payer who has started a mandate for its product and signed it. */
async function sell(options: {
  product?: Record<string, unknown>;
  start?: Record<string, unknown>;
  /** What the payer holds. */
  amount?: string;
}) {
  const merchant = await service.merchant();
  const payer = await service.wallet(merchant, { amount: options.amount ?? '100000000' });
  const product = await makeProduct(service, merchant, options.product);
  const mandate = await buy(service, product, payer, options.start);
  const key = await walletSession(service, payer);
  const ask = async () => (await askEntitlement(service, { product, payer }, { key })).body;
  const { startAt } = await merchant.api.mandates.get(mandate.id);
  return { merchant, payer, product, mandate, startAt, ask };
}

const advance = (merchant: TestMerchant, seconds: number) => merchant.api.test.advanceClock({ seconds });
const newestCharge = async (merchant: TestMerchant, id: string) =>
  (await merchant.api.mandates.listCharges(id)).data[0]!;
const entitledUntil = (validUntil: number | null) => ({ entitled: true, validUntil, content: CONTENT });
const NOT = { entitled: false, validUntil: null, content: null };

/** Refunds part of the mandate's first charge, or all that is left of it, by the payee's signature. */
async function refund(sale: Awaited<ReturnType<typeof sell>>, payee: TestWallet, amount?: string) {
  const { merchant, mandate } = sale;
  const charge = (await merchant.api.mandates.listCharges(mandate.id)).data.at(-1)!;
  const key = merchant.testKey;
  const asked = await service.call('POST', `/v1/charges/${charge.id}/refund`, { key, body: { amount } });
  const signedTransaction = await signIssued(payee, asked.body.transaction);
  const settled = await service.call('POST', `/v1/refunds/${asked.body.id}/submit`, {
    key,
    body: { signedTransaction },
  });
  expect(settled.body.status).toBe('succeeded');
}

describe.concurrent('a subscription', () => {
  test('unlocks the content from the first payment to the end of the period, and each charge prolongs it', async () => {
    const { merchant, startAt, mandate, ask } = await sell({});
    expect(await ask()).toMatchObject({ ...entitledUntil(startAt + MONTH), product: expect.any(String) });
    await advance(merchant, MONTH + 10);
    await eventually(async () => (await merchant.api.mandates.get(mandate.id)).periodsCharged === 2);
    const later = await ask();
    expect(later).toMatchObject(entitledUntil(startAt + 2 * MONTH));
    expect(later.createdAt).toBeGreaterThanOrEqual(startAt + MONTH);
  });

  test('that is revoked is kept to the end of what was paid, and no longer', async () => {
    const { merchant, startAt, mandate, ask } = await sell({});
    await merchant.api.mandates.revoke(mandate.id);
    await advance(merchant, MONTH - DAY);
    expect(await ask()).toMatchObject(entitledUntil(startAt + MONTH));
    await advance(merchant, DAY);
    expect(await ask()).toMatchObject(NOT);
  });

  test('is lost with the first failure where the merchant ends access then, and is back when the charge is paid', async () => {
    const { merchant, payer, startAt, mandate, product, ask } = await sell({ amount: PRICE });
    await merchant.api.dunning.set({ keepsAccess: false });
    await advance(merchant, MONTH + 10);
    expect(await newestCharge(merchant, mandate.id)).toMatchObject({ status: 'retrying' });
    expect(await ask()).toMatchObject(NOT);
    await merchant.api.test.fund({ address: payer.address, mint: product.mint, amount: PRICE });
    await advance(merchant, 900);
    await eventually(async () => (await merchant.api.mandates.get(mandate.id)).periodsCharged === 2);
    expect(await ask()).toMatchObject(entitledUntil(startAt + 2 * MONTH));
  });

  test('is kept while its charge is retried, and lost when that is given up', async () => {
    const { merchant, startAt, mandate, ask } = await sell({ amount: PRICE });
    await advance(merchant, MONTH + 10);
    expect(await newestCharge(merchant, mandate.id)).toMatchObject({ status: 'retrying' });
    expect(await ask()).toMatchObject(entitledUntil(startAt + MONTH));
    await advance(merchant, 2 * DAY);
    await eventually(async () => (await merchant.api.mandates.get(mandate.id)).status === 'revoked');
    expect(await ask()).toMatchObject(NOT);
  });

  test('on trial unlocks the content once it is signed, then the first charge takes over', async () => {
    const { merchant, startAt, mandate, ask } = await sell({ product: { trialSeconds: DAY } });
    expect(await ask()).toMatchObject(entitledUntil(startAt + DAY));
    expect((await newestCharge(merchant, mandate.id)).status).toBe('scheduled');
    await advance(merchant, DAY + 10);
    await eventually(async () => (await merchant.api.mandates.get(mandate.id)).periodsCharged === 1);
    expect(await ask()).toMatchObject(entitledUntil(startAt + DAY + MONTH));
  });

  test('whose trial was cancelled is kept to the end of the trial', async () => {
    const { merchant, startAt, mandate, ask } = await sell({ product: { trialSeconds: DAY } });
    await merchant.api.mandates.revoke(mandate.id);
    expect(await ask()).toMatchObject(entitledUntil(startAt + DAY));
    await advance(merchant, DAY);
    expect(await ask()).toMatchObject(NOT);
  });

  test('of which every payment was refunded in full is lost; a refund in part changes nothing', async () => {
    const payee = await service.wallet(await service.merchant(), { amount: '5000000' });
    const sale = await sell({ product: { payee: payee.address } });
    await refund(sale, payee, '400000');
    expect(await sale.ask()).toMatchObject(entitledUntil(sale.startAt + MONTH));
    await refund(sale, payee);
    expect(await sale.ask()).toMatchObject(NOT);
    expect((await sale.merchant.api.mandates.get(sale.mandate.id)).status).toBe('active');
  });

  test('is none before the payer has signed', async () => {
    const merchant = await service.merchant();
    const payer = await service.wallet(merchant);
    const product = await makeProduct(service, merchant, { trialSeconds: DAY });
    const { body } = await askStart(service, product, payer);
    const answer = await askEntitlement(service, { product, payer }, { secret: body.client_secret });
    expect(answer.body).toMatchObject(NOT);
  });
});

describe.concurrent('an outright purchase', () => {
  test('unlocks the content for good, until it is refunded in full', async () => {
    const payee = await service.wallet(await service.merchant(), { amount: '5000000' });
    const sale = await sell({
      product: { sellMode: 'both', amountOnce: '3000000', payee: payee.address },
      start: { sellMode: 'once' },
    });
    expect(await sale.ask()).toMatchObject(entitledUntil(null));
    await advance(sale.merchant, 365 * DAY);
    expect(await sale.ask()).toMatchObject(entitledUntil(null));
    await refund(sale, payee, '1000000');
    expect(await sale.ask()).toMatchObject(entitledUntil(null));
    await refund(sale, payee);
    expect(await sale.ask()).toMatchObject(NOT);
  });

  test('is better than a subscription to the same product, which is what remains without it', async () => {
    const payee = await service.wallet(await service.merchant(), { amount: '5000000' });
    const sale = await sell({ product: { sellMode: 'both', payee: payee.address } });
    expect(await sale.ask()).toMatchObject(entitledUntil(sale.startAt + MONTH));
    const order = await buy(service, sale.product, sale.payer, { sellMode: 'once' });
    expect(await sale.ask()).toMatchObject(entitledUntil(null));
    await refund({ ...sale, mandate: order }, payee);
    expect(await sale.ask()).toMatchObject(entitledUntil(sale.startAt + MONTH));
  });
});
