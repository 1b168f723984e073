import { describe, expect, test } from 'vitest';
import { fakeAutopay } from '../../sdk/src/testing/index.ts';
import { clientOf, hourly, worldIn } from './world.ts';

describe('the fake through the SDK', () => {
  test('a mandate that was created is read, charged, refunded and revoked', async () => {
    const fake = fakeAutopay();
    const world = await worldIn(fake);
    const { api, payer, payee, mint } = world;
    const { id, client_secret: secret } = await api.mandates.create({
      ...hourly(world),
      autoAuthorize: true,
    });
    expect(secret).toMatch(/^cs_/);
    const mandate = await api.mandates.get(id);
    expect(mandate).toMatchObject({ status: 'active', periodsCharged: 1 });
    expect(mandate).not.toHaveProperty('client_secret');

    const [charge] = (await api.charges.list({ status: 'succeeded' })).data;
    expect(charge).toMatchObject({ mandateId: id, amount: '2500000' });
    const refund = await api.charges.refund(charge!.id, { amount: '500000' });
    expect(refund.status).toBe('pending');
    const signed = await payee.signTransaction(refund.transaction!);
    const settled = await api.refunds.submit(refund.id, { signedTransaction: signed });
    expect(settled).toMatchObject({ status: 'succeeded' });
    expect(settled).not.toHaveProperty('transaction');
    expect(await api.charges.get(charge!.id)).toMatchObject({ refundedAmount: '500000' });
    expect(await api.wallet.getBalance({ address: payer.address, mint })).toMatchObject({
      amount: '998000000',
    });

    expect(await api.mandates.revoke(id)).toMatchObject({ status: 'revoked' });
    await expect(api.mandates.revoke(id)).rejects.toMatchObject({ code: 'already_revoked', status: 409 });
  });

  test('a payer who signs at the checkout activates the mandate; a changed transaction does not', async () => {
    const fake = fakeAutopay();
    const world = await worldIn(fake);
    const { api, payer } = world;
    const { id, client_secret } = await api.mandates.create(hourly(world));
    const { transaction } = await api.checkout.createInstruction(id, { client_secret });

    const unsigned = api.checkout.submit(id, { client_secret }, { signedTransaction: transaction });
    await expect(unsigned).rejects.toMatchObject({
      code: 'transaction_not_issued',
      param: 'signedTransaction',
    });
    // The last byte is the count of lookup tables, before it come the decimals and the amount. The wallet signs another amount, or it is
    // changed behind the wallet's back.
    const alter = (base64: string) => {
      const bytes = Buffer.from(base64, 'base64');
      bytes[bytes.length - 3]! ^= 1;
      return bytes.toString('base64');
    };
    const altered = alter(await payer.signTransaction(transaction));
    for (const signedTransaction of [altered, await payer.signTransaction(alter(transaction))]) {
      await expect(api.checkout.submit(id, { client_secret }, { signedTransaction })).rejects.toMatchObject({
        code: 'transaction_not_issued',
      });
    }
    expect(await api.mandates.get(id)).toMatchObject({ status: 'pending' });

    const signedTransaction = await payer.signTransaction(transaction);
    const view = await api.checkout.submit(id, { client_secret }, { signedTransaction });
    expect(view).toMatchObject({ status: 'active', firstCharge: { status: 'succeeded' } });
    await expect(api.checkout.submit(id, { client_secret }, { signedTransaction })).rejects.toMatchObject({
      code: 'mandate_not_pending',
    });
  });

  test('a payer whose wallet broadcasts by itself is noticed', async () => {
    const fake = fakeAutopay();
    const world = await worldIn(fake);
    const { id } = await world.api.mandates.create(hourly(world));
    await fake.authorize(id);
    expect(await world.api.mandates.get(id)).toMatchObject({ status: 'active', periodsCharged: 1 });
    await expect(fake.authorize(id)).rejects.toThrow(/no longer pending/);
  });

  test('two fakes share nothing, and one that was reset forgets', async () => {
    const [one, other] = [fakeAutopay(), fakeAutopay()];
    const { testKey } = one.merchant();
    await expect(clientOf(other, testKey).merchants.current()).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(await clientOf(one, testKey).merchants.current()).toMatchObject({ name: 'Test merchant' });
    one.reset();
    await expect(clientOf(one, testKey).merchants.current()).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  test('a live key sees nothing of test mode, and live mode has a chain only where it was asked for', async () => {
    const fake = fakeAutopay();
    const world = await worldIn(fake);
    const { id } = await world.api.mandates.create(hourly(world));
    const live = clientOf(fake, world.merchant.liveKey);
    await expect(live.mandates.get(id)).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(live.mandates.create(hourly(world))).rejects.toMatchObject({
      code: 'broadcast_unavailable',
    });

    const withChain = fakeAutopay({ liveChain: true });
    const other = await worldIn(withChain);
    await expect(
      clientOf(withChain, other.merchant.liveKey).mandates.create(hourly(other)),
    ).rejects.toMatchObject({ code: 'mint_not_allowed' });
  });

  test('requests that come at once are served one after the other', async () => {
    const fake = fakeAutopay();
    const world = await worldIn(fake);
    const idempotencyKey = 'order-1';
    const made = await Promise.all(
      Array.from({ length: 5 }, () => world.api.mandates.create(hourly(world), { idempotencyKey })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect((await world.api.mandates.list()).data).toHaveLength(1);
  });

  test('an aborted request rejects with its reason', async () => {
    const fake = fakeAutopay();
    const reason = new Error('changed my mind');
    const signal = AbortSignal.abort(reason);
    await expect(fake.fetch(`${fake.baseUrl}/v1/merchants`, { signal })).rejects.toBe(reason);
  });

  test.each([
    [{ baseUrl: 'autopay.example' }, /^baseUrl/],
    [{ baseUrl: 'https://autopay.example/api' }, /^baseUrl/],
    [{ sellMode: 'twice' as 'once' }, /^sellMode/],
  ])('options that cannot be are refused by name: %j', (options, message) => {
    expect(() => fakeAutopay(options)).toThrow(TypeError);
    expect(() => fakeAutopay(options)).toThrow(message);
  });
});

describe('what a test arranges', () => {
  test('a balance is set to what it says, and a wallet too poor to start is refused', async () => {
    const fake = fakeAutopay();
    const world = await worldIn(fake);
    fake.setBalance({ address: world.payer.address, amount: '2499999' });
    await expect(world.api.mandates.create({ ...hourly(world), autoAuthorize: true })).rejects.toMatchObject({
      code: 'verification_failed',
      status: 402,
    });
    fake.setBalance({ address: world.payer.address, amount: 2_500_000n });
    const { id } = await world.api.mandates.create({ ...hourly(world), autoAuthorize: true });
    expect(await world.api.mandates.get(id)).toMatchObject({ periodsCharged: 1 });
  });

  test('an impossible arrangement is rejected by name', async () => {
    const fake = fakeAutopay();
    const address = '4Nd1mYQjJ7pYpYkqPpJ1b6ZtGkq1sX2m3QnDq3q4u5vW';
    expect(() => fake.setBalance({ address, amount: -1n })).toThrow(/^amount/);
    expect(() => fake.setBalance({ address, amount: '1.5' })).toThrow(/^amount/);
    expect(() => fake.setBalance({ address: 'nobody', amount: 1n })).toThrow(/^address/);
    expect(() => fake.setBalance({ address, mint: address, amount: 1n })).toThrow(/^mint/);
    expect(() => fake.setBalance({ address, amount: 1n, livemode: true })).toThrow(/^livemode/);
    expect(() => fake.takeBack('man_none')).toThrow(/^mandateId/);
    await expect(fake.authorize('man_none')).rejects.toThrow(/^mandateId/);
    const world = await worldIn(fake);
    const order = await world.api.mandates.create({ ...hourly(world), sellMode: 'once' });
    await expect(fake.authorize(order.id)).rejects.toThrow(/^mandateId is of an order/);
  });

  test('a payee who delegated refunds has them settled at once, as long as the approval is not needed elsewhere', async () => {
    const fake = fakeAutopay();
    const world = await worldIn(fake);
    const { api, payee, payer } = world;
    await api.mandates.create({ ...hourly(world), autoAuthorize: true });
    const [charge] = (await api.charges.list({ status: 'succeeded' })).data;
    fake.delegateRefunds({ address: payee.address });
    const refund = await api.charges.refund(charge!.id, { amount: '1000' });
    expect(refund).toMatchObject({ status: 'succeeded', amount: '1000' });
    expect(refund).not.toHaveProperty('transaction');
    expect(await api.charges.get(charge!.id)).toMatchObject({ refundedAmount: '1000' });
    const back = { ...hourly(world), payer: payee.address, payee: payer.address, autoAuthorize: true };
    await api.mandates.create(back);
    expect(await api.charges.refund(charge!.id, { amount: '1000' })).toMatchObject({ status: 'pending' });
    expect(() => fake.delegateRefunds({ address: 'nobody' })).toThrow(/^address/);
  });

  test('a payer who takes the approval back ends the mandate at its next charge', async () => {
    const fake = fakeAutopay();
    const world = await worldIn(fake);
    const { id } = await world.api.mandates.create({ ...hourly(world), autoAuthorize: true });
    await world.api.mandates.get(id);
    fake.takeBack(id);
    await fake.clock.advance(3600);
    expect(await world.api.mandates.get(id)).toMatchObject({ status: 'revoked' });
    const [charge] = (await world.api.charges.list({ status: 'abandoned' })).data;
    expect(charge).toMatchObject({ failure: { code: 'allowance_gone' } });
  });
});
