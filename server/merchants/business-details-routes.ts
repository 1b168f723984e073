import { businessDetailsOf, presentBusinessDetails } from '../../rules/merchants/business-details.ts';
import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { findBusinessDetails, setBusinessDetails } from './business-details-queries.ts';
import { getMerchant } from './queries.ts';
import { tenantOf } from './tenant.ts';

/** The operations on what receipts say of a merchant's business. */
export function businessDetailsRoutes({ db }: Pick<Deployment, 'db'>) {
  return {
    getBusinessDetails: async (ctx) => {
      const { merchantId, livemode } = tenantOf(ctx);
      const { createdAt } = await getMerchant(db, merchantId);
      const { updatedAt, ...details } = await findBusinessDetails(db, merchantId);
      return { status: 200, body: presentBusinessDetails(details, { livemode, createdAt, updatedAt }) };
    },

    setBusinessDetails: async (ctx, { body }) => {
      const { merchantId, livemode } = tenantOf(ctx);
      const details = businessDetailsOf(body);
      const { createdAt } = await getMerchant(db, merchantId);
      await setBusinessDetails(db, merchantId, details, ctx.now);
      const times = { livemode, createdAt, updatedAt: ctx.now };
      return { status: 200, body: presentBusinessDetails(details, times) };
    },
  } satisfies Pick<Handlers, 'getBusinessDetails' | 'setBusinessDetails'>;
}
