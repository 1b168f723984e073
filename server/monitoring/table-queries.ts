import type { Sql, Tx } from '../db/connect.ts';
import { firstIdOf } from '../lib/ids.ts';

/** Counts stop here: beyond it something is wrong anyway, and reading stays as cheap on any table. */
export const MOST_COUNTED = 10_000;
/** Scrapers wait 10 s by default. */
const STATEMENT_MS = 3_000;
const HOUR_SECONDS = 3_600;

/** What the tables of one mode say. Ages in seconds, 0 where there is nothing. */
export interface ModeReading {
  livemode: boolean;
  due: { count: number; oldestSeconds: number };
  charges: { scheduled: number; processing: number; retrying: number; succeeded: number };
  /** Within the last hour. */
  failures: { failed: number; abandoned: number; skipped: number };
  unknownAttempts: { count: number; oldestSeconds: number };
  exhaustedDeliveries: number;
  /** Null before the first start with a chain. */
  chain: { isHalted: boolean; seenSlot: number | null } | null;
  rent: { plans: bigint; sponsored: bigint };
  /** The last day that was held against the chain; null if none was. */
  reconciled: { finishedAt: number; toAt: number; checked: number; mismatches: number } | null;
}

/** What the tables say of both modes together. */
export interface TableReading {
  modes: ModeReading[];
  deliveries: { pending: number; oldestDueSeconds: number };
  jobs: { ready: number; oldestSeconds: number };
  processes: { role: string; version: string; count: number }[];
}

/**
 * Reads the gauges of `modes` at real time `now`. Each statement reads one row, or at most 10,000 by an index. Throws if Postgres takes longer
 * than 3 s for one.
 */
export function readTables(db: Sql, modes: readonly boolean[], now: number): Promise<TableReading> {
  return db.begin('read only', async (tx) => {
    // A limit makes the planner hope to find rows soon by reading the table; those that are left to do may be its last ones.
    await tx`
      select set_config(name, value, true)
      from (values ('statement_timeout', ${String(STATEMENT_MS)}), ('enable_seqscan', 'off'), ('enable_bitmapscan', 'off')) settings (name, value)`;
    const readings: ModeReading[] = [];
    for (const livemode of modes) readings.push(await readMode(tx, livemode, now));
    return {
      modes: readings,
      deliveries: await readDeliveries(tx, now),
      jobs: await readJobs(tx),
      processes: await readProcesses(tx),
    };
  }) as Promise<TableReading>;
}

async function readMode(tx: Tx, livemode: boolean, now: number): Promise<ModeReading> {
  return {
    livemode,
    due: await readDue(tx, livemode, now),
    charges: await countCharges(tx, livemode),
    failures: await countFailures(tx, livemode, now),
    unknownAttempts: await readUnknownAttempts(tx, livemode, now),
    exhaustedDeliveries: await countExhausted(tx, livemode, now),
    chain: await findChain(tx, livemode),
    rent: await sumRent(tx, livemode),
    reconciled: await findReconciled(tx, livemode),
  };
}

/**
 * Charges that a worker could take up now, and how late the oldest is. A fault of ours moves `wake_at`, and not when the charge fell due. How late a charge
 * is whose merchant has moved its test clock nobody can tell: a jump makes it late by as much. It is counted, without an age.
 */
async function readDue(tx: Tx, livemode: boolean, now: number): Promise<ModeReading['due']> {
  const [row] = await tx<[{ count: number; since: number | null }]>`
    select count(*) as count, min(least(c.wake_at, c.next_attempt_at)) filter (where c.livemode or m.clock_offset_seconds = 0) as since
    from (
      select merchant_id, livemode, wake_at, next_attempt_at from charges
      where livemode = ${livemode} and wake_at <= ${now} order by wake_at limit ${MOST_COUNTED}) c
    join merchants m on m.id = c.merchant_id`;
  return { count: row.count, oldestSeconds: ageOf(row.since, now) };
}

/** Succeeded: all there ever were, since receipts are numbered without gaps. */
async function countCharges(tx: Tx, livemode: boolean): Promise<ModeReading['charges']> {
  const [row] = await tx<[ModeReading['charges']]>`
    select
      (select count(*) from (
        select status from charges where livemode = ${livemode} and wake_at is not null limit ${MOST_COUNTED}) c
        where status = 'scheduled') as scheduled,
      (select count(*) from (
        select 1 from charges where livemode = ${livemode} and status = 'processing' limit ${MOST_COUNTED}) c) as processing,
      (select count(*) from (
        select 1 from charges where livemode = ${livemode} and status = 'retrying' limit ${MOST_COUNTED}) c) as retrying,
      (select coalesce(sum(last_number), 0)::bigint from receipt_counters where livemode = ${livemode}) as succeeded`;
  return row;
}

