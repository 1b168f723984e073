import type { Charge } from '@autopay/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../server/lib/ids.ts';
import { newestCharge, type Subscribed, subscribe } from '../schedule/support.ts';
import { randomAddress, seedMandate } from '../support/deployment.ts';
import { refusal } from '../support/refusal.ts';
import { type Answer, type TestMerchant, TestService } from '../support/service.ts';

let service: TestService;
let merchant: TestMerchant;
let stranger: TestMerchant;
/** Two subscriptions that were charged once, and one that waits for its trial to end. */
let subscriptions: [Subscribed, Subscribed, Subscribed];
let foreign: Subscribed;

beforeAll(async () => {
  service = await TestService.start();
  merchant = await service.merchant();
  stranger = await service.merchant('Tea Club');
  subscriptions = [
    await subscribe(service, merchant),
    await subscribe(service, merchant),
    await subscribe(service, merchant, { terms: { trialSeconds: 86_400 } }),
  ];
  foreign = await subscribe(service, stranger);
});
afterAll(() => service.stop());

const get = (path: string, key = merchant.testKey) => service.call('GET', path, { key });
const list = async (query = '', key?: string) => get(`/v1/charges${query}`, key);
const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);
const paidCharge = async ({ id }: Subscribed) =>
  (await merchant.api.mandates.listCharges(id)).data.find(({ status }) => status === 'succeeded')!;

describe('the list of charges', () => {
  test('has those of every mandate, newest first, as each mandate lists its own', async () => {
    const all = await list();
    expect(all.body).toMatchObject({ object: 'list', hasMore: false, nextCursor: null });
    const times = all.body.data.map(({ createdAt }: Charge) => createdAt);
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a));
    for (const { id } of subscriptions) {
      const own = await merchant.api.mandates.listCharges(id);
      expect(all.body.data.filter(({ mandateId }: Charge) => mandateId === id)).toEqual(own.data);
      expect(own.data.map(({ periodIndex }) => periodIndex)).toEqual(own.data.length === 2 ? [1, 0] : [0]);
    }
    expect(all.body.data).toHaveLength(5);
  });

  test('is filtered by status and by mandate', async () => {
    const [first, , trial] = subscriptions;
    const statuses = async (query: string) =>
      (await list(query)).body.data.map(({ mandateId, status }: never) => [mandateId, status]);
    expect(await statuses('?status=succeeded')).toHaveLength(2);
    expect(await statuses('?status=scheduled')).toHaveLength(3);
    expect(await statuses('?status=abandoned')).toEqual([]);
    expect(await statuses(`?mandate=${first.id}`)).toEqual([
      [first.id, 'scheduled'],
      [first.id, 'succeeded'],
    ]);
    expect(await statuses(`?mandate=${trial.id}&status=scheduled`)).toEqual([[trial.id, 'scheduled']]);
    expect(await statuses(`?mandate=${trial.id}&status=succeeded`)).toEqual([]);
  });

  test("is empty for a mandate that is not there, is another merchant's, or cannot be one", async () => {
    for (const mandate of [
      newId('mandate'),
      foreign.id,
      'nonsense',
      "'",
      (await newestCharge(merchant, subscriptions[0].id)).id,
    ]) {
      expect([mandate, (await list(`?mandate=${mandate}`)).body.data]).toEqual([mandate, []]);
    }
  });

  test('is paged in both directions, also under a filter', async () => {
    const ids = idsOf(await list());
    const page = await list('?limit=2');
    expect(page.body).toMatchObject({ hasMore: true, nextCursor: ids[1] });
    expect(idsOf(await list(`?startingAfter=${ids[1]}`))).toEqual(ids.slice(2));
    expect(idsOf(await list(`?endingBefore=${ids[3]}&limit=2`))).toEqual([ids[1], ids[2]]);
    const scheduled = idsOf(await list('?status=scheduled'));
    const rest = await list(`?status=scheduled&limit=1&startingAfter=${scheduled[0]}`);
    expect(idsOf(rest)).toEqual([scheduled[1]]);
    expect(rest.body.hasMore).toBe(true);
  });

  test('refuses a query that cannot be answered', async () => {
    const queries = {
      status: ['paid', ''],
      mandate: ['', 'x'.repeat(65)],
      limit: ['0', '101', 'ten'],
      startingAfter: [newId('charge'), idsOf(await list('', stranger.testKey))[0]!, subscriptions[0].id],
      endingBefore: [newId('charge'), 'x'],
      payer: ['5ZgR', ''],
      mint: ['x'],
      metadata: ['order', ':1'],
      createdFrom: ['-1', 'today'],
      order: ['up'],
      colour: ['red'],
    };
    for (const [name, values] of Object.entries(queries)) {
      for (const value of values) {
        const answer = await list(`?${name}=${value}`);
        expect([value, refusal(answer)]).toEqual([value, `400 parameter_invalid ${name}`]);
      }
    }
  });

  test('shows nothing of the other mode', async () => {
    await seedMandate(service.running.deployment, { merchantId: merchant.id, livemode: true });
    expect((await list('', merchant.liveKey)).body.data).toEqual([]);
    expect((await list(`?mandate=${subscriptions[0].id}`, merchant.liveKey)).body.data).toEqual([]);
  });
});

