import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizeMandate, balanceOnChain, checkout, createMandate, MONTHLY } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import { eventTypes } from '../support/history.ts';
import { refusal } from '../support/refusal.ts';
import { TestService, type TestMerchant, type TestWallet } from '../support/service.ts';

let service: TestService;
let merchant: TestMerchant;
let payer: TestWallet;
let payee: TestWallet;

beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

async function freshParties() {
  merchant = await service.merchant();
  [payer, payee] = await Promise.all([service.wallet(merchant), service.wallet(merchant)]);
}

const revoke = (id: string) => service.call('POST', `/v1/mandates/${id}/revoke`, { key: merchant.testKey });

/** Revokes a mandate, and then once more. One that had ended by itself keeps that. */
async function revokeTwice(id: string, endedBy = 'merchant') {
  // The plan's signature is a change of its own.
  await eventually(async () => (await merchant.api.mandates.get(id)).planSignature);
  const first = await revoke(id);
  expect(first).toMatchObject({ status: 200, body: { id, status: 'revoked', endedBy } });
  const second = await revoke(id);
  expect(refusal(second)).toBe('409 already_revoked');
  expect(await merchant.api.mandates.get(id)).toMatchObject({
    status: 'revoked',
    version: first.body.version,
  });
  const events = await eventTypes(merchant, id);
  expect(events.filter((type) => type === 'mandate.revoked')).toHaveLength(1);
}

describe('revoking', () => {
  test('works once from pending, and what is revoked cannot be authorized', async () => {
    await freshParties();
    const mandate = await createMandate(service, merchant, payer, payee);
    await revokeTwice(mandate.id);
    for (const operation of ['instruction', 'refresh']) {
      expect(refusal(await checkout(service, mandate, operation))).toBe('409 mandate_not_pending');
    }
    expect((await checkout(service, mandate, '')).body).toMatchObject({
      status: 'revoked',
      approveAmount: null,
      firstCharge: null,
    });
  });

  test('works once from active; the next charge is skipped when it falls due, and nothing is pulled', async () => {
    await freshParties();
    const mandate = await createMandate(service, merchant, payer, payee);
    await authorizeMandate(service, mandate, payer);
    const mint = await service.mint(merchant);
    const before = await balanceOnChain(service, payer.address, mint);
    await revokeTwice(mandate.id);
    const [next] = (await merchant.api.mandates.listCharges(mandate.id)).data;
    // Nothing will be collected, and whoever reads the charge before it would have been due is told.
    expect(next).toMatchObject({ status: 'scheduled', periodIndex: 1, nextAttemptAt: null });
    const listed = await merchant.api.charges.list({ mandate: mandate.id });
    expect(listed.data[0]).toMatchObject({ id: next!.id, nextAttemptAt: null });
    await merchant.api.test.advanceClock({ seconds: 2 * MONTHLY.periodSeconds });
    const charges = (await merchant.api.mandates.listCharges(mandate.id)).data;
    expect(charges.map(({ status }) => status)).toEqual(['skipped', 'succeeded']);
    expect((await eventTypes(merchant, mandate.id)).slice(-2)).toEqual(['mandate.revoked', 'charge.skipped']);
    expect(await balanceOnChain(service, payer.address, mint)).toBe(before);
  });

  test('works once from completed', async () => {
    await freshParties();
    const mandate = await createMandate(service, merchant, payer, payee, { maxPeriods: 1 });
    expect((await authorizeMandate(service, mandate, payer)).status).toBe('completed');
    await revokeTwice(mandate.id, 'term');
  });

  test('works once from expired, which a mandate is that nobody authorized within a day', async () => {
    await freshParties();
    const mandate = await createMandate(service, merchant, payer, payee);
    await merchant.api.test.advanceClock({ seconds: 24 * 3600 - 60 });
    expect((await merchant.api.mandates.get(mandate.id)).status).toBe('pending');
    await merchant.api.test.advanceClock({ seconds: 120 });
    expect((await merchant.api.mandates.get(mandate.id)).status).toBe('expired');
    await revokeTwice(mandate.id, 'term');
    expect(await eventTypes(merchant, mandate.id)).toEqual([
      'mandate.created',
      'mandate.expired',
      'mandate.revoked',
    ]);
  });

  test('of ten requests at once one revokes', async () => {
    await freshParties();
    const mandate = await createMandate(service, merchant, payer, payee);
    const answers = await Promise.all(Array.from({ length: 10 }, () => revoke(mandate.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  });

  test('a retry with the same Idempotency-Key gets the first response', async () => {
    await freshParties();
    const mandate = await createMandate(service, merchant, payer, payee);
    const again = () =>
      service.call('POST', `/v1/mandates/${mandate.id}/revoke`, {
        key: merchant.testKey,
        headers: { 'idempotency-key': 'stop' },
      });
    const [first, second] = [await again(), await again()];
    expect(first.status).toBe(200);
    expect(second).toMatchObject({ status: 200, body: first.body });
  });

  test('it takes no body but an empty one', async () => {
    await freshParties();
    const mandate = await createMandate(service, merchant, payer, payee);
    const path = `/v1/mandates/${mandate.id}/revoke`;
    const refused = await service.call('POST', path, { key: merchant.testKey, body: { reason: 'x' } });
    expect(refusal(refused)).toBe('400 parameter_invalid reason');
    expect((await service.call('POST', path, { key: merchant.testKey, body: {} })).status).toBe(200);
  });
});
