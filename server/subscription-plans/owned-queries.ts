import type { Address } from '@solana/kit';
import { ApiError } from '../../rules/api-error.ts';
import type { Db, Tx } from '../db/connect.ts';
import { inPage, type PageQuery } from '../db/page.ts';
import { isId } from '../lib/ids.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { planColumns, type PlanRow, type PoolKey } from './queries.ts';

/** What the transaction does that a plan's owner is to sign. */
export type PlanAction = 'create' | 'set_puller' | 'end' | 'delete';

/** A transaction that was given out for a plan's owner to sign. */
export interface IssuedForPlan {
  issuedAction: PlanAction;
  issuedMessage: Uint8Array;
  issuedLastValidBlockHeight: number;
}

/** A plan that a merchant's wallet owns. The three of `IssuedForPlan` are null if nothing is to be signed. */
export interface OwnedPlanRow extends PlanRow {
  id: string;
  createdAt: number;
  issuedAction: PlanAction | null;
  issuedMessage: Uint8Array | null;
  issuedLastValidBlockHeight: number | null;
  /** Pending and active mandates that use it. */
  mandates: number;
}

const columns = (sql: Db) => sql`
  ${planColumns(sql)}, created_at, issued_action, issued_message, issued_last_valid_block_height,
  (select count(*)::integer from mandates m
    where m.plan_account = subscription_plans.address and m.status in ('pending', 'active') and m.scheme = 'plan') as mandates`;

/** The merchant's plan `id`; throws resource_missing, for a foreign one as for a missing one. */
export async function getOwnedPlan(sql: Db, tenant: Tenant, id: string): Promise<OwnedPlanRow> {
  if (!isId('subscriptionPlan', id)) throw new ApiError('resource_missing');
  const [row] = await sql<OwnedPlanRow[]>`
    select ${columns(sql)} from subscription_plans
    where id = ${id} and merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode}`;
  if (row === undefined) throw new ApiError('resource_missing');
  return row;
}

/** Newest first. */
export function listOwnedPlans(sql: Db, tenant: Tenant, query: PageQuery): Promise<OwnedPlanRow[]> {
  return sql<OwnedPlanRow[]>`
    select ${columns(sql)} from subscription_plans
    where merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode} and id is not null ${inPage(sql, 'id', query)}`;
}

/** How many plans of their own a merchant has that are not closed, counted up to `most` plus one. */
export async function countOwnedPlans(sql: Db, tenant: Tenant, most: number): Promise<number> {
  const [row] = await sql<[{ plans: number }]>`
    select count(*)::integer as plans from (
      select 1 from subscription_plans
      where merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode} and id is not null and status <> 'deleted'
      limit ${most + 1}) as counted`;
  return row.plans;
}

/** The merchant's own plans of these terms that mandates may choose, oldest first; `owner` of the key is not looked at. */
export function listOwnedPool(sql: Db, key: PoolKey): Promise<PlanRow[]> {
  return sql<PlanRow[]>`
    select ${planColumns(sql)} from subscription_plans
    where merchant_id = ${key.merchantId} and livemode = ${key.livemode} and genesis_hash = ${key.genesisHash} and id is not null
      and puller = ${key.puller} and payee = ${key.payee} and owner = ${key.payee} and mint = ${key.mint} and amount = ${key.amount}
      and period_hours = ${key.periodHours} and status = 'open'
    order by id`;
}

/** A merchant's plan that is new here. */
export type NewOwnedPlan = Omit<OwnedPlanRow, 'mandates'>;

/** Inserts a merchant's plan. False if another row has its address. */
export async function insertOwnedPlan(tx: Tx, row: NewOwnedPlan): Promise<boolean> {
  const inserted = await tx`
    insert into subscription_plans (
      ${planColumns(tx)}, created_at, issued_action, issued_message, issued_last_valid_block_height)
    values (
      ${row.address}, ${row.merchantId}, ${row.livemode}, ${row.genesisHash}, ${row.owner}, ${row.number}, ${row.puller}, ${row.payee},
      ${row.mint}, ${row.tokenProgram}, ${row.amount}, ${row.periodHours}, ${row.poolIndex}, ${row.endsAt}, ${row.madeAt}, ${row.status},
      ${row.rent}, ${row.recordedAt}, ${row.id}, ${row.createdAt}, ${row.issuedAction}, ${row.issuedMessage},
      ${row.issuedLastValidBlockHeight})
    on conflict (address) do nothing returning 1`;
  return inserted.length > 0;
}

/** The merchant's plan at an address, if this merchant has one there; `taken` if another row has it. */
export async function findOwnedAt(
  sql: Db,
  tenant: Tenant,
  address: Address,
): Promise<OwnedPlanRow | 'taken' | null> {
  const [row] = await sql<
    OwnedPlanRow[]
  >`select ${columns(sql)} from subscription_plans where address = ${address}`;
  if (row === undefined) return null;
  const isTheirs =
    row.merchantId === tenant.merchantId && row.livemode === tenant.livemode && row.id !== null;
  return isTheirs ? row : 'taken';
}

/**
 * Locks the plan until `tx` ends, and counts its mandates. A mandate that is about to choose it holds it until it has: that one is counted. Throws
 * resource_missing.
 */
export async function lockOwnedPlan(tx: Tx, tenant: Tenant, id: string): Promise<OwnedPlanRow> {
  await tx`
    select 1 from subscription_plans
    where id = ${id} and merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode} for update`;
  return getOwnedPlan(tx, tenant, id);
}

/** What of a merchant's plan changes. */
export type OwnedPlanChange = Partial<
  Pick<OwnedPlanRow, 'status' | 'endsAt' | 'madeAt' | 'rent' | keyof IssuedForPlan>
>;

/** No transaction waits for its owner. */
export const NOTHING_ISSUED: OwnedPlanChange = {
  issuedAction: null,
  issuedMessage: null,
  issuedLastValidBlockHeight: null,
};

/** Changes a plan that the caller holds locked. */
export async function updateOwnedPlan(
  tx: Tx,
  { id, merchantId, livemode }: Pick<OwnedPlanRow, 'id' | 'merchantId' | 'livemode'>,
  change: OwnedPlanChange,
): Promise<void> {
  await tx`
    update subscription_plans set ${tx(change as Record<string, string>)}
    where id = ${id} and merchant_id = ${merchantId} and livemode = ${livemode}`;
}
