import { randomUUID } from 'node:crypto';
import type { AccountFailureCode } from '../../rules/failures.ts';
import type { Db, Tx } from '../db/connect.ts';
import { inPage, type PageQuery } from '../db/page.ts';
import { ApiError } from '../../rules/api-error.ts';
import { isId } from '../lib/ids.ts';
import { PROCESS_ID } from '../lib/process-id.ts';
import type { Tenant } from '../merchants/tenant.ts';
import { type ChargeStatus, statesBefore } from '../../rules/charges/machine.ts';

/** What changes until a charge ends. Times as the migration says. */
interface ChargeProgress {
  periodIndex: number;
  dueAt: number;
  status: ChargeStatus;
  attempts: number;
  setbacks: number;
  signatures: number;
  txSignature: string | null;
  /** Atomic units. */
  refunded: bigint;
  failureCode: AccountFailureCode | null;
  failureMessage: string | null;
  nextAttemptAt: number | null;
  wakeAt: number | null;
  backoffUntil: number | null;
  leaseToken: string | null;
  settledAt: number | null;
  /** Without gaps for each merchant and mode, in order of settlement; null until it has settled. */
  receiptNumber: number | null;
  /** What its merchant had chosen when it failed first; null until then, and where nothing was chosen. */
  dunningPolicyId: number | null;
}

/** When its payer is told that it comes up, in real time; null: never, or it was told. Read by `announce-queries.ts` alone. */
interface Announcement {
  announceAt?: number | null;
}

/** A row of `charges`. */
export interface ChargeRow extends ChargeProgress {
  id: string;
  /** Sorts by the time at which the row was inserted, which ids do not. */
  position: string;
  merchantId: string;
  livemode: boolean;
  mandateId: string;
  /** Atomic units. */
  amount: bigint;
  createdAt: number;
  version: number;
}

/** Columns of ChargeRow, in the order of the table. */
export function chargeColumns(sql: Db) {
  return sql`
    id, position, merchant_id, livemode, mandate_id, period_index, amount, due_at, status, attempts, setbacks, signatures, tx_signature,
    refunded, failure_code, failure_message, next_attempt_at, wake_at, backoff_until, lease_token, created_at, settled_at, receipt_number,
    dunning_policy_id, version`;
}

/** A row of `charges` to insert. */
export type NewChargeRow = ChargeRow & Announcement;

/** The charge `id` of this merchant and mode; throws resource_missing. */
export async function getCharge(sql: Db, tenant: Tenant, id: string): Promise<ChargeRow> {
  if (!isId('charge', id)) throw new ApiError('resource_missing');
  const [row] = await sql<ChargeRow[]>`
    select ${chargeColumns(sql)} from charges
    where id = ${id} and merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode}`;
  if (row === undefined) throw new ApiError('resource_missing');
  return row;
}

/** The position of charge `id` in its mandate's list, so that it can be a cursor; null if it is not listed. */
export async function locateCharge(
  sql: Db,
  tenant: Tenant,
  mandateId: string,
  id: string,
): Promise<string | null> {
  if (!isId('charge', id)) return null;
  const [row] = await sql<{ position: string }[]>`
    select position from charges
    where id = ${id} and merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode} and mandate_id = ${mandateId}`;
  return row?.position ?? null;
}

/** The charge, locked until `tx` ends. Lock its mandate first where both are needed. */
export async function lockCharge(tx: Tx, id: string): Promise<ChargeRow> {
  const [row] = await tx<ChargeRow[]>`select ${chargeColumns(tx)} from charges where id = ${id} for update`;
  if (row === undefined) throw new Error(`Bug: charge ${id} is not there to lock.`);
  return row;
}

/** Locks several charges in the order of their ids. Lock their mandates first. */
export function lockCharges(tx: Tx, ids: readonly string[]): Promise<ChargeRow[]> {
  return tx<ChargeRow[]>`
    select ${chargeColumns(tx)} from charges where id = any(${ids as string[]}::text[]) order by id for update`;
}

export function insertCharge(tx: Tx, row: NewChargeRow): Promise<void> {
  return insertCharges(tx, [row]);
}

export async function insertCharges(tx: Tx, rows: readonly NewChargeRow[]): Promise<void> {
  if (rows.length > 0) await tx`insert into charges ${tx(rows as unknown as Record<string, string>[])}`;
}

