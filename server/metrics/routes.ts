import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { getMetrics } from './get-metrics.ts';
import { getRetention } from './get-retention.ts';

/** The operations on metrics. */
export function metricsRoutes(deployment: Deployment) {
  return {
    getMetrics: async (ctx, { query }) => ({
      status: 200,
      body: await getMetrics(deployment, tenantOf(ctx), query),
    }),
    getRetention: async (ctx, { query }) => ({
      status: 200,
      body: await getRetention(deployment, tenantOf(ctx), query),
    }),
  } satisfies Pick<Handlers, 'getMetrics' | 'getRetention'>;
}
