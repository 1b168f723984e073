import type { Deployment } from '../deployment.ts';
import { tenantOf } from '../merchants/tenant.ts';
import type { Handlers } from '../http/handler.ts';
import { createRefund } from './create-refund.ts';
import { presentRefund } from './present.ts';
import { getRefund } from './queries.ts';
import { reissueRefund } from './reissue-refund.ts';
import { submitRefund } from './submit-refund.ts';

/** The refund operations. */
export function refundRoutes(deployment: Deployment) {
  return {
    refundCharge: async (ctx, { path, body }) => ({
      status: 201,
      body: await createRefund(deployment, tenantOf(ctx), path.id, body, ctx.idempotency),
    }),
    getRefund: async (ctx, { path }) => ({
      status: 200,
      body: presentRefund(await getRefund(deployment.db, tenantOf(ctx), path.id)),
    }),
    createRefundTransaction: async (ctx, { path }) => ({
      status: 200,
      body: await reissueRefund(deployment, tenantOf(ctx), path.id),
    }),
    submitRefund: async (ctx, { path, body }) => ({
      status: 200,
      body: await submitRefund(deployment, tenantOf(ctx), path.id, body.signedTransaction),
    }),
  } satisfies Pick<Handlers, 'refundCharge' | 'getRefund' | 'createRefundTransaction' | 'submitRefund'>;
}
