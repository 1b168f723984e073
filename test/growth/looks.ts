import { claimAttemptsToCheck, countUnproven, findNextCheck } from '../../server/attempts/queries.ts';
import { claimDueCharges, findNextWake, newLeaseToken } from '../../server/charges/queries.ts';
import type { Sql, Tx } from '../../server/db/connect.ts';
import { listPulledAccounts } from '../../server/delegations/share-queries.ts';
import { countSigned } from '../../server/fee-payers/queries.ts';
import { deleteOldKeys } from '../../server/http/idempotency-queries.ts';
import { readTables } from '../../server/monitoring/table-queries.ts';
import { backgroundTasks, SWEPT_TASKS } from '../../server/start/background.ts';
import { createDispatcher } from '../../server/webhooks/dispatcher.ts';
import { newPayer, type Payer, signIn } from '../payer-wallet/support.ts';
import { type Subscribed, subscribe } from '../schedule/support.ts';
import { authorizeMandate, checkout, createMandate } from '../support/checkout.ts';
import { eventually } from '../support/eventually.ts';
import type { TestMerchant, TestService } from '../support/service.ts';
import type { Template } from './fill.ts';

/** A merchant with a product, an endpoint, and a payer whose subscription was charged, delivered and partly refunded. */
export interface Shop extends Template {
  merchant: TestMerchant;
  payer: Payer;
  subscribed: Subscribed;
  endpointId: string;
  productId: string;
}

export async function openShop(service: TestService, webhookUrl: string): Promise<Shop> {
  const merchant = await service.merchant();
  const payer = await newPayer(service, merchant);
  const endpoint = await merchant.api.webhookEndpoints.create({ url: webhookUrl });
  const subscribed = await subscribe(service, merchant, { payer: payer.wallet });
  const product = await merchant.api.products.create({
    name: 'Club',
    payee: subscribed.payee.address,
    mint: subscribed.mint,
    amountPerPeriod: '1000000',
    periodSeconds: 86_400,
  } as never);
  const { data } = await merchant.api.charges.list({ status: 'succeeded' });
  const chargeId = data[0]!.id;
  await service.call('POST', `/v1/charges/${chargeId}/refund`, {
    key: merchant.testKey,
    body: { amount: '1' },
  });
  await eventually(async () => {
    const { data: sent } = await merchant.api.webhookDeliveries.list({ status: 'delivered' });
    return sent.length > 0;
  });
  const mandateId = subscribed.id;
  return {
    merchant,
    merchantId: merchant.id,
    mandateId,
    chargeId,
    payer,
    subscribed,
    endpointId: endpoint.id,
    productId: product.id,
  };
}

export interface Look {
  name: string;
  run: () => Promise<unknown>;
}

