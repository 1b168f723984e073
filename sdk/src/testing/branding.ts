import { presentBranding, requireBrand } from '../../../rules/merchants/branding.ts';
import type { Handlers } from './operation.ts';
import { tenantOf } from './world.ts';

/** How a merchant's pages look. */
export const brandingHandlers = {
  getBranding: (world, call) => {
    const { merchantId, livemode } = tenantOf(call);
    return { status: 200, body: presentBranding(world.merchants.get(merchantId), livemode) };
  },
  setBranding: (world, call) => {
    const { merchantId, livemode } = tenantOf(call);
    const merchant = Object.assign(world.merchants.get(merchantId), requireBrand(call.body));
    return { status: 200, body: presentBranding(merchant, livemode) };
  },
} satisfies Pick<Handlers, 'getBranding' | 'setBranding'>;
