import { type DunningPolicy, STANDARD_DUNNING } from '../../rules/dunning/policy.ts';
import type { Db } from '../db/connect.ts';
import type { Tenant } from '../merchants/tenant.ts';

/** A row of `dunning_policies`, or what stands for none. */
export interface DunningRow extends DunningPolicy {
  /** Null: what the specification says, because nothing was chosen. */
  id: number | null;
  /** In real time; null if nothing was chosen. */
  createdAt: number | null;
}

const STANDARD: DunningRow = { ...STANDARD_DUNNING, id: null, createdAt: null };

/** What the merchant has chosen for charges that fail from now on. */
export async function findDunning(sql: Db, { merchantId, livemode }: Tenant): Promise<DunningRow> {
  const [row] = await sql<DunningRow[]>`
    select id, retries, keeps_access, after_last, created_at from dunning_policies
    where merchant_id = ${merchantId} and livemode = ${livemode} order by id desc limit 1`;
  return row ?? STANDARD;
}

/** What the merchant had chosen when a charge failed first; `id` as the charge keeps it. */
export async function findDunningOf(
  sql: Db,
  { merchantId, livemode }: Tenant,
  id: number | null,
): Promise<DunningRow> {
  if (id === null) return STANDARD;
  const [row] = await sql<DunningRow[]>`
    select id, retries, keeps_access, after_last, created_at from dunning_policies
    where id = ${id} and merchant_id = ${merchantId} and livemode = ${livemode}`;
  return row ?? STANDARD;
}

/** Adds what counts from now on. */
export async function insertDunning(
  sql: Db,
  { merchantId, livemode }: Tenant,
  { retries, keepsAccess, afterLast }: DunningPolicy,
  createdAt: number,
): Promise<void> {
  await sql`insert into dunning_policies ${sql({ merchantId, livemode, retries, keepsAccess, afterLast, createdAt })}`;
}