/** Everything that a merchant's own pages and programs read. */
export function merchantLooks(service: TestService, shop: Shop): Look[] {
  const { merchant, mandateId, chargeId, endpointId, productId, payer, subscribed } = shop;
  const { mint } = subscribed;
  const paths = [
    '/v1/mandates?limit=20',
    '/v1/mandates?status=active&limit=20',
    '/v1/mandates?status=expired',
    '/v1/mandates?status=revoked&limit=20',
    `/v1/mandates?payer=${payer.wallet.address}`,
    `/v1/mandates?status=expired&payer=${payer.wallet.address}`,
    `/v1/mandates?product=${productId}`,
    '/v1/mandates?clientReference=user-4711',
    '/v1/mandates?metadata=order:123',
    `/v1/mandates?mint=${mint}&limit=20`,
    `/v1/charges?product=${productId}`,
    `/v1/charges?mint=${mint}&limit=20`,
    `/v1/charges?payer=${payer.wallet.address}&limit=20`,
    '/v1/charges?clientReference=user-4711',
    '/v1/charges?metadata=order:123',
    '/v1/charges?createdFrom=1700000000&createdTo=1700086400',
    '/v1/charges?order=asc&limit=20',
    '/v1/charges?paidFrom=1700000000&paidTo=1700086400',
    `/v1/refunds?mint=${mint}&limit=20`,
    `/v1/refunds?product=${productId}`,
    `/v1/customers?product=${productId}`,
    '/v1/customers?clientReference=user-4711',
    `/v1/mandates/${mandateId}`,
    `/v1/mandates/${mandateId}/charges`,
    `/v1/mandates/${mandateId}/refunds`,
    '/v1/charges?limit=20',
    '/v1/charges?status=succeeded&limit=20',
    '/v1/charges?status=abandoned',
    `/v1/charges?mandate=${mandateId}`,
    `/v1/charges?mandate=${mandateId}&status=succeeded`,
    `/v1/charges?startingAfter=${chargeId}&limit=20`,
    `/v1/charges/${chargeId}`,
    `/v1/charges/${chargeId}/attempts`,
    `/v1/charges/${chargeId}/receipt`,
    '/v1/events?limit=50',
    '/v1/events?type=charge.succeeded&limit=20',
    '/v1/events?type=charge.abandoned',
    `/v1/events?mandate=${mandateId}`,
    `/v1/events?mandate=${mandateId}&type=charge.abandoned`,
    '/v1/webhook_deliveries?limit=20',
    '/v1/webhook_deliveries?status=exhausted',
    `/v1/webhook_deliveries?endpoint=${endpointId}&limit=20`,
    `/v1/webhook_deliveries?endpoint=${endpointId}&status=pending`,
    '/v1/webhook_endpoints',
    '/v1/customers?limit=20',
    '/v1/metrics',
    '/v1/metrics/retention',
    '/v1/search?query=5ZgR',
    `/v1/search?query=${mandateId}`,
    `/v1/search?query=${payer.wallet.address.slice(0, 6)}`,
    '/v1/payment_links',
    '/v1/products',
    '/v1/tokens',
    `/v1/entitlements?product=${productId}&payer=${payer.wallet.address}`,
  ];
  const get = (path: string) => async () => {
    const { status, body } = await service.call('GET', path, { key: merchant.testKey });
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  return [
    ...paths.map((path) => ({
      name: path.replace(/(_[A-Za-z0-9]{20,22}|[1-9A-Za-z]{32,44})/g, ''),
      run: get(path),
    })),
    {
      name: 'a page of customers after another',
      run: async () => {
        const page = (await get('/v1/customers?limit=5')()) as { data: { payer: string }[] };
        await get(`/v1/customers?limit=5&startingAfter=${page.data.at(-1)!.payer}`)();
      },
    },
    {
      name: 'an event with its deliveries',
      run: async () => {
        const { data } = (await get('/v1/events?limit=1')()) as { data: { id: string }[] };
        await get(`/v1/events/${data[0]!.id}`)();
        const sent = (await get(`/v1/webhook_deliveries?event=${data[0]!.id}`)()) as {
          data: { id: string }[];
        };
        const [delivery] = sent.data;
        if (delivery === undefined) return;
        await get(`/v1/webhook_deliveries/${delivery.id}`)();
        await merchant.api.webhookDeliveries.redeliver(delivery.id);
      },
    },
  ];
}

/** What a payer sees and does, and a mandate's whole life: made, viewed, signed, charged, topped up, refunded, revoked. */
export function lifeLooks(service: TestService, { merchant, payer, subscribed, mandateId }: Shop): Look[] {
  const get = async (path: string) => {
    const { status, body } = await payer.get(path);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  };
  return [
    { name: 'portal: mandates', run: () => get('/mandates') },
    { name: 'portal: active mandates', run: () => get('/mandates?status=active') },
    { name: 'portal: a mandate', run: () => get(`/mandates/${mandateId}`) },
    { name: 'portal: its charges', run: () => get(`/mandates/${mandateId}/charges`) },
    { name: 'portal: top-up', run: () => payer.post(`/mandates/${mandateId}/top_up`, { periods: 24 }) },
    { name: 'portal: signing in', run: () => signIn(service, payer.wallet) },
    { name: 'the test clock', run: () => merchant.api.test.advanceClock({ seconds: 60 }) },
    { name: 'readiness', run: () => service.call('GET', '/readyz') },
    {
      name: 'checkout to the first charge',
      run: async () => {
        const mandate = await createMandate(service, merchant, payer.wallet, subscribed.payee);
        await checkout(service, mandate, '');
        await checkout(service, mandate, 'instruction');
        await authorizeMandate(service, mandate, payer.wallet);
        await eventually(async () => (await merchant.api.mandates.get(mandate.id)).periodsCharged === 1);
        await checkout(service, mandate, 'refresh');
        await checkout(service, mandate, '');
        const { data } = await merchant.api.mandates.listCharges(mandate.id, { limit: 1 });
        const paid = data.find(({ status }) => status === 'succeeded');
        if (paid) await merchant.api.charges.refund(paid.id, { amount: '1' });
        await merchant.api.mandates.revoke(mandate.id);
      },
    },
  ];
}

/** The background's tasks, once each, and the queries whose rows they would change, in a transaction that is rolled back. */
export function backgroundLooks(service: TestService, sql: Sql, shop: Shop): Look[] {
  const { deployment } = service.running;
  const tasks = backgroundTasks(deployment, createDispatcher(deployment));
  const { signal } = new AbortController();
  const now = Math.floor(Date.now() / 1000);
  const undone = (name: string, ask: (tx: Tx) => Promise<unknown>): Look => ({
    name,
    run: () =>
      sql
        .begin(async (tx) => {
          await ask(tx);
          throw new Undone();
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undone)) throw error;
        }),
  });
  const scope = { livemode: true };
  const due = { now, until: now + 60, take: 100 };
  return [
    ...SWEPT_TASKS.map((task) => ({
      name: `task ${task}`,
      run: () => tasks[task]({ livemode: false }, signal) as Promise<unknown>,
    })),
    { name: 'task sweep', run: async () => tasks.sweep({}, signal) },
    { name: 'task metrics:close', run: async () => tasks['metrics:close']({ livemode: false }, signal) },
    undone('claim of charges', (tx) =>
      claimDueCharges(
        tx,
        scope,
        { ...scope, leaseUntil: now + 60, leaseToken: newLeaseToken() },
        { now, take: 50 },
      ),
    ),
    undone('claim of attempts', (tx) => claimAttemptsToCheck(tx, true, due)),
    undone('next check', (tx) => findNextCheck(tx as unknown as Sql, true)),
    { name: 'gauges of the metrics', run: () => readTables(sql, [false, true], now) },
    undone('unproven attempts', (tx) => countUnproven(tx as unknown as Sql, false, now)),
    undone('next wake of a merchant', (tx) => findNextWake(tx as unknown as Sql, shop.merchantId, now)),
    undone('accounts of a sweep', (tx) =>
      listPulledAccounts(tx as unknown as Sql, true, { payer: 'P1', mint: '' }, 100),
    ),
    undone('transactions of a minute', (tx) => countSigned(tx, false, { from: now - 60, to: now })),
    undone('old idempotency keys', (tx) => deleteOldKeys(tx as unknown as Sql, now)),
  ];
}

class Undone extends Error {}
