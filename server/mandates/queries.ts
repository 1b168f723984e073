import type { Address } from '@solana/kit';
import type { Db, Tx } from '../db/connect.ts';
import type { PageQuery } from '../db/page.ts';
import { ApiError } from '../errors/api-error.ts';
import { isId } from '../lib/ids.ts';
import type { Tenant } from '../merchants/tenant.ts';
import type { MandateStatus } from './machine.ts';

/** A row of `mandates`. Amounts in atomic units; times as the migration says. */
export interface MandateRow {
  id: string;
  merchantId: string;
  livemode: boolean;
  payer: Address;
  payee: Address;
  mint: Address;
  tokenProgram: 'token' | 'token-2022';
  decimals: number;
  amountPerPeriod: bigint;
  periodSeconds: number;
  maxPeriods: number | null;
  trialSeconds: number;
  sellMode: 'subscription' | 'once';
  status: MandateStatus;
  genesisHash: string;
  delegate: Address;
  reference: Address;
  planSignature: string | null;
  planPublishAt: number | null;
  clientSecretHash: Uint8Array;
  budget: bigint;
  pulled: bigint;
  periodsCharged: number;
  fundsSufficient: boolean;
  simulated: boolean;
  authorizationSlot: number | null;
  createdAt: number;
  startAt: number;
  activatedAt: number | null;
  anchorAt: number | null;
  expiresAt: number | null;
  expireWakeAt: number | null;
  instructionIssuedAt: number | null;
  watchAt: number | null;
  goneSeenAt: number | null;
  recordedAt: number;
  version: number;
}

/** Columns of MandateRow, in the order of the table. */
export function mandateColumns(sql: Db) {
  return sql`
    id, merchant_id, livemode, payer, payee, mint, token_program, decimals, amount_per_period, period_seconds, max_periods,
    trial_seconds, sell_mode, status, genesis_hash, delegate, reference, plan_signature, plan_publish_at, client_secret_hash,
    budget, pulled, periods_charged, funds_sufficient, simulated, authorization_slot, created_at, start_at, activated_at,
    anchor_at, expires_at, expire_wake_at, instruction_issued_at, watch_at, gone_seen_at, recorded_at, version`;
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

/** The mandate `id` whosever it is: for checkout, where the client_secret is the proof. Throws resource_missing. */
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

export async function insertMandate(tx: Tx, row: MandateRow): Promise<void> {
  await tx`insert into mandates ${tx(row as unknown as Record<string, string>)}`;
}

/** What an update may set. `version` grows by itself. */
export type MandateChange = Partial<
  Pick<
    MandateRow,
    | 'status'
    | 'planSignature'
    | 'planPublishAt'
    | 'budget'
    | 'pulled'
    | 'periodsCharged'
    | 'fundsSufficient'
    | 'authorizationSlot'
    | 'startAt'
    | 'activatedAt'
    | 'anchorAt'
    | 'expiresAt'
    | 'expireWakeAt'
    | 'watchAt'
    | 'goneSeenAt'
  >
>;

/** Changes a mandate that the caller holds locked, and answers the row as it is now. */
export async function updateMandate(tx: Tx, id: string, change: MandateChange): Promise<MandateRow> {
  const [row] = await tx<MandateRow[]>`
    update mandates set ${tx(change as Record<string, string>)}, version = version + 1
    where id = ${id} returning ${mandateColumns(tx)}`;
  return row!;
}

/** Notes that the payer was given something to sign, so that the watch looks for it from `watchAt` on. */
export async function markInstructionIssued(sql: Db, id: string, now: number): Promise<void> {
  await sql`
    update mandates set instruction_issued_at = coalesce(instruction_issued_at, ${now}), watch_at = coalesce(watch_at, ${now})
    where id = ${id}`;
}

/** Notes (or with null clears) when the delegate was first found gone. A private note: the version stays. */
export async function markGoneSeen(
  sql: Db,
  ids: readonly string[],
  goneSeenAt: number | null,
): Promise<void> {
  await sql`update mandates set gone_seen_at = ${goneSeenAt} where id = any(${ids as string[]}::text[])`;
}

export interface MandateFilter {
  status?: MandateStatus | undefined;
  payer?: string | undefined;
}

/** Newest first. */
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
      ${filter.payer === undefined ? sql`` : sql`and payer = ${filter.payer}`}
      ${query.olderThan === null ? sql`` : sql`and id < ${query.olderThan}`}
      ${query.newerThan === null ? sql`` : sql`and id > ${query.newerThan}`}
    order by id ${query.newerThan === null ? sql`desc` : sql`asc`} limit ${query.take}`;
}

/** The merchant's newest mandate, or null. */
export async function findNewestMandate(sql: Db, tenant: Tenant): Promise<MandateRow | null> {
  const [row] = await sql<MandateRow[]>`
    select ${mandateColumns(sql)} from mandates
    where merchant_id = ${tenant.merchantId} and livemode = ${tenant.livemode} order by id desc limit 1`;
  return row ?? null;
}

/** Payers' accounts that active mandates pull from, for the sweep that notices cancellations. */
export interface PulledAccount {
  payer: Address;
  mint: Address;
  tokenProgram: 'token' | 'token-2022';
}

/** Distinct (payer, mint) with an active mandate, in a stable order, after `after`. Crosses merchants on purpose. */
export function listPulledAccounts(
  sql: Db,
  livemode: boolean,
  after: { payer: string; mint: string },
  take: number,
): Promise<PulledAccount[]> {
  return sql<PulledAccount[]>`
    select distinct payer, mint, token_program from mandates
    where livemode = ${livemode} and status = 'active' and (payer, mint) > (${after.payer}, ${after.mint})
    order by payer, mint limit ${take}`;
}

/** A payer's other active mandates on one mint, and what is in flight for them. One delegate slot serves them all. */
export interface Commitment {
  mandateId: string;
  merchantId: string;
  /** Budget that is not pulled yet, atomic units; amounts in flight included. */
  remaining: bigint;
  /** Signed and not yet resolved, atomic units. */
  inFlight: bigint;
  /** Attempts ever made: with `remaining` it tells whether anything moved between two reads. */
  attempts: number;
  authorizationSlot: number | null;
  goneSeenAt: number | null;
}

/** Crosses merchants on purpose: the token account has one delegate slot for all of them. */
export function listCommitments(
  sql: Db,
  account: { livemode: boolean; payer: string; mint: string },
  exceptMandateId: string | null,
): Promise<Commitment[]> {
  return sql<Commitment[]>`
    select m.id as mandate_id, m.merchant_id, m.budget - m.pulled as remaining, m.authorization_slot, m.gone_seen_at,
      coalesce((select sum(a.amount) from attempts a where a.mandate_id = m.id and a.charge_id is not null and a.state = 'signed'), 0)
        as in_flight,
      (select count(*) from attempts a where a.mandate_id = m.id and a.charge_id is not null) as attempts
    from mandates m
    where m.livemode = ${account.livemode} and m.payer = ${account.payer} and m.mint = ${account.mint}
      and m.status = 'active' and m.id is distinct from ${exceptMandateId}
    order by m.id`;
}

/**
 * Serialises what is decided about one payer's delegate slot until `tx` ends: two mandates must not both be activated on
 * the cover of one approval.
 */
export async function lockPayerAccount(
  tx: Tx,
  account: { livemode: boolean; payer: string; mint: string },
): Promise<void> {
  const key = `payer-account/${account.livemode}/${account.payer}/${account.mint}`;
  await tx`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}

