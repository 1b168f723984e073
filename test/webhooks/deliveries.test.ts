import { verify } from '@autopay/webhooks-verify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertApiKeys } from '../../server/merchants/api-key-queries.ts';
import type { EventType } from '../../server/events/queries.ts';
import { recordEvents } from '../../server/events/record-events.ts';
import { newId, newSecret } from '../../server/lib/ids.ts';
import { hashSecret } from '../../server/lib/secrets.ts';
import { presentMandate } from '../../rules/mandates/present.ts';
import { createEndpoint } from '../../server/webhooks/create-endpoint.ts';
import { claimDue, deliver } from '../../server/webhooks/deliver.ts';
import { redeliver } from '../../server/webhooks/redeliver.ts';
import { wakeNow } from '../../server/webhooks/wake.ts';
import { seedMandate, testDeployment, testTenant } from '../support/deployment.ts';
import { eventually } from '../support/eventually.ts';
import { refusal } from '../support/refusal.ts';
import { type Answer, type TestMerchant, TestService } from '../support/service.ts';
import { startReceiver } from './receiver.ts';

let service: TestService;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let merchant: TestMerchant;

beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  receiver = await startReceiver();
  merchant = await service.merchant();
  return () => receiver.close();
});

const get = (path: string, key = merchant.testKey) =>
  service.call('GET', `/v1/webhook_deliveries${path}`, { key });
const post = (id: string, headers: Record<string, string> = {}) =>
  service.call('POST', `/v1/webhook_deliveries/${id}/redeliver`, { key: merchant.testKey, headers });
const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);
const register = async (path = '/') => merchant.api.webhookEndpoints.create({ url: receiver.url + path });

/** Records events of a new mandate, and returns their ids. */
async function record(types: EventType[] = ['mandate.created'], of = merchant, livemode = false) {
  const tenant = { merchantId: of.id, livemode };
  const mandate = await seedMandate(service.running.deployment, tenant);
  const events = types.map((type) => ({
    type,
    object: presentMandate(mandate),
    mandateId: mandate.id,
    chargeId: null,
    createdAt: 1,
  }));
  const realNow = Math.floor(Date.now() / 1000);
  return service.db.begin((tx) => recordEvents(tx, tenant, events, { realNow }));
}
const deliveryOf = async (event: string, key?: string) => (await get(`?event=${event}`, key)).body.data[0];
/** The delivery with its history, once it was attempted so often and nothing is under way. */
const attempted = (id: string, attempts: number) =>
  eventually(async () => {
    const { body } = await get(`/${id}`);
    return body.attempts === attempts && body;
  });
const fail = () => {
  receiver.answer = ({ response }) => void response.writeHead(500).end('out of order');
};
const accept = () => {
  receiver.answer = ({ response }) => void response.writeHead(204).end();
};
const arrived = (count: number) => eventually(() => receiver.received.length >= count);
/** Brings a waiting retry forward to now. */
async function retryNow(id: string, endpoint: string) {
  await service.db`update webhook_deliveries set next_attempt_at = 1 where id = ${id}`;
  await wakeNow(service.db, [endpoint]);
}

