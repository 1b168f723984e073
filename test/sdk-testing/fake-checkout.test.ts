import { authorize, CheckoutError, getView } from '@autopay/checkout-js';
import { signerFromKeyPair } from '@autopay/checkout-js/keypair';
import { describe, expect, test } from 'vitest';
import { fakeAutopay } from '../../sdk/src/testing/index.ts';
import { clientOf, hourly, worldIn } from './world.ts';

async function checkoutOf(terms: object = {}) {
  const fake = fakeAutopay();
  const world = await worldIn(fake);
  const { secretKey, address } = await world.api.test.createWallet({});
  const mandate = await world.api.mandates.create({ ...hourly(world), payer: address, ...terms });
  const access = {
    apiBase: fake.baseUrl,
    fetch: fake.fetch,
    mandateId: mandate.id,
    clientSecret: mandate.client_secret,
  };
  const signer = await signerFromKeyPair(new Uint8Array(Buffer.from(secretKey, 'base64')));
  return { fake, world, mandate, access, signer };
}

describe("a payer's checkout against the fake", () => {
  test('the bytes of a subscription pass the check of the terms, and authorize it', async () => {
    const { access, signer } = await checkoutOf({ maxPeriods: 2 });
    const view = await authorize({ ...access, signer });
    expect(view).toMatchObject({ status: 'active', firstCharge: { status: 'succeeded' } });
    expect(await getView(access)).toMatchObject({ status: 'active', periodsCharged: 1 });
  });

  test('so do those of a one-time purchase, which is the payment', async () => {
    const { access, signer, world } = await checkoutOf({ sellMode: 'once' });
    expect(await authorize({ ...access, signer })).toMatchObject({ status: 'completed' });
    expect((await world.api.charges.list()).data).toMatchObject([{ status: 'succeeded', amount: '2500000' }]);
  });

  test('so do those for a payer who has another subscription, which the approval covers too', async () => {
    const { access, signer, world, fake } = await checkoutOf();
    const other = await worldIn(fake);
    const { payee, mint } = other;
    const terms = { ...hourly(other), payer: signer.address, payee: payee.address, mint };
    await clientOf(fake, world.merchant.testKey).mandates.create({ ...terms, autoAuthorize: true });
    await other.api.mandates.create({ ...terms, autoAuthorize: true });
    expect(await authorize({ ...access, signer })).toMatchObject({ status: 'active' });
    await fake.clock.advance(3600);
    expect((await world.api.charges.list({ status: 'abandoned' })).data).toEqual([]);
  });

  test('a wallet that is short of funds gets an error that says so', async () => {
    const { access, signer, fake } = await checkoutOf();
    fake.setBalance({ address: signer.address, amount: 1n });
    const refused = authorize({ ...access, signer });
    await expect(refused).rejects.toBeInstanceOf(CheckoutError);
    await expect(refused).rejects.toMatchObject({ code: 'insufficient_funds' });
    expect(await getView(access)).toMatchObject({ status: 'pending' });
  });
});
