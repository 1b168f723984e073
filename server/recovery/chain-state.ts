import type { Db, Tx } from '../db/connect.ts';
import { isSamePostgres, noteChangedPostgres } from './postgres-identity.ts';

/** What is known about a mode's chain beyond its nodes. */
export interface ChainState {
  genesisHash: string;
  /**
   * How many times the database may have been restored. Results read from the chain with an older number are
   * not acted on.
   */
  recovery: number;
  /**
   * Real time: for anything recorded before this, the chain is asked before signing. Null: never restored.
   */
  recoverBefore: number | null;
  /** Block height when the last recovery was first acted on; null before that. */
  recoverHeight: number | null;
  /** Why pulls are not signed; null while all is well. */
  haltedReason: string | null;
}

/**
 * Whether the database may have forgotten charges of this mandate: recorded before a recovery began, and not
 * proven since.
 */
export function mayHaveForgotten(
  state: ChainState | null,
  { recordedAt, recoveredThrough }: { recordedAt: number; recoveredThrough: number },
): boolean {
  if (state === null || state.recoverBefore === null) return false;
  return recordedAt < state.recoverBefore && recoveredThrough < state.recovery;
}

/** The state of a mode's chain; null before its first start. */
export async function findChainState(sql: Db, livemode: boolean): Promise<ChainState | null> {
  const row = await findRow(sql, livemode);
  return row?.state ?? null;
}

/**
 * The current state of a mode's chain. A replica that lagged may have replaced Postgres under a running
 * process: whoever calls this first notices, and a recovery begins in both modes. Only then does it take one
 * more statement.
 */
export async function currentChainState(
  sql: Db,
  livemode: boolean,
  realNow: number,
): Promise<ChainState | null> {
  const row = await findRow(sql, livemode);
  if (row === null || row.isSamePostgres) return row?.state ?? null;
  await recoverIfPostgresChanged(sql, realNow);
  return findChainState(sql, livemode);
}

async function findRow(
  sql: Db,
  livemode: boolean,
): Promise<{ state: ChainState; isSamePostgres: boolean } | null> {
  const [row] = await sql<(ChainState & { isSamePostgres: boolean })[]>`
    select genesis_hash, halted_reason, coalesce(number, 0) as recovery, before as recover_before, height as recover_height,
      ${isSamePostgres(sql)} as is_same_postgres
    from chains c left join lateral (
      select number, before, height from recoveries r where r.livemode = c.livemode order by number desc limit 1) last on true
    where c.livemode = ${livemode}`;
  if (row === undefined) return null;
  const { isSamePostgres: isSame, ...state } = row;
  return { state, isSamePostgres: isSame };
}

/** Binds a mode to its chain at its first start. Later starts must find the same genesis hash. */
export async function bindChain(sql: Db, livemode: boolean, genesisHash: string): Promise<void> {
  await sql`insert into chains (livemode, genesis_hash) values (${livemode}, ${genesisHash}) on conflict do nothing`;
}

/**
 * The next recovery of each mode. It covers the newest mandate too, in case its process's clock was ahead.
 */
function nextRecoveries(sql: Db, now: number) {
  return sql`
    select livemode,
      coalesce((select max(number) from recoveries r where r.livemode = c.livemode), 0) + 1,
      greatest(${now}, (select recorded_at from mandates order by id desc limit 1)) + 1,
      seen_slot
    from chains c`;
}

/** From now on the chain is asked about everything recorded before, before it is signed. */
export async function startRecovery(sql: Db, now: number): Promise<void> {
  await sql`insert into recoveries (livemode, number, before, from_slot) ${nextRecoveries(sql, now)}`;
}

/**
 * The same in one mode, for signatures that another deployment made from `fromSlot` on: null if that is not known, so that the chain is asked from its
 * beginning. Call it after what was recorded there is inserted here.
 */
export async function startRecoveryFrom(
  tx: Tx,
  livemode: boolean,
  { now, fromSlot }: { now: number; fromSlot: number | null },
): Promise<void> {
  await tx`
    insert into recoveries (livemode, number, before, from_slot)
    select mode.livemode, mode.number, mode.before, ${fromSlot}::bigint
    from (${nextRecoveries(tx, now)}) as mode (livemode, number, before, seen_slot) where mode.livemode = ${livemode}`;
}

/**
 * Begins a recovery if this Postgres is not the recorded one, and records it, in one statement. Returns
 * whether it did.
 */
export async function recoverIfPostgresChanged(sql: Db, now: number): Promise<boolean> {
  const begun = await sql`
    with changed as (${noteChangedPostgres(sql)})
    insert into recoveries (livemode, number, before, from_slot)
      ${nextRecoveries(sql, now)} where exists (select 1 from changed)
    returning 1`;
  return begun.length > 0;
}

/** A time at which the database may have been restored. */
export interface Recovery {
  number: number;
  /** Real time: signatures for anything recorded before this may be forgotten. */
  before: number;
  /** A slot finalized before anything was forgotten; null if none had been recorded. */
  fromSlot: number | null;
}

export function listRecoveries(sql: Db, livemode: boolean): Promise<Recovery[]> {
  return sql<Recovery[]>`
    select number, before, from_slot from recoveries where livemode = ${livemode} order by number`;
}

/**
 * Records a finalized slot, unless Postgres was replaced since the last record: then a recovery starts from
 * the older slot. The newest record in a restored database precedes everything that database has forgotten.
 */
export async function noteSeenSlot(sql: Db, livemode: boolean, slot: number): Promise<void> {
  await sql`
    update chains
    set seen_slot = greatest(seen_slot, ${slot}),
      seen_slot_at = case when ${slot} <= seen_slot then seen_slot_at else extract(epoch from clock_timestamp())::bigint end
    where livemode = ${livemode} and ${isSamePostgres(sql)}`;
}

/**
 * Records the block height at which the last recovery was first acted on, and returns the recorded one: the
 * first one stays.
 */
export async function noteRecoveryHeight(
  sql: Db,
  livemode: boolean,
  { recovery, height }: { recovery: number; height: number },
): Promise<number> {
  const [row] = await sql<[{ height: number }]>`
    update recoveries set height = coalesce(height, ${height}) where livemode = ${livemode} and number = ${recovery}
    returning height`;
  return row.height;
}

/** Halts a chain's pulls until a person has looked; the first reason stays. */
export async function haltChain(sql: Db, livemode: boolean, reason: string): Promise<void> {
  await sql`update chains set halted_reason = coalesce(halted_reason, ${reason}) where livemode = ${livemode}`;
}

/** Lets pulls of a chain be signed again that was halted for `reason`. False if it is not halted for that any more. */
export async function resumeChain(sql: Db, livemode: boolean, reason: string): Promise<boolean> {
  const rows = await sql`
    update chains set halted_reason = null where livemode = ${livemode} and halted_reason = ${reason} returning 1`;
  return rows.length > 0;
}
