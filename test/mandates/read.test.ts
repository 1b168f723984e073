import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId, newSecret } from '../../server/lib/ids.ts';
import { hashSecret } from '../../server/lib/secrets.ts';
import { insertApiKeys } from '../../server/merchants/api-key-queries.ts';
import { checkout, createMandate } from '../support/checkout.ts';
import { randomAddress, seedMandate } from '../support/deployment.ts';
import { refusal } from '../support/refusal.ts';
import { type Answer, type TestMerchant, TestService } from '../support/service.ts';

let service: TestService;
let merchant: TestMerchant;
let stranger: TestMerchant;

beforeAll(async () => {
  service = await TestService.start();
  merchant = await service.merchant();
  stranger = await service.merchant('Tea Club');
});
afterAll(() => service.stop());

const get = (path: string, key = merchant.testKey) => service.call('GET', path, { key });
const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);

/** A mandate of `of` that was charged once, with its charge and a pending refund of it. */
async function chargedMandate(of: TestMerchant) {
  const [payer, payee] = await Promise.all([service.wallet(of), service.wallet(of)]);
  const mandate = await createMandate(service, of, payer, payee, { autoAuthorize: true });
  await expect.poll(async () => (await of.api.mandates.get(mandate.id)).periodsCharged).toBe(1);
  const charge = (await of.api.mandates.listCharges(mandate.id)).data.find(
    ({ status }) => status === 'succeeded',
  )!;
  const refund = await of.api.charges.refund(charge.id, { amount: '1' });
  return { mandate, charge, refund };
}

describe('lists of mandates', () => {
  test('pages go from the newest to the oldest and back, without holes or repetition', async () => {
    const reader = await service.merchant();
    const tenant = { merchantId: reader.id, livemode: false };
    const made: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      made.unshift((await seedMandate(service.running.deployment, tenant)).id);
    }
    const first = await get('/v1/mandates?limit=3', reader.testKey);
    expect(first.body).toMatchObject({ object: 'list', hasMore: true, nextCursor: made[2] });
    const second = await get(`/v1/mandates?limit=3&startingAfter=${made[2]}`, reader.testKey);
    expect(second.body).toMatchObject({ hasMore: true, nextCursor: made[5] });
    const last = await get(`/v1/mandates?limit=3&startingAfter=${made[5]}`, reader.testKey);
    expect(last.body).toMatchObject({ hasMore: false, nextCursor: null });
    expect([...idsOf(first), ...idsOf(second), ...idsOf(last)]).toEqual(made);
    const back = await get(`/v1/mandates?limit=2&endingBefore=${made[4]}`, reader.testKey);
    expect(idsOf(back)).toEqual([made[2], made[3]]);
  });

  test('they are filtered by status and payer', async () => {
    const reader = await service.merchant();
    const tenant = { merchantId: reader.id, livemode: false };
    const pending = await seedMandate(service.running.deployment, tenant);
    const revoked = await seedMandate(service.running.deployment, tenant);
    await reader.api.mandates.revoke(revoked.id);
    const listed = async (query: string) => idsOf(await get(`/v1/mandates?${query}`, reader.testKey));
    expect(await listed('status=pending')).toEqual([pending.id]);
    expect(await listed('status=revoked')).toEqual([revoked.id]);
    expect(await listed('status=active')).toEqual([]);
    expect(await listed(`payer=${pending.payer}`)).toEqual([pending.id]);
    expect(await listed(`payer=${pending.payer}&status=revoked`)).toEqual([]);
    expect(await listed(`payer=${randomAddress()}`)).toEqual([]);
  });

  test('an impossible query is rejected, not reinterpreted', async () => {
    const foreign = await seedMandate(service.running.deployment, {
      merchantId: stranger.id,
      livemode: false,
    });
    const queries = {
      limit: ['0', '101', '-1', 'ten', '1.5', ''],
      status: ['done', ''],
      payer: ['nobody', ''],
      startingAfter: [newId('mandate'), foreign.id, 'x', ''],
      endingBefore: [newId('mandate'), foreign.id],
      sort: ['id'],
    };
    for (const [name, values] of Object.entries(queries)) {
      for (const value of values) {
        const answer = await get(`/v1/mandates?${name}=${value}`);
        expect([value, refusal(answer)]).toEqual([value, `400 parameter_invalid ${name}`]);
      }
    }
  });

  test('charges and refunds of a mandate are listed, newest first', async () => {
    const { mandate, charge, refund } = await chargedMandate(merchant);
    const charges = await get(`/v1/mandates/${mandate.id}/charges`);
    expect(charges.body.data.map(({ status }: { status: string }) => status)).toEqual([
      'scheduled',
      'succeeded',
    ]);
    expect(charges.body.data[1]).toMatchObject({
      object: 'charge',
      mandateId: mandate.id,
      payer: mandate.payer,
      refundedAmount: '0',
    });
    const page = await get(`/v1/mandates/${mandate.id}/charges?limit=1`);
    expect(page.body.hasMore).toBe(true);
    const rest = await get(`/v1/mandates/${mandate.id}/charges?startingAfter=${page.body.nextCursor}`);
    expect(idsOf(rest)).toEqual([charge.id]);
    const refunds = await get(`/v1/mandates/${mandate.id}/refunds`);
    expect(refunds.body.data).toEqual([refund]);
  });
});

