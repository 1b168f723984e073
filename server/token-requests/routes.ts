import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { requireQuota } from '../merchants/quota.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { createTokenRequest } from './create-token-request.ts';
import { presentTokenRequest } from '../../rules/tokens/present-request.ts';

/** Merchants' requests for tokens that the platform does not have; the owner reviews them. */
export function tokenRequestRoutes(deployment: Deployment) {
  return {
    createTokenRequest: async (ctx, { body }) =>
      deployment.db.begin(async (tx) => {
        const tenant = tenantOf(ctx);
        const request = await createTokenRequest(tx, deployment, tenant, body);
        const limit = deployment.quotas.objectsPerDay;
        await requireQuota(tx, tenant, { kind: 'token_request', limit, now: ctx.now });
        const response = { status: 201 as const, body: presentTokenRequest(request) };
        await ctx.idempotency?.complete(tx, response);
        return response;
      }),
  } satisfies Pick<Handlers, 'createTokenRequest'>;
}
