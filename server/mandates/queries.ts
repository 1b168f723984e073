import type { Address } from '@solana/kit';
import type { TokenProgramName } from '../chain/token-program.ts';
import type { Db, Sql, Statement, Tx } from '../db/connect.ts';
import { inPage, type PageQuery } from '../db/page.ts';
import { recordsetOf } from '../db/recordset.ts';
import { ApiError } from '../../rules/api-error.ts';
import { gathered } from '../lib/gathered.ts';
import { isId } from '../lib/ids.ts';
import { type CreatedBounds, boundCreation, createdWithin } from '../merchants/created-range.ts';
import { groupOf, type Tenant } from '../merchants/tenant.ts';
import type { CreatedRange } from '../../rules/http/created-range.ts';
import type { Bought } from '../../rules/mandates/bought.ts';
import type { EndedBy, MandateStatus } from '../../rules/mandates/machine.ts';
import type { Scheme } from '../../rules/mandates/scheme.ts';
import type { Terms } from '../../rules/mandates/terms.ts';
import { type BoughtFilter, boughtConditions } from './filter.ts';

/** What changes while a mandate lives. Amounts in atomic units; times as the migration says. */
interface MandateProgress {
  status: MandateStatus;
  delegate: Address;
  /** The delegate named in the plan, if the mandate has moved to another since; else null. */
  planDelegate: Address | null;
  reference: Address;
  planSignature: string | null;
  planPublishAt: number | null;
  /** It is published when the mandate activates. */
  planDeferred: boolean;
  budget: bigint;
  pulled: bigint;
  periodsCharged: number;
  fundsSufficient: boolean;
  authorizationSlot: number | null;
  startAt: number;
  activatedAt: number | null;
  anchorAt: number | null;
  expiresAt: number | null;
  expireWakeAt: number | null;
  watchAt: number | null;
  goneSeenAt: number | null;
  endedAt: number | null;
  /** Null while it lasts, and where it was not recorded. */
  endedBy: EndedBy | null;
  scheme: Scheme;
  /** The plan of the Subscriptions program that the payer subscribes to; null under approval, and until it is chosen. */
  planAccount: Address | null;
  planOwner: Address | null;
  subscriptionAccount: Address | null;
  /** The second from which the program counts periods, on the merchant's clock; null until active, and under approval. */
  subscribedAt: number | null;
}

/** A row of `mandates`. */
export interface MandateRow extends MandateProgress, Terms, Bought {
  id: string;
  merchantId: string;
  livemode: boolean;
  payer: Address;
  payee: Address;
  mint: Address;
  tokenProgram: TokenProgramName;
  decimals: number;
  genesisHash: string;
  clientSecretHash: Uint8Array;
  simulated: boolean;
  createdAt: number;
  instructionIssuedAt: number | null;
  recordedAt: number;
  version: number;
  /**
   * The last recovery up to which everything that the database may have forgotten about it was found or ruled
   * out.
   */
  recoveredThrough: number;
  /** When it was brought from another deployment, real time; null: it was made here. */
  importedAt: number | null;
}

/** Columns of MandateRow, in the order of the table. */
export function mandateColumns(sql: Db) {
  return sql`
    id, merchant_id, livemode, payer, payee, mint, token_program, decimals, amount_per_period, period_seconds, max_periods,
    trial_seconds, sell_mode, status, genesis_hash, delegate, plan_delegate, reference, plan_signature, plan_publish_at, plan_deferred,
    client_secret_hash, budget, pulled, periods_charged, funds_sufficient, simulated, authorization_slot, created_at, start_at, activated_at,
    anchor_at, expires_at, expire_wake_at, instruction_issued_at, watch_at, gone_seen_at, recorded_at, version, offer_id, ended_at,
    recovered_through, scheme, plan_account, plan_owner, subscription_account, subscribed_at,
    name, description, client_reference, metadata, ended_by, imported_at`;
}

