import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, type Sql } from '../../server/db/connect.ts';
import { enqueueMany } from '../../server/jobs/enqueue.ts';
import { newId } from '../../server/lib/ids.ts';
import { insertDeliveries } from '../../server/webhooks/queries.ts';
import { type BenchMerchant, merchantWithMandates } from './charges.ts';
import type { Machine } from './machine.ts';
import { until } from './until.ts';

const DELIVERIES = 1_000;
/** An endpoint is sent four webhooks at a time, so many endpoints are needed to see what a worker can do. */
const ENDPOINTS = 20;

/** Deliveries of one kind, round by round. */
export interface WebhookRounds {
  name: string;
  perSecond: number[];
}

/** Webhooks to one endpoint and to many, in turn, on one API and one worker. */
export async function measureWebhooks(
  { createDatabase, startService }: Machine,
  rounds: number,
): Promise<WebhookRounds[]> {
  const databaseUrl = await createDatabase('webhooks');
  const api = await startService('api', databaseUrl);
  const worker = await startService('worker', databaseUrl);
  const sql = connect(databaseUrl, { max: 4, applicationName: 'autopay-bench' });
  const receiver = await startReceiver();
  // Merchants of their own: a merchant has a hundred endpoints at most. Each mandate comes with two events or more.
  const notifiedOnce = await merchantWithMandates(api.ready[1]!, DELIVERIES / 2);
  const notified = await merchantWithMandates(api.ready[1]!, DELIVERIES / ENDPOINTS / 2);
  const [one, many]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    one.push(await measureDeliveries(sql, notifiedOnce, receiver.url, { count: DELIVERIES, endpoints: 1 }));
    many.push(
      await measureDeliveries(sql, notified, receiver.url, { count: DELIVERIES, endpoints: ENDPOINTS }),
    );
  }
  receiver.close();
  await sql.end();
  await worker.stop();
  await api.stop();
  return [
    { name: 'to one endpoint', perSecond: one },
    { name: `to ${ENDPOINTS} endpoints`, perSecond: many },
  ];
}

/** A merchant's server on loopback that accepts every webhook. */
async function startReceiver(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Makes `count` deliveries of the merchant's events due at once, spread over `endpoints` new endpoints, and
 * waits until the last is recorded as delivered. Returns deliveries per second.
 */
async function measureDeliveries(
  sql: Sql,
  merchant: BenchMerchant,
  receiverUrl: string,
  { count, endpoints }: { count: number; endpoints: number },
): Promise<number> {
  const ids: string[] = [];
  for (let made = 0; made < endpoints; made += 1) {
    ids.push((await merchant.api.webhookEndpoints.create({ url: receiverUrl })).id);
  }
  const events = await sql<{ id: string }[]>`
    select id from events where merchant_id = ${merchant.id} and not livemode order by id limit ${count / endpoints}`;
  const deliveries = ids.flatMap((endpointId) =>
    events.map((event) => ({ id: newId('webhookDelivery'), eventId: event.id, endpointId })),
  );
  const tenant = { merchantId: merchant.id, livemode: false };
  const now = Math.floor(Date.now() / 1000);
  const startedAt = performance.now();
  await sql.begin(async (tx) => {
    await insertDeliveries(tx, tenant, deliveries, now);
    await enqueueMany(
      tx,
      ids.map((endpointId) => ({ task: 'webhooks:deliver', payload: { endpointId } })),
    );
  });
  await until('the webhooks to be delivered', async () => {
    const [row] = await sql<{ left: number }[]>`
      select count(*) as left from webhook_deliveries where endpoint_id = any(${ids}) and status <> 'delivered'`;
    return row!.left === 0;
  });
  return (deliveries.length / (performance.now() - startedAt)) * 1000;
}