/** Changes a charge that the caller holds locked, and returns the updated row. `version` increases too. */
export async function updateCharge(
  tx: Tx,
  id: string,
  change: Partial<ChargeProgress> & Announcement,
): Promise<ChargeRow> {
  const { status } = change;
  const [row] = await tx<ChargeRow[]>`
    update charges set ${tx(change as Record<string, string>)}, version = version + 1
    where id = ${id} ${status === undefined ? tx`` : tx`and status = any(${statesBefore(status)}::text[])`}
    returning ${chargeColumns(tx)}`;
  if (row === undefined) throw new Error(`Bug: charge ${id} cannot become ${status}.`);
  return row;
}

/** Replaces the leases on charges that the caller holds locked by a signature more, and returns the updated rows. */
export function setSigned(tx: Tx, ids: readonly string[]): Promise<ChargeRow[]> {
  return tx<ChargeRow[]>`
    update charges set
      wake_at = null, lease_token = null, backoff_until = null, signatures = signatures + 1, version = version + 1
    where id = any(${ids as string[]}::text[]) returning ${chargeColumns(tx)}`;
}

/** How a charge was paid. */
export interface ChargePayment {
  id: string;
  txSignature: string;
  /** In the merchant's time. */
  settledAt: number;
  receiptNumber: number;
}