/** The mandate `id` of this merchant and mode; throws resource_missing, for a foreign one as for a missing one. */
export async function getMandate(sql: Db, { merchantId, livemode }: Tenant, id: string): Promise<MandateRow> {
  if (!isId('mandate', id)) throw new ApiError('resource_missing');
  const [row] = await sql<MandateRow[]>`
    select ${mandateColumns(sql)} from mandates
    where id = ${id} and merchant_id = ${merchantId} and livemode = ${livemode}`;
  if (row === undefined) throw new ApiError('resource_missing');
  return row;
}

/** Like getMandate; requests of one merchant at once share a statement. */
export async function getMandateGathered(sql: Sql, tenant: Tenant, id: string): Promise<MandateRow> {
  if (!isId('mandate', id)) throw new ApiError('resource_missing');
  const row = await findGathered(sql, groupOf(tenant), { tenant, id });
  if (row === null) throw new ApiError('resource_missing');
  return row;
}

const findGathered = gathered(async (sql: Sql, asked: readonly { tenant: Tenant; id: string }[]) => {
  const { merchantId, livemode } = asked[0]!.tenant;
  const rows = await sql<MandateRow[]>`
    select ${mandateColumns(sql)} from mandates
    where id = any(${asked.map(({ id }) => id)}::text[]) and merchant_id = ${merchantId} and livemode = ${livemode}`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return asked.map(({ id }) => byId.get(id) ?? null);
});

/**
 * The mandate `id` of any merchant: for checkout, where the client_secret is the proof. Throws
 * resource_missing.
 */
export async function getMandateForCheckout(sql: Db, id: string): Promise<MandateRow> {
  if (!isId('mandate', id)) throw new ApiError('resource_missing');
  const [row] = await sql<MandateRow[]>`select ${mandateColumns(sql)} from mandates where id = ${id}`;
  if (row === undefined) throw new ApiError('resource_missing');
  return row;
}

/** The mandate, locked until `tx` ends. Everything that signs, revokes or settles takes this lock first. */
export async function lockMandate(tx: Tx, id: string): Promise<MandateRow> {
  const [row] = await tx<
    MandateRow[]
  >`select ${mandateColumns(tx)} from mandates where id = ${id} for update`;
  if (row === undefined) throw new Error(`Bug: mandate ${id} is not there to lock.`);
  return row;
}

/** Locks several mandates in the order of their ids, so that two batches cannot wait for each other. */
export function lockMandates(tx: Tx, ids: readonly string[]): Promise<MandateRow[]> {
  return tx<MandateRow[]>`
    select ${mandateColumns(tx)} from mandates where id = any(${ids as string[]}::text[]) order by id for update`;
}

/** Mandates by id, for work that is already entitled to them. */
export function listMandatesById(sql: Db, ids: readonly string[]): Promise<MandateRow[]> {
  return sql<
    MandateRow[]
  >`select ${mandateColumns(sql)} from mandates where id = any(${ids as string[]}::text[])`;
}

/** How many of a merchant's mandates wait for their payers, counted up to `most` plus one. */
export async function countPending(sql: Sql, tenant: Tenant, most: number): Promise<number> {
  const [row] = await sql<{ pending: number }[]>`
    select count(*)::integer as pending from (
      select 1 from mandates
      where merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode} and status = 'pending'
      limit ${most + 1}) as counted`;
  return row!.pending;
}

/** Inserts those mandates for which `condition` holds, in which `m` is the row; also for a `with` list. */
export function mandatesInsert(
  db: Db,
  rows: readonly MandateRow[],
  condition: Statement = db`true`,
): Statement {
  return db`
    insert into mandates (${mandateColumns(db)})
    select ${mandateColumns(db)} from json_populate_recordset(null::mandates, ${recordsetOf(rows)}::text::json) as m
    where ${condition}`;
}

/** What of a mandate changes when a charge of it was paid. */
export type PulledMandate = Pick<MandateRow, 'id' | 'periodsCharged' | 'pulled' | 'budget'>;

