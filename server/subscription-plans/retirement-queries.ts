import type { Address } from '@solana/kit';
import type { Sql, Tx } from '../db/connect.ts';
import { planColumns, type PlanRow } from './queries.ts';

/** Plans of one mode on one chain that the service owns: a merchant's plan is the merchant's to end. */
export interface PlansOf {
  livemode: boolean;
  genesisHash: string;
}

/** Notes since when plans have had no pending or active mandate, and forgets it of those that have one again. `now` in real time. */
export async function noteUnusedPlans(
  sql: Sql,
  { livemode, genesisHash }: PlansOf,
  now: number,
): Promise<void> {
  await sql`
    with looked as (
      select address, exists (
          select 1 from mandates where plan_account = address and status in ('pending', 'active') and scheme = 'plan') as is_used
      from subscription_plans
      where livemode = ${livemode} and genesis_hash = ${genesisHash} and id is null and status in ('wanted', 'open')),
    -- Locked in the order of their addresses: two rounds cannot wait for each other.
    changed as (
      select address, is_used from subscription_plans p join looked using (address)
      where is_used = (unused_since is not null) order by address for update of p)
    update subscription_plans p set unused_since = case when is_used then null else ${now}::bigint end
    from changed where p.address = changed.address`;
}

/** Plans that no mandate has needed since `before.pool` or, of mandates' own plans, since `before.own`. */
export async function listUnusedPlans(
  sql: Sql,
  { livemode, genesisHash }: PlansOf,
  before: { pool: number; own: number },
  take: number,
): Promise<Address[]> {
  const rows = await sql<{ address: Address }[]>`
    select address from subscription_plans
    where livemode = ${livemode} and genesis_hash = ${genesisHash} and id is null and status in ('wanted', 'open')
      and unused_since <= case when pool_index is null then ${before.own}::bigint else ${before.pool}::bigint end
    order by unused_since, address limit ${take}`;
  return rows.map(({ address }) => address);
}

/** Locks the plan, then says whether no mandate needs it. A mandate that is about to choose it holds it until it has: that one is seen. */
export async function lockUnusedPlan(tx: Tx, address: Address): Promise<boolean> {
  await tx`select 1 from subscription_plans where address = ${address} for update`;
  const rows = await tx`
    select 1 from mandates
    where plan_account = ${address} and status in ('pending', 'active') and scheme = 'plan' limit 1`;
  return rows.length === 0;
}

/**
 * Claims up to `take` ending plans that may be looked at now, until `until`: of two processes at once one ends a plan. One that is ending because
 * it is not as recorded waits for its mandates to end: nothing of theirs is taken from them.
 */
export function claimEndingPlans(
  sql: Sql,
  { livemode, genesisHash }: PlansOf,
  { now, until, take }: { now: number; until: number; take: number },
): Promise<PlanRow[]> {
  return sql<PlanRow[]>`
    update subscription_plans set look_at = ${until}
    where address in (
      select address from subscription_plans p
      where livemode = ${livemode} and genesis_hash = ${genesisHash} and id is null and status = 'ending' and (look_at is null or look_at <= ${now})
        and not exists (
          select 1 from mandates m where m.plan_account = p.address and m.status in ('pending', 'active') and m.scheme = 'plan')
      order by look_at nulls first, address limit ${take} for update of p skip locked)
    returning ${planColumns(sql)}`;
}

/** Records when an ending plan ends by its merchant's clock (null: it was not told to yet), and when to look at it again, in real time. */
export async function postponeEnding(
  sql: Sql,
  address: Address,
  { endsAt, lookAt }: { endsAt: number | null; lookAt: number },
): Promise<void> {
  await sql`
    update subscription_plans set ends_at = ${endsAt}, look_at = ${lookAt} where address = ${address} and status = 'ending'`;
}

/** Records that an ending plan is not on chain any more: its owner has the rent. */
export async function markPlanDeleted(sql: Sql, address: Address): Promise<void> {
  await sql`
    update subscription_plans set status = 'deleted', rent = 0, look_at = null where address = ${address} and status = 'ending'`;
}
