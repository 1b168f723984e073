import type { Db, Tx } from '../db/connect.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { Tenant } from './tenant.ts';

/** What is counted per day. */
export type QuotaKind =
  | 'mandate'
  | 'checkout_mandate'
  | 'refund'
  | 'payment_link'
  | 'product'
  | 'api_key'
  | 'plan'
  | 'gift'
  | 'webhook_endpoint'
  | 'token_request'
  | 'test_token'
  | 'test_event';

const DAY_SECONDS = 86_400;

/**
 * Counts one against what a merchant may create of `kind` on the UTC day of `now` (real time). A merchant's
 * transactions that count the same kind wait for each other, so call it late. Throws rate_limit_exceeded,
 * until midnight.
 */
export async function requireQuota(
  tx: Tx,
  tenant: Tenant,
  { kind, limit, now }: { kind: QuotaKind; limit: number; now: number },
): Promise<void> {
  if (await takeQuota(tx, tenant, { kind, limit: BigInt(limit), amount: 1n, now })) return;
  throw new ApiError('rate_limit_exceeded', {
    message: `The quota of this merchant for today is used up: ${limit} of "${kind}". It begins anew at 00:00 UTC.`,
    retryAfterSeconds: secondsToMidnight(now),
  });
}

/** Seconds until the daily quotas reset. */
export function secondsToMidnight(now: number): number {
  return DAY_SECONDS - (now % DAY_SECONDS);
}

/** Like requireQuota, for any amount. Returns false, and counts nothing, if too little is left. */
export async function takeQuota(
  sql: Db,
  { merchantId, livemode }: Tenant,
  { kind, limit, amount, now }: { kind: QuotaKind; limit: bigint; amount: bigint; now: number },
): Promise<boolean> {
  if (amount > limit) return false;
  const taken = await sql`
    insert into quotas as q (merchant_id, livemode, kind, day, used)
    values (${merchantId}, ${livemode}, ${kind}, ${Math.floor(now / DAY_SECONDS)}, ${amount})
    on conflict (merchant_id, livemode, kind) do update
      set day = excluded.day, used = excluded.used + case when q.day = excluded.day then q.used else 0 end
      where q.day <> excluded.day or q.used + excluded.used <= ${limit}
    returning 1`;
  return taken.length > 0;
}

/**
 * Throws parameter_invalid if a merchant has more than `limit` objects of a kind, the new one included:
 * waiting would not help.
 */
export function requireRoom(count: number, limit: number, kind: QuotaKind): void {
  if (count <= limit) return;
  throw new ApiError('parameter_invalid', {
    message: `This merchant has ${limit} of "${kind}" in this mode, which is the most. Use one of those.`,
  });
}