/** Signatures under the mandate's reference that need not be read again. */
export async function listExaminedSignatures(sql: Db, mandateId: string): Promise<Set<string>> {
  const rows = await sql<{ signature: string }[]>`
    select signature from examined_signatures where mandate_id = ${mandateId}
    union all select signature from authorizations where mandate_id = ${mandateId} and kind = 'payment'`;
  return new Set(rows.map((row) => row.signature));
}

export async function insertExaminedSignatures(
  sql: Db,
  mandateId: string,
  signatures: readonly string[],
): Promise<void> {
  if (signatures.length === 0) return;
  await sql`
    insert into examined_signatures (mandate_id, signature)
    select ${mandateId}, unnest(${signatures as string[]}::text[]) on conflict do nothing`;
}

/** An approval or payment found on chain. (signature, instructionIndex) counts for one mandate only. */
export interface AuthorizationRow {
  signature: string;
  instructionIndex: number;
  mandateId: string;
  kind: 'approval' | 'payment';
  amount: bigint;
  slot: number;
  recordedAt: number;
}

/** Counts an approval or payment for its mandate. Answers false when it was counted before, for this or another one. */
export async function insertAuthorization(tx: Tx, row: AuthorizationRow): Promise<boolean> {
  const rows = await tx`
    insert into authorizations ${tx(row as unknown as Record<string, string>)} on conflict do nothing returning signature`;
  return rows.length > 0;
}

/** Mandates whose expiry has come by real time `now`, earliest first. */
export function listMandatesToExpire(
  sql: Db,
  livemode: boolean,
  now: number,
  take: number,
): Promise<MandateRow[]> {
  return sql<MandateRow[]>`
    select ${mandateColumns(sql)} from mandates
    where livemode = ${livemode} and expire_wake_at <= ${now} order by expire_wake_at limit ${take}`;
}

/** Takes up to `take` mandates whose payer's signature is to be looked for, and leaves them to this caller until `until`. */
export function claimMandatesToWatch(
  sql: Db,
  livemode: boolean,
  { now, until, take }: { now: number; until: number; take: number },
): Promise<MandateRow[]> {
  return sql<MandateRow[]>`
    with due as (
      select id from mandates where livemode = ${livemode} and watch_at <= ${now}
      order by watch_at limit ${take} for update skip locked)
    update mandates set watch_at = ${until} where id in (select id from due) returning ${mandateColumns(sql)}`;
}

/** When a mandate is looked for on chain next, in real time; null for never again. A private note: the version stays. */
export async function setWatchAt(sql: Db, id: string, watchAt: number | null): Promise<void> {
  await sql`update mandates set watch_at = ${watchAt} where id = ${id}`;
}

/** Postpones an expiry that cannot be decided now, in real time. */
export async function postponeExpiry(sql: Db, id: string, expireWakeAt: number): Promise<void> {
  await sql`update mandates set expire_wake_at = ${expireWakeAt} where id = ${id} and expire_wake_at is not null`;
}

/** Takes up to `take` mandates whose plan is not on chain yet, and leaves them to this caller until `until`. */
export function claimPlansToPublish(
  sql: Db,
  livemode: boolean,
  { now, until, take }: { now: number; until: number; take: number },
): Promise<MandateRow[]> {
  return sql<MandateRow[]>`
    with due as (
      select id from mandates where livemode = ${livemode} and plan_publish_at <= ${now}
      order by plan_publish_at limit ${take} for update skip locked)
    update mandates set plan_publish_at = ${until} where id in (select id from due) returning ${mandateColumns(sql)}`;
}

/** Notes the transaction that published these mandates' plans; the first one counts. */
export async function recordPlanSignature(sql: Db, ids: readonly string[], signature: string): Promise<void> {
  await sql`
    update mandates set plan_signature = ${signature}, plan_publish_at = null, version = version + 1
    where id = any(${ids as string[]}::text[]) and plan_signature is null`;
}
