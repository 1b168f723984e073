import type { Db } from '../db/connect.ts';

/**
 * Identifies a Postgres. A restore or failover changes the timeline; another server, the system identifier.
 */
export interface PostgresIdentity {
  systemIdentifier: string;
  timelineId: number;
}

/**
 * The identity as Postgres reports it; the timeline is the one it writes to, the first 8 hex digits of a WAL
 * file's name.
 */
function identity(sql: Db) {
  return sql`
    select system_identifier::text as system_identifier,
      ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint as timeline_id
    from pg_control_system()`;
}

/**
 * For a select list: whether the responding Postgres is the recorded one. Both sides are read in the same
 * server.
 */
export function isSamePostgres(sql: Db) {
  return sql`exists (
    select 1 from postgres_identity noted, (${identity(sql)}) as this
    where noted.system_identifier = this.system_identifier and noted.timeline_id = this.timeline_id)`;
}

/**
 * For a `with` list: records which Postgres this is. Returns a row only to the one transaction that changes
 * the record.
 */
export function noteChangedPostgres(sql: Db) {
  return sql`
    update postgres_identity noted set system_identifier = this.system_identifier, timeline_id = this.timeline_id
    from (${identity(sql)}) as this
    where (noted.system_identifier, noted.timeline_id) <> (this.system_identifier, this.timeline_id)
    returning 1`;
}

/** Records which Postgres this is, at the very first start. */
export async function noteFirstPostgres(sql: Db): Promise<void> {
  await sql`
    insert into postgres_identity (system_identifier, timeline_id) ${identity(sql)} on conflict (singleton) do nothing`;
}