/** Records that mandates which the caller holds locked were pulled from, and returns the updated rows by id. */
export async function setPulled(
  tx: Tx,
  pulled: readonly PulledMandate[],
): Promise<ReadonlyMap<string, MandateRow>> {
  const rows = await tx<MandateRow[]>`
    update mandates set
      periods_charged = pull.charged, pulled = pull.moved, budget = pull.most, gone_seen_at = null, version = version + 1
    from unnest(
      ${pulled.map(({ id }) => id)}::text[],
      ${pulled.map(({ periodsCharged }) => periodsCharged)}::int[],
      ${pulled.map((row) => String(row.pulled))}::numeric[],
      ${pulled.map(({ budget }) => String(budget))}::numeric[]
    ) as pull (mandate, charged, moved, most)
    where id = pull.mandate returning ${mandateColumns(tx)}`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Changes a mandate that the caller holds locked, and returns the updated row. `version` increases too. */
export async function updateMandate(
  tx: Tx,
  id: string,
  change: Partial<MandateProgress>,
): Promise<MandateRow> {
  const [row] = await tx<MandateRow[]>`
    update mandates set ${tx(change as Record<string, string>)}, version = version + 1
    where id = ${id} returning ${mandateColumns(tx)}`;
  return row!;
}

/** Which mandates a list shows. */
export interface AskedMandates extends BoughtFilter, CreatedRange {
  status?: MandateStatus | undefined;
}

/** The same, with where those of a range of time are. */
export interface MandateFilter extends AskedMandates {
  created: CreatedBounds;
}

/** Throws parameter_invalid for a range of time that ends before it begins. */
export async function readMandateFilter(
  sql: Db,
  tenant: Tenant,
  asked: AskedMandates,
): Promise<MandateFilter> {
  return { ...asked, created: await boundCreation(sql, tenant, asked) };
}

/** The conditions on what a mandate never changes. */
function lasting(sql: Db, filter: MandateFilter): Statement {
  return sql`${createdWithin(sql, filter.created, 'mandate', 'id')} ${boughtConditions(sql, filter)}`;
}

/** Whether the mandate `id` is in the tenant's list with this filter, whatever its current status. */
export async function isListedMandate(
  sql: Db,
  { merchantId, livemode }: Tenant,
  filter: MandateFilter,
  id: string,
): Promise<boolean> {
  if (!isId('mandate', id)) return false;
  const rows = await sql`
    select 1 from mandates where id = ${id} and merchant_id = ${merchantId} and livemode = ${livemode}
      ${lasting(sql, filter)}`;
  return rows.length > 0;
}

/** Newest first, unless the page says otherwise. */
export function listMandates(
  sql: Db,
  tenant: Tenant,
  filter: MandateFilter,
  query: PageQuery,
): Promise<MandateRow[]> {
  return sql<MandateRow[]>`
    select ${mandateColumns(sql)} from mandates
    where merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode}
      ${filter.status === undefined ? sql`` : sql`and status = ${filter.status}`}
      ${lasting(sql, filter)}
      ${inPage(sql, 'id', query)}`;
}

/** The merchant's newest mandate, or null. */
export async function findNewestMandate(sql: Db, tenant: Tenant): Promise<MandateRow | null> {
  const [row] = await sql<MandateRow[]>`
    select ${mandateColumns(sql)} from mandates
    where merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode} order by id desc limit 1`;
  return row ?? null;
}

/**
 * Records that nothing about these mandates is forgotten up to this recovery. Internal: the version does not
 * change.
 */
export async function setRecoveredThrough(sql: Db, ids: readonly string[], recovery: number): Promise<void> {
  if (ids.length === 0) return;
  // Locked in id order, as everywhere: two batches cannot deadlock.
  await sql`
    with proven as (
      select id from mandates where id = any(${ids as string[]}::text[]) and recovered_through < ${recovery} order by id for update)
    update mandates set recovered_through = ${recovery} where id in (select id from proven)`;
}