describe('reading deliveries', () => {
  test('one shows what was sent, where to, and every attempt in order', async () => {
    fail();
    const endpoint = await register('/hook');
    const [event] = await record();
    const { id } = await deliveryOf(event!);
    await attempted(id, 1);
    accept();
    await retryNow(id, endpoint.id);
    const delivery = await attempted(id, 2);
    const sent = receiver.received[0]!;
    expect(delivery).toEqual({
      object: 'webhook_delivery',
      id: expect.stringMatching(/^dlv_/),
      livemode: false,
      createdAt: expect.any(Number),
      event,
      eventType: 'mandate.created',
      endpoint: endpoint.id,
      url: `${receiver.url}/hook`,
      status: 'delivered',
      attempts: 2,
      nextAttemptAt: null,
      body: sent.body,
      history: [
        {
          number: 1,
          attemptedAt: expect.any(Number),
          outcome: 'failed',
          responseStatus: 500,
          latencyMs: expect.any(Number),
          responseHead: 'out of order',
          error: expect.any(String),
        },
        {
          number: 2,
          attemptedAt: expect.any(Number),
          outcome: 'delivered',
          responseStatus: 204,
          latencyMs: expect.any(Number),
          responseHead: '',
          error: null,
        },
      ],
    });
    const { body: _, history: __, ...listed } = delivery;
    expect((await get('')).body.data).toEqual([listed]);
  });

  test('a list goes from the newest to the oldest and back, by endpoint, event and status', async () => {
    const [first, second] = [await register('/1'), await register('/2')];
    const events = await record(['mandate.created', 'mandate.revoked', 'mandate.expired']);
    await eventually(async () => (await get('?status=delivered')).body.data.length === 6);
    const all = await get('');
    expect(all.body).toMatchObject({ object: 'list', hasMore: false, nextCursor: null });
    const ids = idsOf(all);
    expect(ids).toEqual(ids.toSorted().toReversed());
    const page = await get('?limit=4');
    expect(page.body).toMatchObject({ hasMore: true, nextCursor: ids[3] });
    expect(idsOf(await get(`?startingAfter=${ids[3]}`))).toEqual(ids.slice(4));
    expect(idsOf(await get(`?endingBefore=${ids[4]}&limit=2`))).toEqual([ids[2], ids[3]]);

    const [atFirst, atSecond] = [await get(`?endpoint=${first.id}`), await get(`?endpoint=${second.id}`)];
    expect(idsOf(atFirst)).toHaveLength(3);
    expect([...idsOf(atFirst), ...idsOf(atSecond)].toSorted()).toEqual(ids.toSorted());
    const ofEvent = await get(`?event=${events[1]}`);
    expect(ofEvent.body.data).toMatchObject([
      { eventType: 'mandate.revoked' },
      { eventType: 'mandate.revoked' },
    ]);
    const one = await get(`?event=${events[1]}&endpoint=${first.id}&status=delivered`);
    expect(one.body.data).toMatchObject([{ event: events[1], endpoint: first.id }]);
    expect(idsOf(await get('?status=exhausted'))).toEqual([]);
  });

  test("a filter that names nothing, or what is not the caller's, finds nothing", async () => {
    const other = await service.merchant('Tea Club');
    const foreign = await other.api.webhookEndpoints.create({ url: receiver.url });
    const [event] = await record(['mandate.created'], other);
    await register();
    await record();
    const filters = [
      `endpoint=${foreign.id}`,
      `endpoint=${newId('webhookEndpoint')}`,
      'endpoint=nonsense',
      `event=${event}`,
      `event=${newId('event')}`,
      "event='",
    ];
    for (const filter of filters) expect([filter, (await get(`?${filter}`)).body.data]).toEqual([filter, []]);
    expect(idsOf(await get('', merchant.liveKey))).toEqual([]);
  });

  test('an impossible query is rejected', async () => {
    const queries = {
      status: ['done', ''],
      limit: ['0', '101', 'ten'],
      endpoint: [''],
      startingAfter: [newId('webhookDelivery'), newId('event'), 'x'],
      endingBefore: [newId('webhookDelivery')],
      sort: ['id'],
    };
    for (const [name, values] of Object.entries(queries)) {
      for (const value of values) {
        const answer = await get(`?${name}=${value}`);
        expect([value, refusal(answer)]).toEqual([value, `400 parameter_invalid ${name}`]);
      }
    }
  });
});