describe('a charge', () => {
  test('is read as the lists show it', async () => {
    const charge = await paidCharge(subscriptions[0]);
    expect((await get(`/v1/charges/${charge.id}`)).body).toEqual(charge);
    expect(charge).toMatchObject({
      payer: subscriptions[0].payer.address,
      payee: subscriptions[0].payee.address,
      mint: subscriptions[0].mint,
    });
  });

  test("that is not the caller's is answered as one that never was, with its attempts", async () => {
    const charge = await paidCharge(subscriptions[0]);
    for (const path of ['', '/attempts']) {
      const never = await get(`/v1/charges/${newId('charge')}${path}`);
      expect(refusal(never)).toBe('404 resource_missing');
      const answers = [
        await get(`/v1/charges/${charge.id}${path}`, stranger.testKey),
        await get(`/v1/charges/${charge.id}${path}`, merchant.liveKey),
        await get(`/v1/charges/chg_0${path}`),
        await get(`/v1/charges/${subscriptions[0].id}${path}`),
      ];
      for (const { status, body } of answers) expect([status, body]).toEqual([404, never.body]);
    }
    expect(refusal(await service.call('GET', '/v1/charges'))).toBe('401 unauthenticated');
  });
});

describe('the attempts at a charge', () => {
  test('are the transactions that were signed for it', async () => {
    const charge = await paidCharge(subscriptions[0]);
    const { body } = await get(`/v1/charges/${charge.id}/attempts`);
    expect(body).toEqual({
      object: 'list',
      data: [
        {
          object: 'charge_attempt',
          id: expect.stringMatching(/^att_/),
          livemode: false,
          createdAt: expect.any(Number),
          chargeId: charge.id,
          amount: charge.amount,
          txSignature: charge.txSignature,
          status: 'landed',
          error: null,
          resolvedAt: expect.any(Number),
        },
      ],
      hasMore: false,
      nextCursor: null,
    });
    const scheduled = await newestCharge(merchant, subscriptions[0].id);
    expect((await get(`/v1/charges/${scheduled.id}/attempts`)).body.data).toEqual([]);
  });

  test('are listed newest first, and paged by their own ids alone', async () => {
    const [{ id }, other] = [await paidCharge(subscriptions[1]), await paidCharge(subscriptions[0])];
    const made: string[] = [];
    for (const state of ['failed', 'expired']) {
      made.unshift(newId('attempt'));
      await service.db`
        insert into attempts
        select ${made[0]!}, merchant_id, livemode, mandate_id, charge_id, refund_id, reference, amount, ${randomAddress()}, wire,
          last_valid_block_height, block_height_at_signing, slot_at_signing, ${state},
          ${state === 'failed' ? '{"InstructionError":[1,{"Custom":1}]}' : null}::text, signed_at, null, resolved_at
        from attempts where charge_id = ${id} and state = 'landed'`;
    }
    const all = await get(`/v1/charges/${id}/attempts`);
    expect(all.body.data.map(({ status, error }: never) => [status, error])).toEqual([
      ['expired', null],
      ['failed', '{"InstructionError":[1,{"Custom":1}]}'],
      ['landed', null],
    ]);
    const page = await get(`/v1/charges/${id}/attempts?limit=1&startingAfter=${made[0]}`);
    expect(idsOf(page)).toEqual([made[1]]);
    expect(page.body.hasMore).toBe(true);
    const strange = idsOf(await get(`/v1/charges/${other.id}/attempts`))[0]!;
    for (const cursor of [strange, id, newId('attempt'), 'x']) {
      const answer = await get(`/v1/charges/${id}/attempts?startingAfter=${cursor}`);
      expect([cursor, refusal(answer)]).toEqual([cursor, '400 parameter_invalid startingAfter']);
    }
  });

  test('are none where an account refused it before anything was signed: the charge says why', async () => {
    const poor = await subscribe(service, merchant, { periods: 1n });
    await merchant.api.test.advanceClock({ seconds: 30 * 86_400 + 1 });
    const charge = await newestCharge(merchant, poor.id);
    expect(charge).toMatchObject({ status: 'retrying', attempts: 1, failure: { code: expect.any(String) } });
    expect((await get(`/v1/charges/${charge.id}/attempts`)).body.data).toEqual([]);
    expect(idsOf(await list('?status=retrying'))).toEqual([charge.id]);
  });
});