/** Marks charges that the caller holds locked as paid, with one statement, and returns the updated rows by id. */
export async function setPaid(
  tx: Tx,
  payments: readonly ChargePayment[],
): Promise<ReadonlyMap<string, ChargeRow>> {
  const rows = await tx<ChargeRow[]>`
    update charges set
      status = 'succeeded', attempts = attempts + 1, tx_signature = paid.signed, settled_at = paid.at, receipt_number = paid.number,
      failure_code = null, failure_message = null, next_attempt_at = null, wake_at = null, backoff_until = null, lease_token = null, version = version + 1
    from unnest(
      ${payments.map(({ id }) => id)}::text[],
      ${payments.map(({ txSignature }) => txSignature)}::text[],
      ${payments.map(({ settledAt }) => settledAt)}::bigint[],
      ${payments.map(({ receiptNumber }) => receiptNumber)}::bigint[]
    ) as paid (charge, signed, at, number)
    where id = paid.charge and status = any(${statesBefore('succeeded')}::text[])
    returning ${chargeColumns(tx)}`;
  if (rows.length < payments.length) throw new Error('Bug: a charge cannot become succeeded.');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Which due charges to claim: all of a mode, those of one merchant (test clock), or those of one mandate (checkout). */
export interface ClaimScope {
  livemode: boolean;
  merchantId?: string;
  mandateId?: string;
}

/**
 * The token that a claim holds charges with, until `leaseUntil` in real time. Chosen before the claim, whose
 * result may be lost.
 */
export interface Lease {
  livemode: boolean;
  leaseUntil: number;
  leaseToken: string;
}

/**
 * A token for one claim by this process, so that its charges are released as soon as the process is found
 * dead.
 */
export function newLeaseToken(): string {
  return `${PROCESS_ID}/${randomUUID()}`;
}

/** The process that holds a charge, taken from its lease token. */
export function leaseHolder(sql: Db) {
  return sql`split_part(lease_token, '/', 1)`;
}

/**
 * Due charges that a fair claim considers: the oldest, which have waited longest, and the newest, which a
 * backlog would delay.
 */
const FAIR_AMONG = 500;

/**
 * Claims up to `take` charges that are due by real time `now`, or whose previous lease expired, and holds
 * them with `leaseToken` until `leaseUntil`. Each merchant's first comes before any merchant's second.
 * Considers the oldest and the newest of all, and the oldest of `merchants`. Charges that another worker is
 * claiming are skipped, and those of merchants that have departed.
 */
export function claimDueCharges(
  sql: Db,
  scope: ClaimScope,
  { leaseUntil, leaseToken }: Lease,
  { now, take, merchants = [] }: { now: number; take: number; merchants?: readonly string[] },
): Promise<ChargeRow[]> {
  const each = Math.ceil(take / Math.max(merchants.length, 1));
  const isDue = sql`
    livemode = ${scope.livemode} and wake_at <= ${now} and (backoff_until is null or backoff_until <= ${now})
    and merchant_id <> all (array(select merchant_id from departures where livemode = ${scope.livemode}))
    ${scope.merchantId === undefined ? sql`` : sql`and merchant_id = ${scope.merchantId}`}
    ${scope.mandateId === undefined ? sql`` : sql`and mandate_id = ${scope.mandateId}`}`;
  return sql<ChargeRow[]>`
    with candidates as (
      (select id, merchant_id, wake_at from charges where ${isDue} order by wake_at limit ${FAIR_AMONG})
      union
      (select id, merchant_id, wake_at from charges where ${isDue} order by wake_at desc limit ${FAIR_AMONG})
      union
      (select first.* from unnest(${merchants as string[]}::text[]) as turn (of_merchant) cross join lateral (
        select id, merchant_id, wake_at from charges where ${isDue} and merchant_id = of_merchant
        order by wake_at limit ${each}) as first)),
    turns as (
      select id, wake_at, row_number() over (partition by merchant_id order by wake_at, id) as turn from candidates),
    due as (
      select id from charges join turns using (id, wake_at)
      order by turn, wake_at limit ${take} for update of charges skip locked)
    update charges set status = 'processing', wake_at = ${leaseUntil}, lease_token = ${leaseToken}, version = version + 1
    where id in (select id from due)
    returning ${chargeColumns(sql)}`;
}

/**
 * The merchants with charges due by real time `now`, however many of them one has. Walks over every merchant with a charge to
 * come, about 10 µs each.
 */
export async function listDueMerchants(sql: Db, livemode: boolean, now: number): Promise<string[]> {
  const next = sql`select merchant_id, wake_at from charges where livemode = ${livemode} and wake_at is not null`;
  const rows = await sql<{ merchantId: string }[]>`
    with recursive walked as (
      (${next} order by merchant_id, wake_at limit 1)
      union all
      select behind.* from walked cross join lateral (
        ${next} and merchant_id > walked.merchant_id order by merchant_id, wake_at limit 1) as behind)
    select merchant_id from walked where wake_at <= ${now}`;
  return rows.map(({ merchantId }) => merchantId);
}

/** The charges that a claim still holds, found by their lease's end, which is indexed. */
export function listHeldCharges(sql: Db, { livemode, leaseUntil, leaseToken }: Lease): Promise<ChargeRow[]> {
  return sql<ChargeRow[]>`
    select ${chargeColumns(sql)} from charges
    where livemode = ${livemode} and wake_at = ${leaseUntil} and lease_token = ${leaseToken} order by id`;
}

/** The mandate's charge that is scheduled, processing or retrying, locked; null when there is none. */
export async function lockOpenCharge(tx: Tx, mandateId: string): Promise<ChargeRow | null> {
  const [row] = await tx<ChargeRow[]>`
    select ${chargeColumns(tx)} from charges
    where mandate_id = ${mandateId} and status in ('scheduled', 'processing', 'retrying') for update`;
  return row ?? null;
}

/** The mandate's first charge, or null before activation. */
export async function findFirstCharge(sql: Db, mandateId: string): Promise<ChargeRow | null> {
  const [row] = await sql<ChargeRow[]>`
    select ${chargeColumns(sql)} from charges where mandate_id = ${mandateId} order by position limit 1`;
  return row ?? null;
}

/** The merchant's newest charge, or null. */
export async function findNewestCharge(sql: Db, tenant: Tenant): Promise<ChargeRow | null> {
  const [row] = await sql<ChargeRow[]>`
    select ${chargeColumns(sql)} from charges
    where merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode} order by position desc limit 1`;
  return row ?? null;
}

/** A mandate's charges, newest first. */
export function listCharges(
  sql: Db,
  tenant: Tenant,
  mandateId: string,
  query: PageQuery,
): Promise<ChargeRow[]> {
  return sql<ChargeRow[]>`
    select ${chargeColumns(sql)} from charges
    where merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode} and mandate_id = ${mandateId}
      ${inPage(sql, 'position', query)}`;
}

/** How many of a mandate's periods were given up since the last one that was paid. */
export async function countLostInARow(sql: Db, mandateId: string): Promise<number> {
  const [row] = await sql<{ lost: number }[]>`
    select count(*)::integer as lost from charges
    where mandate_id = ${mandateId} and status = 'abandoned' and period_index > coalesce(
      (select max(period_index) from charges where mandate_id = ${mandateId} and status = 'succeeded'), -1)`;
  return row!.lost;
}

/** The number of charges of a mandate: the next period index for further one-time payments. */
export async function countCharges(sql: Db, mandateId: string): Promise<number> {
  const [row] = await sql<
    { count: number }[]
  >`select count(*) as count from charges where mandate_id = ${mandateId}`;
  return row!.count;
}

/**
 * The earliest real time at which a charge of this scope is due, null if none waits. Backed-off ones do not
 * count.
 */
export async function findNextWake(sql: Db, merchantId: string, now: number): Promise<number | null> {
  const [row] = await sql<{ wakeAt: number | null }[]>`
    select min(wake_at) as wake_at from charges
    where merchant_id = ${merchantId} and not livemode and status in ('scheduled', 'retrying')
      and (backoff_until is null or backoff_until <= ${now})`;
  return row?.wakeAt ?? null;
}