describe("what is not the caller's", () => {
  test('is neither read nor delivered again, and gets the response of a missing one', async () => {
    await register();
    const [event] = await record();
    const { id } = await deliveryOf(event!);
    await attempted(id, 1);
    const other = await service.merchant('Tea Club');
    for (const path of [id, newId('webhookDelivery'), 'dlv_0', event!]) {
      for (const key of [other.testKey, merchant.liveKey]) {
        const read = await get(`/${path}`, key);
        expect([path, refusal(read)]).toEqual([path, '404 resource_missing']);
        const asked = await service.call('POST', `/v1/webhook_deliveries/${path}/redeliver`, { key });
        expect([path, refusal(asked)]).toEqual([path, '404 resource_missing']);
      }
    }
    expect(await attempted(id, 1)).toMatchObject({ status: 'delivered' });
    expect(receiver.received).toHaveLength(1);
  });

  test('a read-only key reads, and delivers nothing again', async () => {
    await register();
    const [event] = await record();
    const { id } = await deliveryOf(event!);
    await attempted(id, 1);
    const key = newSecret('rk_test_');
    const row = { id: newId('apiKey'), merchantId: merchant.id, livemode: false, scope: 'read' as const };
    const rest = { name: 'Reports', keyHash: hashSecret(key), last4: key.slice(-4), createdAt: 0 };
    await service.db.begin((tx) => insertApiKeys(tx, [{ ...row, ...rest }]));
    expect((await get(`/${id}`, key)).status).toBe(200);
    const answer = await service.call('POST', `/v1/webhook_deliveries/${id}/redeliver`, { key });
    expect(refusal(answer)).toBe('403 insufficient_scope');
    expect(receiver.received).toHaveLength(1);
  });
});

describe('delivering again', () => {
  test('an exhausted one is delivered, with the same bytes and a signature of its own', async () => {
    fail();
    const { id: endpoint, secret } = await register();
    const [event] = await record();
    const { id } = await deliveryOf(event!);
    for (let n = 1; n < 8; n += 1) {
      expect(await attempted(id, n)).toMatchObject({ status: 'pending' });
      await retryNow(id, endpoint);
    }
    expect(await attempted(id, 8)).toMatchObject({ status: 'exhausted', nextAttemptAt: null });
    accept();
    const before = Math.floor(Date.now() / 1000);
    const asked = await post(id);
    expect(asked).toMatchObject({ status: 200, body: { id, status: 'pending', attempts: 8 } });
    expect(asked.body.nextAttemptAt).toBeGreaterThanOrEqual(before);
    expect(asked.body).not.toHaveProperty('body');
    const delivered = await attempted(id, 9);
    expect(delivered).toMatchObject({ status: 'delivered', nextAttemptAt: null });
    const history = delivered.history as { number: number; outcome: string; attemptedAt: number }[];
    expect(history.map(({ number, outcome }) => `${number} ${outcome}`)).toEqual([
      ...Array.from({ length: 8 }, (_, n) => `${n + 1} failed`),
      '9 delivered',
    ]);
    const { body, headers, id: eventId } = receiver.received[8]!;
    expect([eventId, body]).toEqual([event, receiver.received[0]!.body]);
    const verified = await verify({ body, headers, secrets: secret });
    expect(verified.timestamp).toBe(history[8]!.attemptedAt);
  });

  test('one that fails again is retried after a minute, as often as at first', async () => {
    fail();
    const { id: endpoint } = await register();
    const [event] = await record();
    const { id } = await deliveryOf(event!);
    for (let n = 1; n < 8; n += 1) {
      await attempted(id, n);
      await retryNow(id, endpoint);
    }
    await attempted(id, 8);
    await post(id);
    const again = await attempted(id, 9);
    expect(again.status).toBe('pending');
    expect(again.nextAttemptAt - again.history[8].attemptedAt).toBeGreaterThanOrEqual(60);
    expect(again.nextAttemptAt - again.history[8].attemptedAt).toBeLessThan(120);
    for (let n = 9; n < 16; n += 1) {
      expect(await attempted(id, n)).toMatchObject({ status: 'pending' });
      await retryNow(id, endpoint);
    }
    expect(await attempted(id, 16)).toMatchObject({ status: 'exhausted' });
  });

  test('one that waits for its retry goes at once, and its delays begin anew', async () => {
    fail();
    const { id: endpoint } = await register();
    const [event] = await record();
    const { id } = await deliveryOf(event!);
    await attempted(id, 1);
    await retryNow(id, endpoint);
    const waiting = await attempted(id, 2);
    expect(waiting.nextAttemptAt - waiting.history[1].attemptedAt).toBeGreaterThanOrEqual(300);
    await post(id);
    const again = await attempted(id, 3);
    expect(again.nextAttemptAt - again.history[2].attemptedAt).toBeLessThan(120);
  });

  test('one that arrived arrives again, and counts as pending meanwhile', async () => {
    await register();
    const [event] = await record();
    const { id } = await deliveryOf(event!);
    await attempted(id, 1);
    expect((await merchant.api.events.get(event!)).pendingWebhooks).toBe(0);
    receiver.answer = () => {};
    await post(id);
    await arrived(2);
    expect((await merchant.api.events.get(event!)).pendingWebhooks).toBe(1);
    receiver.received[1]!.response.writeHead(200).end();
    expect(await attempted(id, 2)).toMatchObject({ status: 'delivered' });
    expect(receiver.received.map((each) => each.id)).toEqual([event, event]);
  });

  test('one that the policy rejected is rejected again while the policy says so', async () => {
    const { id: endpoint } = await register();
    await service.db`update webhook_endpoints set url = 'http://10.0.0.1/hook' where id = ${endpoint}`;
    const [event] = await record();
    const { id } = await deliveryOf(event!);
    expect(await attempted(id, 1)).toMatchObject({ status: 'refused', history: [{ outcome: 'refused' }] });
    await post(id);
    expect(await attempted(id, 2)).toMatchObject({
      status: 'refused',
      nextAttemptAt: null,
      history: [{ outcome: 'refused' }, { outcome: 'refused', responseStatus: null }],
    });
    expect(receiver.received).toEqual([]);
  });

  test('a replay of the request gets the first response, and sends nothing more', async () => {
    await register();
    const [event] = await record();
    const { id } = await deliveryOf(event!);
    await attempted(id, 1);
    const headers = { 'idempotency-key': 'again' };
    const asked = await post(id, headers);
    await attempted(id, 2);
    const replayed = await post(id, headers);
    expect(replayed.headers.get('idempotent-replayed')).toBe('true');
    expect(replayed.body).toEqual(asked.body);
    expect(await attempted(id, 2)).toMatchObject({ status: 'delivered' });
  });
});

