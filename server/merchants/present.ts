import type { components } from '../generated/api.ts';
import type { MerchantRow } from './queries.ts';

/** A merchant as the platform's owner sees it. */
export function presentPlatformMerchant(
  row: MerchantRow,
  livemode: boolean,
): components['schemas']['PlatformMerchant'] {
  return { ...presentMerchant(row, livemode), status: row.approvedAt === null ? 'pending' : 'approved' };
}

/** A merchant as the API shows it in one mode. */
export function presentMerchant(row: MerchantRow, livemode: boolean): components['schemas']['Merchant'] {
  return {
    object: 'merchant',
    id: row.id,
    livemode,
    createdAt: row.createdAt,
    name: row.name,
    email: row.email,
    payoutWallet: row.payoutWallet,
    payoutWalletVerifiedAt: row.payoutWalletVerifiedAt,
  };
}