async function countFailures(tx: Tx, livemode: boolean, now: number): Promise<ModeReading['failures']> {
  const since = firstIdOf('event', (now - HOUR_SECONDS) * 1000);
  const count = (type: string) => tx`
    (select count(*) from (
      select 1 from events where livemode = ${livemode} and type = ${type}
        and type in ('charge.failed', 'charge.abandoned', 'charge.skipped') and position >= ${since} limit ${MOST_COUNTED}) e)`;
  const [row] = await tx<[ModeReading['failures']]>`
    select ${count('charge.failed')} as failed, ${count('charge.abandoned')} as abandoned, ${count('charge.skipped')} as skipped`;
  return row;
}

/** Those in flight are few, and in an index of their own. */
async function readUnknownAttempts(
  tx: Tx,
  livemode: boolean,
  now: number,
): Promise<ModeReading['unknownAttempts']> {
  const [row] = await tx<[{ count: number; since: number | null }]>`
    select count(*) as count, min(signed_at) as since from (
      select livemode, signed_at from attempts where state = 'signed' limit ${MOST_COUNTED}) a
    where livemode = ${livemode}`;
  return { count: row.count, oldestSeconds: ageOf(row.since, now) };
}

/** Of the deliveries that were made within a day and an hour: retries end after 28 hours. */
async function countExhausted(tx: Tx, livemode: boolean, now: number): Promise<number> {
  const since = firstIdOf('webhookDelivery', (now - 48 * HOUR_SECONDS) * 1000);
  const [row] = await tx<[{ count: number }]>`
    select count(*) as count from (
      select 1 from webhook_deliveries where livemode = ${livemode} and status = 'exhausted' and id >= ${since}
      limit ${MOST_COUNTED}) d`;
  return row.count;
}

async function findChain(tx: Tx, livemode: boolean): Promise<ModeReading['chain']> {
  const [row] = await tx<NonNullable<ModeReading['chain']>[]>`
    select halted_reason is not null as is_halted, seen_slot from chains where livemode = ${livemode}`;
  return row ?? null;
}

async function sumRent(tx: Tx, livemode: boolean): Promise<ModeReading['rent']> {
  const [row] = await tx<[ModeReading['rent']]>`
    select
      (select coalesce(sum(rent), 0) from subscription_plans
        where livemode = ${livemode} and id is null and status in ('wanted', 'open', 'ending')) as plans,
      (select coalesce(sum(rent), 0) from sponsored_accounts where livemode = ${livemode} and status <> 'closed') as sponsored`;
  return row;
}

async function findReconciled(tx: Tx, livemode: boolean): Promise<ModeReading['reconciled']> {
  const [row] = await tx<NonNullable<ModeReading['reconciled']>[]>`
    select finished_at, to_at, checked, mismatches from reconciliations
    where livemode = ${livemode} and finished_at is not null order by to_at desc limit 1`;
  return row ?? null;
}

/** How late the oldest is that could be sent now; one that waits for its next attempt is not late. */
async function readDeliveries(tx: Tx, now: number): Promise<TableReading['deliveries']> {
  const [row] = await tx<[{ pending: number; since: number | null }]>`
    select
      (select count(*) from (select 1 from webhook_deliveries where status = 'pending' limit ${MOST_COUNTED}) d) as pending,
      (select min(next_attempt_at) from webhook_deliveries where status = 'pending') as since`;
  return { pending: row.pending, oldestDueSeconds: ageOf(row.since, now) };
}

async function readJobs(tx: Tx): Promise<TableReading['jobs']> {
  const [row] = await tx<[{ ready: number; oldestSeconds: number }]>`
    select count(*) as ready, greatest(0, coalesce(extract(epoch from now() - min(run_at)), 0))::float8 as oldest_seconds
    from (
      select run_at from graphile_worker.jobs
      where locked_at is null and run_at <= now() and attempts < max_attempts limit ${MOST_COUNTED}) j`;
  return row;
}

function readProcesses(tx: Tx): Promise<TableReading['processes']> {
  return tx<TableReading['processes']>`
    select coalesce(role, 'unknown') as role, coalesce(code_version, 'unknown') as version, count(*) as count from processes
    where seen_at > clock_timestamp() - interval '10 seconds' group by 1, 2`;
}

function ageOf(since: number | null, now: number): number {
  return since === null ? 0 : Math.max(0, now - since);
}