describe('delivering again what is under way', () => {
  for (const status of [500, 200]) {
    test(`waits for the response, ${status} here, and then is sent once more`, async () => {
      receiver.answer = () => {};
      const { id: endpoint } = await register();
      const [event] = await record();
      await arrived(1);
      const { id } = await deliveryOf(event!);
      await Promise.all([post(id), post(id), post(id)]);
      await eventually(async () => {
        const jobs = await service.db`
          select 1 from graphile_worker._private_jobs where payload->>'endpointId' = ${endpoint}`;
        return jobs.length === 0;
      });
      expect(receiver.received).toHaveLength(1);
      fail();
      receiver.received[0]!.response.writeHead(status).end();
      const delivery = await attempted(id, 2);
      expect(delivery.status).toBe('pending');
      expect(delivery.nextAttemptAt - delivery.history[1].attemptedAt).toBeLessThan(120);
      expect(delivery.history).toMatchObject([{ responseStatus: status }, { responseStatus: 500 }]);
      expect(receiver.received).toHaveLength(2);
    });
  }

  test('makes one attempt, not two, where the process dies that had it under way', async () => {
    const world = await testDeployment();
    try {
      const { deployment, clock } = world;
      const tenant = await testTenant(deployment);
      const mandate = await seedMandate(deployment, tenant);
      const { endpoint: row } = await deployment.db.begin((tx) =>
        createEndpoint(tx, deployment, tenant, { url: receiver.url }),
      );
      const endpoint = row.id;
      const event = { type: 'mandate.created' as const, object: presentMandate(mandate), createdAt: 1 };
      await deployment.db.begin((tx) =>
        recordEvents(tx, tenant, [{ ...event, mandateId: mandate.id, chargeId: null }], {
          realNow: clock.seconds(),
        }),
      );
      const [lost] = await claimDue(deployment, endpoint, 1);
      await redeliver(deployment, tenant, lost!.id, null);
      expect(await claimDue(deployment, endpoint, 1)).toEqual([]);
      clock.advance(30);
      const [next] = await claimDue(deployment, endpoint, 1);
      await deliver(deployment, next!);
      const rows = await deployment.db`select status, attempts from webhook_deliveries`;
      expect(rows).toEqual([{ status: 'delivered', attempts: 1 }]);
      expect(await claimDue(deployment, endpoint, 1)).toEqual([]);
    } finally {
      await world.drop();
    }
  });
});
