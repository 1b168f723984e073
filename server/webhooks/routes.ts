import { type PageQuery, readPage } from '../db/page.ts';
import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { requireQuota } from '../merchants/quota.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { createEndpoint } from './create-endpoint.ts';
import { presentEndpoint } from '../../rules/webhooks/present-endpoint.ts';
import { endpointExists, type EndpointRow, listEndpoints } from './queries.ts';

/** The operations on webhook endpoints. */
export function webhookRoutes(deployment: Deployment) {
  const { db } = deployment;
  return {
    createWebhookEndpoint: async (ctx, { body }) =>
      db.begin(async (tx) => {
        const tenant = tenantOf(ctx);
        const { endpoint, secret } = await createEndpoint(tx, deployment, tenant, body);
        const limit = deployment.quotas.objectsPerDay;
        await requireQuota(tx, tenant, { kind: 'webhook_endpoint', limit, now: ctx.now });
        const response = { status: 201 as const, body: presentEndpoint(endpoint, secret) };
        await ctx.idempotency?.complete(tx, response);
        return response;
      }),

    listWebhookEndpoints: async (ctx, { query }) => {
      const tenant = tenantOf(ctx);
      const source = {
        exists: (id: string) => endpointExists(db, tenant, id),
        read: (page: PageQuery) => listEndpoints(db, tenant, page),
        cursorOf: (row: EndpointRow) => row.id,
      };
      return {
        status: 200,
        body: await readPage(query, source, (row) => presentEndpoint(row)),
      };
    },
  } satisfies Pick<Handlers, 'createWebhookEndpoint' | 'listWebhookEndpoints'>;
}
