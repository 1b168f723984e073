import type { Db, Sql, Statement, Tx } from '../db/connect.ts';
import { unflushed } from '../db/unflushed.ts';
import { ApiError } from '../../rules/api-error.ts';
import type { Tenant } from './tenant.ts';

/** What is counted per day; of mandates that wait for their payers, how many there are at most. */
export type QuotaKind =
  | 'mandate'
  | 'checkout_mandate'
  | 'pending_mandate'
  | 'refund'
  | 'payment_link'
  | 'product'
  | 'api_key'
  | 'plan'
  | 'subscription_plan'
  | 'owned_plan'
  | 'gift'
  | 'webhook_endpoint'
  | 'token_request'
  | 'test_token'
  | 'test_event'
  | 'invitation';

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
  throw quotaUsedUp(kind, limit, now);
}

/** The error for a daily quota that is used up. */
export function quotaUsedUp(kind: QuotaKind, limit: number, now: number): ApiError {
  return new ApiError('rate_limit_exceeded', {
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

/** Takes one of each kind, up to its limit, and returns the kinds of which one was left. */
export async function takeQuotas(
  sql: Sql,
  tenant: Tenant,
  now: number,
  limits: QuotaLimits,
): Promise<Set<QuotaKind>> {
  const taken = await quotasTake(sql, tenant, now, limits, 1);
  return new Set(taken.map(({ kind }) => kind as QuotaKind));
}

/** How many of each kind a tenant may use. */
export type QuotaLimits = Partial<Record<QuotaKind, number>>;

/**
 * Takes `count` of each kind where one is left, even if these are then more than its limit; also for a `with` list. It returns those kinds,
 * and how many of them are now `used`: what is above the limit the caller gives back. A transaction of its own that does not wait for the
 * disk: requests of one merchant wait for each other's counts as short as possible, and a crash of Postgres may forget the last ones.
 */
export function quotasTake(
  sql: Sql,
  { merchantId, livemode }: Tenant,
  now: number,
  limits: QuotaLimits,
  count: number,
): Statement {
  // In one order, so that two requests cannot wait for each other.
  const kinds = (Object.keys(limits) as QuotaKind[]).toSorted();
  const most = kinds.map((kind) => limits[kind]!);
  const days = kinds.map((kind) => (kind === 'pending_mandate' ? 0 : Math.floor(now / DAY_SECONDS)));
  return sql`
    insert into quotas as q (merchant_id, livemode, kind, day, used)
    select ${merchantId}, ${livemode}, asked.kind, asked.day, ${count}::integer
    from unnest(${kinds}::text[], ${days}::integer[], ${most}::integer[]) as asked (kind, day, most), ${unflushed(sql)}
    where asked.most > 0
    on conflict (merchant_id, livemode, kind) do update
      set day = excluded.day, used = excluded.used + case when q.day = excluded.day then q.used else 0 end
      where q.day <> excluded.day or q.used < (${most}::integer[])[array_position(${kinds}::text[], q.kind)]
    returning kind, used`;
}

/** Gives back one of each kind, or `count`: what it was taken for is not created. */
export async function giveBackQuotas(
  sql: Sql,
  { merchantId, livemode }: Tenant,
  kinds: readonly QuotaKind[],
  count = 1,
): Promise<void> {
  await sql`
    with held as (
      select kind from quotas
      where merchant_id = ${merchantId} and livemode = ${livemode} and kind = any(${kinds as string[]}::text[])
      order by kind for update)
    update quotas set used = greatest(used - ${count}::integer, 0)
    where merchant_id = ${merchantId} and livemode = ${livemode} and kind in (select kind from held)`;
}

/** Sets how much of a kind counts as used. */
export async function setQuotaUsed(
  sql: Sql,
  { merchantId, livemode }: Tenant,
  kind: QuotaKind,
  used: number,
): Promise<void> {
  await sql`
    update quotas set used = ${used}
    where merchant_id = ${merchantId} and livemode = ${livemode} and kind = ${kind}`;
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
