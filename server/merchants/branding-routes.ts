import { presentBranding, requireBrand } from '../../rules/merchants/branding.ts';
import type { Deployment } from '../deployment.ts';
import type { Handlers } from '../http/handler.ts';
import { getMerchant, updateBrand } from './queries.ts';
import { tenantOf } from './tenant.ts';

/** How a merchant's pages look: one brand, for both modes. */
export function brandingRoutes({ db }: Pick<Deployment, 'db'>) {
  return {
    getBranding: async (ctx) => {
      const { merchantId, livemode } = tenantOf(ctx);
      return { status: 200, body: presentBranding(await getMerchant(db, merchantId), livemode) };
    },

    setBranding: async (ctx, { body }) => {
      const { merchantId, livemode } = tenantOf(ctx);
      const merchant = await updateBrand(db, merchantId, requireBrand(body));
      return { status: 200, body: presentBranding(merchant, livemode) };
    },
  } satisfies Pick<Handlers, 'getBranding' | 'setBranding'>;
}
