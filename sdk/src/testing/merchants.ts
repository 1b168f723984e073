import { NO_BRAND } from '../../../rules/merchants/branding.ts';
import {
  businessDetailsOf,
  NO_DETAILS,
  presentBusinessDetails,
} from '../../../rules/merchants/business-details.ts';
import { requireName } from '../../../rules/merchants/require-name.ts';
import { presentMerchant } from '../../../rules/merchants/present.ts';
import { issueKey } from './api-keys.ts';
import { newId } from './ids.ts';
import type { Handlers } from './operation.ts';
import type { MerchantRow } from './rows.ts';
import { tenantOf, type World } from './world.ts';

/** A merchant's two secret keys. */
export interface MerchantKeys {
  test: string;
  live: string;
}

/** Makes a merchant with one full key for each mode. */
export function createMerchant(world: World, name: string): { merchant: MerchantRow; keys: MerchantKeys } {
  const merchant = world.merchants.insert({
    id: newId('merchant'),
    name,
    email: null,
    password: null,
    payoutWallet: null,
    payoutWalletVerifiedAt: null,
    testPayoutWallet: null,
    testPayoutWalletVerifiedAt: null,
    pendingPayoutWallet: null,
    pendingPayoutWalletProvenAt: null,
    pendingPayoutWalletFrom: null,
    ...NO_BRAND,
    createdAt: world.shownNow,
    clockOffset: 0,
    business: null,
    dunning: { test: null, live: null },
  });
  const first = { merchantId: merchant.id, scope: 'full' } as const;
  const test = issueKey(world, { ...first, livemode: false, name: 'First test key' });
  const live = issueKey(world, { ...first, livemode: true, name: 'First live key' });
  return { merchant, keys: { test: test.key, live: live.key } };
}

/** The operations on merchants. */
export const merchantHandlers = {
  createMerchant: (world, { body }) => {
    requireName(body.name);
    const { merchant, keys } = createMerchant(world, body.name);
    return { status: 201, body: { ...presentMerchant(merchant, false), keys } };
  },
  getMerchant: (world, call) => {
    const { merchantId, livemode } = tenantOf(call);
    return { status: 200, body: presentMerchant(world.merchants.get(merchantId), livemode) };
  },
  getBusinessDetails: (world, call) => {
    const { merchantId, livemode } = tenantOf(call);
    return { status: 200, body: presentBusiness(world.merchants.get(merchantId), livemode) };
  },
  setBusinessDetails: (world, call) => {
    const { merchantId, livemode } = tenantOf(call);
    const merchant = world.merchants.get(merchantId);
    merchant.business = { details: businessDetailsOf(call.body), updatedAt: world.shownNow };
    return { status: 200, body: presentBusiness(merchant, livemode) };
  },
} satisfies Pick<Handlers, 'createMerchant' | 'getMerchant' | 'getBusinessDetails' | 'setBusinessDetails'>;

function presentBusiness({ business, createdAt }: MerchantRow, livemode: boolean) {
  const updatedAt = business?.updatedAt ?? null;
  return presentBusinessDetails(business?.details ?? NO_DETAILS, { livemode, createdAt, updatedAt });
}
