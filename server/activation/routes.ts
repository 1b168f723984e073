import { startFirstCharge } from '../collection/collect-now.ts';
import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { createMandate } from './create-mandate.ts';

/** The operation that creates a mandate. */
export function activationRoutes(deployment: Deployment) {
  return {
    createMandate: async (ctx, { body }) => {
      const created = await createMandate(deployment, tenantOf(ctx), body, {
        idempotency: ctx.idempotency,
        audit: ctx.audit,
      });
      // The response is stored and sent first; the charge continues in the background.
      if (created.mandate.status === 'active') startFirstCharge(deployment, created.mandate);
      return { status: 201, body: created.body };
    },
  } satisfies Pick<Handlers, 'createMandate'>;
}
