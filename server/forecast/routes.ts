import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { getForecast } from './get-forecast.ts';

/** What is to come. */
export function forecastRoutes(deployment: Deployment) {
  return {
    getForecast: async (ctx, { query }) => ({
      status: 200,
      body: await getForecast(deployment, tenantOf(ctx), query),
    }),
  } satisfies Pick<Handlers, 'getForecast'>;
}
