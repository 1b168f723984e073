import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Autopay, InvalidRequestError, isAutopayError, RateLimitError } from '@autopay/sdk';
import { type TestMerchant, TestService } from '../support/service.ts';

let service: TestService;
let merchant: TestMerchant;
let order: Parameters<Autopay['mandates']['create']>[0];

beforeAll(async () => {
  service = await TestService.start();
  merchant = await service.merchant();
  const [payer, payee] = [await service.wallet(merchant), await service.wallet(merchant)];
  const mint = await service.mint(merchant);
  order = {
    payer: payer.address,
    payee: payee.address,
    mint,
    amountPerPeriod: '1000',
    periodSeconds: 86_400,
  };
}, 60_000);
afterAll(() => service?.stop());

describe('against the service', () => {
  test('a call that is repeated with its key, as after a crash, has one effect and says so', async () => {
    const options = { idempotencyKey: 'order-1042' };
    const first = await merchant.api.mandates.create(order, options).withResponse();
    const afterwards = new Autopay(merchant.testKey, { baseUrl: service.url });
    const again = await afterwards.mandates.create(order, options).withResponse();
    expect(again.data).toEqual(first.data);
    expect([first.replayed, again.replayed]).toEqual([false, true]);
    expect([first.status, first.attempts, first.idempotencyKey]).toEqual([201, 1, 'order-1042']);
    expect(first.requestId).toMatch(/^req_/);
    expect(first.headers.get('ratelimit-limit')).toMatch(/^\d+$/);
  });

  test('a lost response is fetched again by the SDK itself', async () => {
    let lost = 0;
    const losing: typeof fetch = async (...args) => {
      const response = await fetch(...args);
      if (lost++ > 0) return response;
      await response.arrayBuffer();
      throw new TypeError('terminated');
    };
    const { api } = merchant;
    const before = await api.mandates.list().toArray({ limit: 100 });
    const unlucky = new Autopay(merchant.testKey, { baseUrl: service.url, fetch: losing });
    const { data, replayed, attempts } = await unlucky.mandates.create(order).withResponse();
    expect([replayed, attempts]).toEqual([true, 2]);
    const after = await api.mandates.list().toArray({ limit: 100 });
    expect(after.map(({ id }) => id)).toEqual([data.id, ...before.map(({ id }) => id)]);
  });

  test('lists page both ways over what the service holds', async () => {
    const { api } = await service.merchant();
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      made.push((await api.mandates.create(order)).id);
    }
    const ids = (mandates: readonly { id: string }[]) => mandates.map(({ id }) => id);
    expect(ids(await api.mandates.list({ limit: 2 }).toArray({ limit: 100 }))).toEqual(made.toReversed());
    const [oldest, ...newer] = made;
    const forward = api.mandates.list({ limit: 2, endingBefore: oldest! });
    expect(ids(await forward.toArray({ limit: 100 }))).toEqual(newer);
  });

  test('a refusal is an error with the service’s code and field', async () => {
    const call = merchant.api.mandates.create({ ...order, amountPerPeriod: '-1' });
    await expect(call).rejects.toBeInstanceOf(InvalidRequestError);
    const error: unknown = await call.catch((caught: unknown) => caught);
    expect(isAutopayError(error, 'createMandate') && error).toMatchObject({
      code: 'parameter_invalid',
      param: 'amountPerPeriod',
      status: 400,
      retryable: false,
    });
    expect(error).not.toBeInstanceOf(RateLimitError);
  });

  test('nobody makes a merchant, and a payer signs in with neither a key nor a mode of a key', async () => {
    const nobody = new Autopay(null, { baseUrl: service.url });
    const { keys } = await nobody.merchants.create({ name: 'Coffee Club' });
    expect(await new Autopay(keys.test, { baseUrl: service.url }).merchants.current()).toMatchObject({
      name: 'Coffee Club',
    });
    const { message } = await nobody.wallet.getChallenge({ address: order.payer });
    expect(message).toContain(order.payer);
    await expect(
      new Autopay('ws_nothing', { baseUrl: service.url }).wallet.listMandates(),
    ).rejects.toMatchObject({
      name: 'AuthenticationError',
      code: 'wallet_not_signed_in',
    });
  });
});
