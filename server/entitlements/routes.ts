import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { readEntitlement } from './read-entitlement.ts';

/** Whether a wallet is entitled to what a product unlocks. */
export function entitlementRoutes(deployment: Deployment) {
  return {
    getEntitlement: async ({ auth }, { query }) => ({
      status: 200,
      body: await readEntitlement(deployment, auth, query),
    }),
  } satisfies Pick<Handlers, 'getEntitlement'>;
}
