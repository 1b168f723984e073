import type { Db } from '../db/connect.ts';

/** What is known of a mode's chain beyond its nodes. */
export interface ChainState {
  genesisHash: string;
  /** Real time: mandates recorded before it look a charge's reference up before signing. */
  recoverBefore: number | null;
  /** Block height when recovery was first acted on; null before that. */
  recoverHeight: number | null;
  /** Why no pull is signed; null while all is well. */
  haltedReason: string | null;
}

/** Whether the database may have forgotten charges of this mandate: it was recorded before the last recovery began. */
export function mayHaveForgotten(state: ChainState | null, { recordedAt }: { recordedAt: number }): boolean {
  return state !== null && state.recoverBefore !== null && recordedAt < state.recoverBefore;
}

/** The state of a mode's chain; null before its first start. */
export async function findChainState(sql: Db, livemode: boolean): Promise<ChainState | null> {
  const [row] = await sql<ChainState[]>`
    select genesis_hash, recover_before, recover_height, halted_reason from chains where livemode = ${livemode}`;
  return row ?? null;
}

/** Binds a mode to its chain at its first start. Later starts must find the same genesis hash. */
export async function bindChain(sql: Db, livemode: boolean, genesisHash: string): Promise<void> {
  await sql`insert into chains (livemode, genesis_hash) values (${livemode}, ${genesisHash}) on conflict do nothing`;
}

/** From now on every charge of a mandate recorded before `now` is looked up on chain before it is signed. */
export async function startRecovery(sql: Db, now: number): Promise<void> {
  await sql`update chains set recover_before = ${now}, recover_height = null`;
}

/** Notes the block height at which a recovery began; the first one stays. */
export async function noteRecoveryHeight(sql: Db, livemode: boolean, height: number): Promise<void> {
  await sql`update chains set recover_height = coalesce(recover_height, ${height}) where livemode = ${livemode}`;
}

/** Stops a chain's pulls until a person has looked; the first reason stays. */
export async function haltChain(sql: Db, livemode: boolean, reason: string): Promise<void> {
  await sql`update chains set halted_reason = coalesce(halted_reason, ${reason}) where livemode = ${livemode}`;
}

/** Which Postgres this is. A restore or a failover changes the timeline; another server, the system identifier. */
export interface PostgresIdentity {
  systemIdentifier: string;
  timelineId: number;
}

/** What Postgres says of itself now; the timeline is the one that it writes to, the first 8 hex digits of a WAL file's name. */
export async function readPostgresIdentity(sql: Db): Promise<PostgresIdentity> {
  const [row] = await sql<PostgresIdentity[]>`
    select system_identifier::text as system_identifier,
      ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint as timeline_id
    from pg_control_system()`;
  return row!;
}

/** Notes which Postgres this is, and answers what was noted before; null at the first start. */
export async function exchangePostgresIdentity(
  sql: Db,
  identity: PostgresIdentity,
): Promise<PostgresIdentity | null> {
  const [before] = await sql<
    PostgresIdentity[]
  >`select system_identifier, timeline_id from postgres_identity`;
  await sql`
    insert into postgres_identity (system_identifier, timeline_id) values (${identity.systemIdentifier}, ${identity.timelineId})
    on conflict (singleton) do update set system_identifier = excluded.system_identifier, timeline_id = excluded.timeline_id`;
  return before ?? null;
}
