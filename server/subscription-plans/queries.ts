import type { Address } from '@solana/kit';
import { PLAN_RENT_LAMPORTS } from '../chain/subscriptions/plan-transaction.ts';
import type { TokenProgramName } from '../chain/token-program.ts';
import type { Db, Sql, Tx } from '../db/connect.ts';
import type { MandateRow } from '../mandates/queries.ts';

/** `moved` is of merchants' plans alone: the service is not among the pullers any more. */
export type PlanStatus = 'wanted' | 'open' | 'ending' | 'moved' | 'deleted';

/** A row of `subscription_plans`. Amounts in atomic units, times as the migrations say. */
export interface PlanRow {
  address: Address;
  merchantId: string;
  livemode: boolean;
  genesisHash: string;
  owner: Address;
  number: bigint;
  puller: Address;
  payee: Address;
  mint: Address;
  tokenProgram: TokenProgramName;
  amount: bigint;
  periodHours: number;
  poolIndex: number | null;
  endsAt: number | null;
  madeAt: number | null;
  status: PlanStatus;
  rent: bigint;
  recordedAt: number;
  /** Of a plan that the merchant owns; null for the service's own. */
  id: string | null;
}

/** Columns of PlanRow. */
export function planColumns(sql: Db) {
  return sql`
    address, merchant_id, livemode, genesis_hash, owner, number, puller, payee, mint, token_program, amount, period_hours, pool_index, ends_at,
    made_at, status, rent, recorded_at, id`;
}

/** What a plan must be for a mandate to use it. */
export interface PoolKey {
  merchantId: string;
  livemode: boolean;
  genesisHash: string;
  owner: Address;
  puller: Address;
  payee: Address;
  mint: Address;
  amount: bigint;
  periodHours: number;
}

/** The plan at this address, or null. */
export async function findPlan(sql: Db, address: Address): Promise<PlanRow | null> {
  const [row] = await sql<PlanRow[]>`
    select ${planColumns(sql)} from subscription_plans where address = ${address}`;
  return row ?? null;
}

/** The pool's plans that mandates may choose, in order. */
export function listPool(sql: Db, key: PoolKey): Promise<PlanRow[]> {
  return sql<PlanRow[]>`
    select ${planColumns(sql)} from subscription_plans
    where merchant_id = ${key.merchantId} and livemode = ${key.livemode} and genesis_hash = ${key.genesisHash} and owner = ${key.owner}
      and puller = ${key.puller} and payee = ${key.payee} and mint = ${key.mint} and amount = ${key.amount}
      and period_hours = ${key.periodHours} and pool_index is not null and status in ('wanted', 'open')
    order by pool_index`;
}

/** The plans of the payer's other pending and active mandates with this merchant. */
export async function listTakenPlans(
  sql: Db,
  { id, merchantId, livemode, payer }: MandateRow,
): Promise<Set<Address>> {
  const rows = await sql<{ planAccount: Address }[]>`
    select plan_account from mandates
    where merchant_id = ${merchantId} and livemode = ${livemode} and payer = ${payer} and id <> ${id}
      and status in ('pending', 'active') and scheme = 'plan' and plan_account is not null`;
  return new Set(rows.map(({ planAccount }) => planAccount));
}

/** Whether the plan may be chosen now. It stays so until `tx` ends: the retirement of plans waits for it. */
export async function holdOpenPlan(tx: Tx, address: Address): Promise<boolean> {
  const rows = await tx`
    select 1 from subscription_plans where address = ${address} and status in ('wanted', 'open') for share`;
  return rows.length > 0;
}

/** Inserts a plan that is to be made. False if the pool got one of this index meanwhile. */
export async function insertPlan(tx: Tx, row: PlanRow): Promise<boolean> {
  const inserted = await tx`
    insert into subscription_plans (${planColumns(tx)})
    values (
      ${row.address}, ${row.merchantId}, ${row.livemode}, ${row.genesisHash}, ${row.owner}, ${row.number}, ${row.puller}, ${row.payee},
      ${row.mint}, ${row.tokenProgram}, ${row.amount}, ${row.periodHours}, ${row.poolIndex}, ${row.endsAt}, ${row.madeAt}, ${row.status},
      ${row.rent}, ${row.recordedAt}, ${row.id})
    on conflict do nothing returning 1`;
  return inserted.length > 0;
}

/** Serializes adding up and adding rent until `tx` ends. */
export async function lockPlanRent(tx: Tx, livemode: boolean): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`plan-rent/${livemode}`}, 0))`;
}

/** Lamports that plans hold, and with `wanted` those that plans to be made will hold. */
export interface HeldRent {
  plans: number;
  held: bigint;
  wanted: bigint;
}

/** The rent in all plans of a mode that the service owns. */
export async function sumPlanRent(sql: Db, livemode: boolean): Promise<HeldRent> {
  const [row] = await sql<[HeldRent]>`
    select count(*) filter (where rent > 0) as plans, coalesce(sum(rent), 0) as held,
      count(*) filter (where status = 'wanted' and rent = 0) * ${PLAN_RENT_LAMPORTS}::numeric as wanted
    from subscription_plans where livemode = ${livemode} and id is null and status in ('wanted', 'open', 'ending')`;
  return row;
}

/** Commits that a transaction for the plan is about to be sent. `now` in real time. */
export async function markPlanSent(sql: Sql, address: Address, now: number): Promise<void> {
  await sql`update subscription_plans set sent_at = ${now} where address = ${address}`;
}

/** Records that the plan is on chain: since when, in the chain's seconds, and what its account holds. */
export async function markPlanMade(
  sql: Sql,
  address: Address,
  { madeAt, rent }: { madeAt: number; rent: bigint },
): Promise<void> {
  await sql`
    update subscription_plans
    set made_at = ${madeAt}, rent = ${rent}, status = case status when 'wanted' then 'open' else status end
    where address = ${address} and status <> 'deleted'`;
}

/** Takes no more mandates from now on: the retirement of plans ends it on chain. */
export async function endPlan(sql: Db, address: Address): Promise<void> {
  await sql`
    update subscription_plans set status = 'ending', look_at = null
    where address = ${address} and status in ('wanted', 'open')`;
}
