import type { Db } from '../db/connect.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { Quotas } from '../lib/quotas.ts';
import { secondsToMidnight, takeQuota } from '../merchants/quota.ts';
import type { Tenant } from '../merchants/tenant.ts';
import type { TokenRow } from './queries.ts';

/**
 * The supply of a token shared by all merchants is limited: 2^64 - 1 atomic units. A merchant may use up its
 * own.
 */
export function isShared(token: Pick<TokenRow, 'madeBy'>, { merchantId }: Tenant): boolean {
  return token.madeBy !== merchantId;
}

/** The largest gift of a shared token, in atomic units. */
export function mostPerGift({ testTokensPerGift }: Quotas, { decimals }: Pick<TokenRow, 'decimals'>): bigint {
  return BigInt(testTokensPerGift) * 10n ** BigInt(decimals);
}

/**
 * Counts a gift of a shared token against the merchant's daily limit, in whole tokens. Throws
 * rate_limit_exceeded.
 */
export async function requireGift(
  db: Db,
  tenant: Tenant,
  { testTokensPerDay }: Quotas,
  { amountAtomic, decimals, now }: { amountAtomic: bigint; decimals: number; now: number },
): Promise<void> {
  const unit = 10n ** BigInt(decimals);
  const amount = (amountAtomic + unit - 1n) / unit;
  if (await takeQuota(db, tenant, { kind: 'gift', limit: BigInt(testTokensPerDay), amount, now })) return;
  throw new ApiError('rate_limit_exceeded', {
    message: `A merchant is given at most ${testTokensPerDay} test tokens a day. Make a token of your own: POST /v1/test/tokens.`,
    retryAfterSeconds: secondsToMidnight(now),
  });
}
