import { dunningOf, presentDunning } from '../../rules/dunning/policy.ts';
import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { getMerchant } from '../merchants/queries.ts';
import { tenantOf } from '../merchants/tenant.ts';
import { findDunning, insertDunning } from './queries.ts';

/** The operations on what happens when a renewal fails. */
export function dunningRoutes({ db }: Pick<Deployment, 'db'>) {
  return {
    getDunning: async (ctx) => {
      const tenant = tenantOf(ctx);
      const { createdAt } = await getMerchant(db, tenant.merchantId);
      const policy = await findDunning(db, tenant);
      const times = { livemode: tenant.livemode, createdAt, updatedAt: policy.createdAt };
      return { status: 200, body: presentDunning(policy, times) };
    },

    setDunning: async (ctx, { body }) => {
      const tenant = tenantOf(ctx);
      const { createdAt } = await getMerchant(db, tenant.merchantId);
      const policy = dunningOf(body);
      await insertDunning(db, tenant, policy, ctx.now);
      const times = { livemode: tenant.livemode, createdAt, updatedAt: ctx.now };
      return { status: 200, body: presentDunning(policy, times) };
    },
  } satisfies Pick<Handlers, 'getDunning' | 'setDunning'>;
}
