import { afterAll, beforeAll, expect, test } from 'vitest';
import { Autopay, createMerchant } from '@autopay/sdk';
import { verify } from '@autopay/webhooks-verify';
import { ChildDeployment } from '../support/child-service.ts';
import { eventually } from '../support/eventually.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { subscribe } from './books.ts';

let deployment: ChildDeployment;
let db: FreshDatabase;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  [deployment, db, receiver] = await Promise.all([ChildDeployment.start(), freshDatabase(), startReceiver()]);
});
afterAll(async () => {
  await receiver.close();
  await deployment.stop();
  await db.drop();
});

test(
  'a worker killed while it delivers: another one delivers the same event within 60 s, signed afresh',
  { timeout: 240_000 },
  async () => {
    const server = await deployment.spawn(db.url, ['--role=api']);
    const doomed = await deployment.spawn(db.url, ['--role=worker']);
    const { keys } = await createMerchant({ name: 'Coffee Club' }, { baseUrl: server.url });
    const api = new Autopay(keys.test, { baseUrl: server.url });
    await subscribe(api);
    // Holds the request open, as a receiver does whose response is on its way when the worker dies.
    receiver.answer = () => {};
    const endpoint = await api.webhookEndpoints.create({ url: `${receiver.url}/hook` });
    const event = await api.test.createEvent({ type: 'charge.succeeded' });
    await eventually(() => receiver.received.length === 1);
    await doomed.kill();
    const killedAtMs = Date.now();

    receiver.answer = ({ response }) => void response.writeHead(204).end();
    await deployment.spawn(db.url, ['--role=worker']);
    const [{ leaseUntil }] = await db.sql<[{ leaseUntil: number }]>`
      select lease_until from webhook_deliveries where event_id = ${event.id}`;
    // From then on any process may deliver it, and a sweep every 15 s finds it: 45 s, and what a busy machine adds.
    expect(leaseUntil).toBeLessThanOrEqual(killedAtMs / 1000 + 30);
    await eventually(() => receiver.received.length === 2, 150_000);
    const [first, second] = receiver.received;
    expect([first!.id, second!.id]).toEqual([event.id, event.id]);
    expect(second!.body).toBe(first!.body);
    const verified = await verify({
      body: second!.body,
      headers: second!.headers as never,
      secrets: endpoint.secret,
    });
    expect(verified.event.id).toBe(event.id);
    expect(verified.timestamp * 1000).toBeGreaterThan(killedAtMs);
    await eventually(async () => (await api.events.get(event.id)).pendingWebhooks === 0);
  },
);
