import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { makeOffer } from '../support/offers.ts';
import { refusal } from '../support/refusal.ts';
import { type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { broadcast, signIssued } from '../support/wallet-signing.ts';

let service: TestService;
let merchant: TestMerchant;
let payee: TestWallet;

beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_RATE_CHECKOUT_PER_MINUTE: '1000000' });
  merchant = await service.merchant('Coffee Club');
  payee = await service.wallet(merchant);
});
afterAll(() => service.stop());

const make = (fields: object = {}, kind: 'payment_links' | 'products' = 'payment_links') =>
  makeOffer(service, merchant, kind, { payee: payee.address, ...fields });

/** A page that shows the code of an offer, with the secret that it chose. */
function pageOf(offer: { id: string }, query: Record<string, string> = {}) {
  const secret = `cs_${randomBytes(32).toString('hex')}`;
  const client_secret_hash = createHash('sha256').update(secret).digest('hex');
  const code = `/v1/checkout/offers/${offer.id}/solana_pay?${new URLSearchParams({ client_secret_hash, ...query })}`;
  return {
    secret,
    hash: client_secret_hash,
    ask: () => service.call('GET', code),
    scan: (wallet: { address: string }) => service.call('POST', code, { body: { account: wallet.address } }),
    started: async (of = secret): Promise<string | null> =>
      (await service.call('GET', `/v1/checkout/offers/${offer.id}/started?client_secret=${of}`)).body.mandate,
  };
}

const view = (id: string, secret: string) =>
  service.call('GET', `/v1/checkout/mandates/${id}?client_secret=${secret}`);
const count = async () => (await merchant.api.mandates.list({ limit: 100 })).data.length;

describe('the code of a link or product', () => {
  test('begins with a label and an icon, and starts nothing', async () => {
    const page = pageOf(await make());
    const before = await count();
    const answer = await page.ask();
    expect(answer).toMatchObject({ status: 200, body: { label: 'Coffee Club' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await page.started()).toBeNull();
    expect(await count()).toBe(before);
  });

  test('starts a mandate for the wallet that scans it, which signs, sends and is charged; the page alone can open it', async () => {
    const wallet = await service.wallet(merchant);
    const link = await make({ name: 'Espresso' });
    const page = pageOf(link, { clientReference: 'order-7' });
    const { status, body } = await page.scan(wallet);
    expect(status).toBe(200);
    expect(body.message).toMatch(/^Let Coffee Club take 1 \w+ every/);
    const id = (await page.started())!;
    expect((await view(id, page.secret)).body).toMatchObject({ payer: wallet.address, name: 'Espresso' });
    // Neither what stands in the code nor another secret opens it, or finds it.
    expect(refusal(await view(id, page.hash))).toBe('401 invalid_client_secret client_secret');
    expect(await page.started(page.hash)).toBeNull();
    expect(await pageOf(link).started()).toBeNull();
    await broadcast(service, await signIssued(wallet, body.transaction));
    const mandate = await eventually(async () => {
      const found = await merchant.api.mandates.get(id);
      return found.periodsCharged === 1 && found;
    });
    expect(mandate).toMatchObject({ status: 'active', clientReference: 'order-7', paymentLink: link.id });
  });

  test('sells a product outright where the payer chose so', async () => {
    const product = await make({ sellMode: 'both', amountOnce: '3000000' }, 'products');
    const wallet = await service.wallet(merchant);
    const page = pageOf(product, { sellMode: 'once' });
    expect((await page.scan(wallet)).body.message).toMatch(/^Pay 3 \w+ to Coffee Club\.$/);
    expect((await view((await page.started())!, page.secret)).body.sellMode).toBe('once');
  });

  test('gives the same wallet the same mandate again, also when it asks twice at once', async () => {
    const wallet = await service.wallet(merchant);
    const page = pageOf(await make());
    const [first, second] = await Promise.all([page.scan(wallet), page.scan(wallet)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    const id = await page.started();
    expect((await page.scan(wallet)).status).toBe(200);
    expect(await page.started()).toBe(id);
    await broadcast(service, await signIssued(wallet, second.body.transaction));
    await eventually(async () => (await merchant.api.mandates.get(id!)).status === 'active');
  });

  test('is for one wallet: another is told so in words, and may not see whose it is', async () => {
    const [first, second] = [await service.wallet(merchant), await service.wallet(merchant)];
    const page = pageOf(await make());
    await page.scan(first);
    const answer = await page.scan(second);
    expect(refusal(answer)).toBe('400 parameter_invalid account');
    expect(answer.body.error.message).toMatch(/^Another wallet has scanned this code already/);
    expect(JSON.stringify(answer.body)).not.toContain(first.address);
  });

  test('refuses the wallet that is paid in words, and stays free for another', async () => {
    const page = pageOf(await make());
    const before = await count();
    const answer = await page.scan(payee);
    expect(refusal(answer)).toBe('400 parameter_invalid account');
    expect(answer.body.error.message).toMatch(/^This wallet is the one that is paid/);
    expect(await count()).toBe(before);
    expect((await page.scan(await service.wallet(merchant))).status).toBe(200);
  });

  test('sells on the terms of its offer and no others, under one offer alone', async () => {
    const wallet = await service.wallet(merchant);
    const [link, other] = [await make(), await make({ amountPerPeriod: '9000000' })];
    const page = pageOf(link);
    await page.scan(wallet);
    const elsewhere = `/v1/checkout/offers/${other.id}/solana_pay?client_secret_hash=${page.hash}`;
    const answer = await service.call('POST', elsewhere, { body: { account: wallet.address } });
    expect(refusal(answer)).toBe('400 parameter_invalid account');
    const started = `/v1/checkout/offers/${other.id}/started?client_secret=${page.secret}`;
    expect((await service.call('GET', started)).body.mandate).toBeNull();
    const cheaper = await service.call(
      'POST',
      `/v1/checkout/offers/${link.id}/solana_pay?client_secret_hash=${pageOf(link).hash}&amountPerPeriod=1`,
      { body: { account: wallet.address } },
    );
    expect(cheaper.status).toBe(400);
  });

  test('is missing where its offer is switched off, unknown or malformed', async () => {
    const link = await make();
    await service.call('PATCH', `/v1/payment_links/${link.id}`, {
      key: merchant.testKey,
      body: { active: false },
    });
    const wallet = await service.wallet(merchant);
    for (const id of [link.id, 'lnk_2YcNxpVXUq7aVSxTJ1JbRp', 'nonsense']) {
      const page = pageOf({ id });
      expect(refusal(await page.ask())).toBe('404 resource_missing');
      expect(refusal(await page.scan(wallet))).toBe('404 resource_missing');
    }
    const bad = await service.call('GET', `/v1/checkout/offers/${link.id}/solana_pay?client_secret_hash=abc`);
    expect(bad.status).toBe(400);
  });

  test('stops once its mandate has ended', async () => {
    const wallet = await service.wallet(merchant);
    const page = pageOf(await make());
    await page.scan(wallet);
    await merchant.api.mandates.revoke((await page.started())!);
    expect(refusal(await page.scan(wallet))).toBe('409 mandate_not_pending');
  });
});
