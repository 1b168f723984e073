import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { getMetrics } from './get-metrics.ts';

/** The operation on metrics. */
export function metricsRoutes(deployment: Deployment) {
  return {
    getMetrics: async (ctx, { query }) => ({
      status: 200,
      body: await getMetrics(deployment, tenantOf(ctx), query),
    }),
  } satisfies Pick<Handlers, 'getMetrics'>;
}
