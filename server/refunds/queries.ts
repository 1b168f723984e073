import type { RefundedPurchase } from '../../rules/refunds/present.ts';
import type { RefundFailureCode } from '../../rules/failures.ts';
import { claimInTurns, type DueNow } from '../db/claim-in-turns.ts';
import type { Db, Tx } from '../db/connect.ts';
import { inPage, type PageQuery } from '../db/page.ts';
import { ApiError } from '../../rules/api-error.ts';
import { isId } from '../lib/ids.ts';
import { type Belongings, type BelongingsFilter, selectPage } from '../mandates/list-belongings.ts';
import type { Tenant } from '../merchants/tenant.ts';

export type RefundStatus = 'pending' | 'succeeded' | 'failed';

/** Why a refund failed, as its row keeps it. */
export interface RefundFailure {
  code: RefundFailureCode;
  message: string;
}

/** What changes until a refund ends. Times as the migration says. */
interface RefundProgress {
  status: RefundStatus;
  txSignature: string | null;
  failureCode: RefundFailureCode | null;
  failureMessage: string | null;
  issuedWire: Uint8Array | null;
  issuedBlockhash: string | null;
  issuedLastValidBlockHeight: number | null;
  issuedBlockHeight: number | null;
  issuedSlot: number | null;
  wakeAt: number | null;
  settledAt: number | null;
}

/** A row of `refunds`, with what its mandate says of what was bought. */
export interface RefundRow extends RefundProgress {
  bought: RefundedPurchase;
  id: string;
  /** Sorts by the time at which the row was inserted, which ids do not. */
  position: string;
  /**
   * The refund's number within its charge; its id is derived from both. Null: its id is on no transaction, or
   * predates derived ids.
   */
  ordinal: number | null;
  merchantId: string;
  livemode: boolean;
  mandateId: string;
  chargeId: string;
  /** Atomic units. */
  amount: bigint;
  signer: 'delegate' | 'payee';
  reason: string | null;
  createdAt: number;
  recordedAt: number;
  version: number;
}

function columns(sql: Db) {
  return sql`
    id, position, ordinal, merchant_id, livemode, mandate_id, charge_id, amount, status, signer, reason, tx_signature, failure_code,
    failure_message, issued_wire, issued_blockhash, issued_last_valid_block_height, issued_block_height, issued_slot, wake_at,
    created_at, recorded_at, version, settled_at,
    (select jsonb_build_object('name', m.name, 'offerId', m.offer_id, 'clientReference', m.client_reference, 'metadata', m.metadata)
      from mandates m where m.id = refunds.mandate_id) as bought`;
}

/** The refund `id` of this merchant and mode; throws resource_missing. */
export async function getRefund(sql: Db, tenant: Tenant, id: string): Promise<RefundRow> {
  if (!isId('refund', id)) throw new ApiError('resource_missing');
  const [row] = await sql<RefundRow[]>`
    select ${columns(sql)} from refunds
    where id = ${id} and merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode}`;
  if (row === undefined) throw new ApiError('resource_missing');
  return row;
}

/**
 * The position of refund `id` in the tenant's list, or in one mandate's, so that it can be a cursor; null if it is not listed.
 */
export async function locateRefund(
  sql: Db,
  tenant: Tenant,
  mandateId: string,
  id: string,
): Promise<string | null> {
  if (!isId('refund', id)) return null;
  const [row] = await sql<{ position: string }[]>`
    select position from refunds
    where id = ${id} and merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode} and mandate_id = ${mandateId}`;
  return row?.position ?? null;
}

/** The refund, locked until `tx` ends. Lock its mandate and charge first. */
export async function lockRefund(tx: Tx, id: string): Promise<RefundRow> {
  const [row] = await tx<RefundRow[]>`select ${columns(tx)} from refunds where id = ${id} for update`;
  if (row === undefined) throw new Error(`Bug: refund ${id} is not there to lock.`);
  return row;
}

/** The charge a refund belongs to. It never changes, so it can be read before either is locked. */
export async function findChargeOfRefund(sql: Db, id: string): Promise<string> {
  const [row] = await sql<{ chargeId: string }[]>`select charge_id from refunds where id = ${id}`;
  if (row === undefined) throw new Error(`Bug: refund ${id} is not there.`);
  return row.chargeId;
}

/** What was bought is its mandate's, and stored there. */
export async function insertRefund(tx: Tx, { bought: _bought, ...row }: RefundRow): Promise<void> {
  await tx`insert into refunds ${tx(row as unknown as Record<string, string>)}`;
}

/** Changes a refund that the caller holds locked, and returns the updated row. `version` increases too. */
export async function updateRefund(tx: Tx, id: string, change: Partial<RefundProgress>): Promise<RefundRow> {
  const [row] = await tx<RefundRow[]>`
    update refunds set ${tx(change as Record<string, string>)}, version = version + 1
    where id = ${id} returning ${columns(tx)}`;
  return row!;
}

/**
 * What pending and succeeded refunds use of a charge, atomic units. It can grow unless the caller holds the
 * charge locked.
 */
export async function sumTaken(sql: Db, chargeId: string): Promise<bigint> {
  const [row] = await sql<{ taken: bigint }[]>`
    select coalesce(sum(amount), 0) as taken from refunds where charge_id = ${chargeId} and status <> 'failed'`;
  return row!.taken;
}

/**
 * The highest ordinal among a charge's refunds, 0 if there are none. It can grow unless the caller holds the
 * charge locked.
 */
export async function findLastOrdinal(sql: Db, chargeId: string): Promise<number> {
  const [row] = await sql<{ last: number }[]>`
    select coalesce(max(ordinal), 0) as last from refunds where charge_id = ${chargeId}`;
  return row!.last;
}

/** The merchant's newest refund, or null. */
export async function findNewestRefund(sql: Db, { merchantId, livemode }: Tenant): Promise<RefundRow | null> {
  const [row] = await sql<RefundRow[]>`
    select ${columns(sql)} from refunds
    where merchant_id = ${merchantId} and livemode = ${livemode} order by position desc limit 1`;
  return row ?? null;
}

/** A mandate's refunds, newest first. */
export function listRefunds(
  sql: Db,
  tenant: Tenant,
  mandateId: string,
  query: PageQuery,
): Promise<RefundRow[]> {
  return sql<RefundRow[]>`
    select ${columns(sql)} from refunds
    where merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode} and mandate_id = ${mandateId}
      ${inPage(sql, 'position', query)}`;
}

/** Refunds as lists read them. */
export function refundBelongings(sql: Db): Belongings {
  return { table: 'refunds', kind: 'refund', columns: columns(sql) };
}

/** The tenant's refunds of all charges, newest first unless the page says otherwise. */
export function listMerchantRefunds(
  sql: Db,
  tenant: Tenant,
  filter: BelongingsFilter,
  page: PageQuery,
): Promise<RefundRow[]> {
  return sql<RefundRow[]>`${selectPage(sql, tenant, refundBelongings(sql), filter, page)}`;
}

/**
 * Claims up to `take` pending refunds that are due for a check, until `until`. Each merchant's first comes
 * before any merchant's second.
 */
export function claimRefundsToWatch(sql: Db, livemode: boolean, due: DueNow): Promise<RefundRow[]> {
  return claimInTurns(sql, { table: 'refunds', at: 'wake_at', columns: columns(sql) }, livemode, due);
}

/** Sets when a pending refund is checked next, in real time. */
export async function postponeRefund(sql: Db, id: string, wakeAt: number): Promise<void> {
  await sql`update refunds set wake_at = ${wakeAt} where id = ${id} and status = 'pending'`;
}
