import { type PageQuery, readPage } from '../db/page.ts';
import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { tenantOf } from '../merchants/tenant.ts';
import {
  type DeliveryRow,
  getDelivery,
  isListedDelivery,
  listDeliveries,
  readHistory,
} from './delivery-queries.ts';
import { presentDelivery, presentDeliveryWithHistory } from '../../rules/webhooks/present-delivery.ts';
import { redeliver } from './redeliver.ts';

/** The operations on webhook deliveries. */
export function deliveryRoutes(deployment: Pick<Deployment, 'db' | 'clock'>) {
  const { db } = deployment;
  return {
    listWebhookDeliveries: async (ctx, { query }) => {
      const tenant = tenantOf(ctx);
      const source = {
        exists: (id: string) => isListedDelivery(db, tenant, query, id),
        read: (page: PageQuery) => listDeliveries(db, tenant, query, page),
        cursorOf: (row: DeliveryRow) => row.id,
      };
      return { status: 200, body: await readPage(query, source, presentDelivery) };
    },

    getWebhookDelivery: async (ctx, { path }) => {
      const tenant = tenantOf(ctx);
      const row = await getDelivery(db, tenant, path.id);
      return { status: 200, body: presentDeliveryWithHistory(row, await readHistory(db, tenant, row)) };
    },

    redeliverWebhook: async (ctx, { path }) => ({
      status: 200,
      body: await redeliver(deployment, tenantOf(ctx), path.id, ctx.idempotency),
    }),
  } satisfies Pick<Handlers, 'listWebhookDeliveries' | 'getWebhookDelivery' | 'redeliverWebhook'>;
}