describe("what is not the caller's", () => {
  test('every route gives the same response for an object of another merchant, of the other mode, and one that never existed', async () => {
    const { mandate, charge, refund } = await chargedMandate(merchant);
    const signedTransaction = Buffer.alloc(200).toString('base64');
    const routes: [string, string, string, unknown?][] = [
      ['GET', `/v1/mandates/{id}`, mandate.id],
      ['GET', `/v1/mandates/{id}/charges`, mandate.id],
      ['GET', `/v1/mandates/{id}/refunds`, mandate.id],
      ['POST', `/v1/mandates/{id}/revoke`, mandate.id],
      ['POST', `/v1/charges/{id}/refund`, charge.id, {}],
      ['GET', `/v1/refunds/{id}`, refund.id],
      ['POST', `/v1/refunds/{id}/transaction`, refund.id],
      ['POST', `/v1/refunds/{id}/submit`, refund.id, { signedTransaction }],
    ];
    const missing = { man: newId('mandate'), chg: newId('charge'), ref: newId('refund') };
    for (const [method, path, id, body] of routes) {
      const ask = (of: string, key = stranger.testKey) =>
        service.call(method, path.replace('{id}', of), { key, body });
      const never = await ask(missing[id.slice(0, 3) as keyof typeof missing]);
      expect([path, refusal(never)]).toEqual([path, '404 resource_missing']);
      for (const answer of [await ask(id), await ask('man_0'), await ask(merchant.id)]) {
        expect([path, answer.status, answer.body]).toEqual([path, never.status, never.body]);
      }
      if (method === 'GET') expect((await ask(id, merchant.liveKey)).body).toEqual(never.body);
    }
    expect((await merchant.api.mandates.get(mandate.id)).status).toBe('active');
  });

  test('lists hold only what is of the merchant and the mode of the key', async () => {
    const live = await seedMandate(service.running.deployment, { merchantId: stranger.id, livemode: true });
    const tested = await seedMandate(service.running.deployment, {
      merchantId: stranger.id,
      livemode: false,
    });
    expect(idsOf(await get('/v1/mandates', stranger.liveKey))).toEqual([live.id]);
    expect(idsOf(await get('/v1/mandates', stranger.testKey))).toContain(tested.id);
    expect(idsOf(await get('/v1/mandates', stranger.testKey))).not.toContain(live.id);
    expect(idsOf(await get('/v1/mandates', merchant.testKey))).not.toContain(tested.id);
    expect((await get(`/v1/mandates/${live.id}`, stranger.liveKey)).body.livemode).toBe(true);
  });
});

describe('a read-only key', () => {
  test('reads all objects of its merchant, and every write is rejected before any other check', async () => {
    const key = newSecret('rk_test_');
    await service.db.begin((tx) =>
      insertApiKeys(tx, [
        {
          id: newId('apiKey'),
          merchantId: merchant.id,
          livemode: false,
          scope: 'read',
          name: 'Reports',
          keyHash: hashSecret(key),
          last4: key.slice(-4),
          createdAt: 0,
        },
      ]),
    );
    const { id } = await seedMandate(service.running.deployment, {
      merchantId: merchant.id,
      livemode: false,
    });
    expect((await get(`/v1/mandates/${id}`, key)).status).toBe(200);
    expect((await get('/v1/mandates', key)).status).toBe(200);
    const writes = [
      '/v1/mandates',
      `/v1/mandates/${id}/revoke`,
      `/v1/charges/${newId('charge')}/refund`,
      `/v1/refunds/${newId('refund')}/transaction`,
      `/v1/refunds/${newId('refund')}/submit`,
      '/v1/test/clock/advance',
      '/v1/webhook_endpoints',
    ];
    for (const path of writes) {
      const answer = await service.call('POST', path, { key, body: { nonsense: true } });
      expect([path, refusal(answer)]).toEqual([path, '403 insufficient_scope']);
    }
    expect((await merchant.api.mandates.get(id)).status).toBe('pending');
  });
});

describe('a checkout that is not its own', () => {
  test("the client_secret of one mandate opens no other, and the merchant's key opens none", async () => {
    const [payer, payee] = await Promise.all([service.wallet(merchant), service.wallet(merchant)]);
    const first = await createMandate(service, merchant, payer, payee);
    const second = await createMandate(service, merchant, payer, payee);
    const mixed = { ...first, client_secret: second.client_secret };
    for (const operation of ['', 'instruction', 'refresh']) {
      expect(refusal(await checkout(service, mixed, operation))).toBe(
        '401 invalid_client_secret client_secret',
      );
      const keyed = { ...first, client_secret: merchant.testKey };
      expect(refusal(await checkout(service, keyed, operation))).toBe(
        '401 invalid_client_secret client_secret',
      );
    }
  });
});
