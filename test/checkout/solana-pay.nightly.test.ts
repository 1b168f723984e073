import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MandateWithSecret } from '@autopay/sdk';
import { balanceOnChain, checkout, createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { refusal } from '../support/refusal.ts';
import { type Answer, type TestMerchant, TestService, type TestWallet } from '../support/service.ts';
import { broadcast, signIssued } from '../support/wallet-signing.ts';

let service: TestService;
let merchant: TestMerchant;
let payee: TestWallet;
beforeAll(async () => {
  service = await TestService.start({ AUTOPAY_SPONSOR_FEES: 'on' });
  merchant = await service.merchant('Coffee Club');
  payee = await service.wallet(merchant);
});
afterAll(() => service.stop());

async function newMandate(terms: Record<string, unknown> = {}) {
  const payer = await service.wallet(merchant);
  return { payer, mandate: await createMandate(service, merchant, payer, payee, terms) };
}

const path = ({ id, client_secret }: MandateWithSecret, secret = client_secret) =>
  `/v1/checkout/mandates/${id}/solana_pay?client_secret=${secret}`;
const get = (mandate: MandateWithSecret) => service.call('GET', path(mandate));
const post = (mandate: MandateWithSecret, body: unknown): Promise<Answer> =>
  service.call('POST', path(mandate), { body });

describe.concurrent('a Solana Pay transaction request', () => {
  test('begins with a label and an icon that any page may load', async () => {
    const { mandate } = await newMandate();
    const answer = await get(mandate);
    expect(answer).toMatchObject({ status: 200, body: { label: 'Coffee Club' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const icon = await fetch(answer.body.icon);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(icon.headers.get('access-control-allow-origin')).toBe('*');
    expect(icon.headers.get('svc-request-id')).not.toBeNull();
    expect(await icon.text()).toContain('<svg');
  });

  test('gives the wallet a transaction that it signs and sends by itself; the watch activates the mandate', async () => {
    const { payer, mandate } = await newMandate();
    const { status, body } = await post(mandate, { account: payer.address });
    expect(status).toBe(200);
    expect(body.message).toMatch(
      /^Let Coffee Club take 1 \w+ every 30 days, at most 12 times\. You can cancel at any time\.$/,
    );
    // Signed by the payer alone: the wallet pays the fee, though the service would for its own checkout.
    await broadcast(service, await signIssued(payer, body.transaction));
    await eventually(async () => (await merchant.api.mandates.get(mandate.id)).periodsCharged === 1);
    expect((await merchant.api.mandates.get(mandate.id)).status).toBe('active');
    expect(refusal(await post(mandate, { account: payer.address }))).toBe('409 mandate_not_pending');
    expect((await get(mandate)).status).toBe(200);
  });

  test('is the payment itself for a one-time order', async () => {
    const { payer, mandate } = await newMandate({ sellMode: 'once', maxPeriods: 1 });
    const { body } = await post(mandate, { account: payer.address });
    expect(body.message).toMatch(/^Pay 1 \w+ to Coffee Club\.$/);
    const before = await balanceOnChain(service, payer.address, mandate.mint);
    await broadcast(service, await signIssued(payer, body.transaction));
    const view = await eventually(async () => {
      const answer = await checkout(service, mandate, '');
      if (answer.body.status === 'pending') await checkout(service, mandate, 'refresh');
      return answer.body.status === 'completed' && answer.body;
    });
    expect(view.firstCharge.status).toBe('succeeded');
    expect(await balanceOnChain(service, payer.address, mandate.mint)).toBe(before - 1_000_000n);
  });

  test.each([
    [{ trialSeconds: 7 * 86_400, maxPeriods: null }, 'every 30 days, for the first time in 7 days.'],
    [{ periodSeconds: 3600, maxPeriods: null }, 'every 1 hour.'],
    [{ periodSeconds: 90, amountPerPeriod: '1250001' }, 'take 1.250001'],
  ])('says in words what %j means', async (terms, words) => {
    const { payer, mandate } = await newMandate(terms);
    expect((await post(mandate, { account: payer.address })).body.message).toContain(words);
  });
});

describe.concurrent('it is refused', () => {
  test('for another wallet than the payer’s, and for none', async () => {
    const { mandate } = await newMandate();
    for (const account of [payee.address, '', 'nonsense', null, 5]) {
      expect(refusal(await post(mandate, { account }))).toBe('400 parameter_invalid account');
    }
    expect(refusal(await post(mandate, {}))).toBe('400 parameter_missing account');
    const [row] = await service.db`select instruction_issued_at from mandates where id = ${mandate.id}`;
    expect(row!['instructionIssuedAt']).toBeNull();
  });

  test('without the secret, with a wrong one, and for what is not there', async () => {
    const { payer, mandate } = await newMandate();
    const call = (method: string, at: string) =>
      service.call(method, at, method === 'POST' ? { body: { account: payer.address } } : {});
    for (const method of ['GET', 'POST']) {
      expect(refusal(await call(method, path(mandate, 'cs_wrong')))).toBe(
        '401 invalid_client_secret client_secret',
      );
      expect(refusal(await call(method, `/v1/checkout/mandates/${mandate.id}/solana_pay`))).toBe(
        '400 parameter_missing client_secret',
      );
      const missing = path({ ...mandate, id: 'man_1111111111111111111111' } as MandateWithSecret);
      expect(refusal(await call(method, missing))).toBe('404 resource_missing');
    }
  });
});
