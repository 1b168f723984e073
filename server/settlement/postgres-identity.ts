import type { Db } from '../db/connect.ts';

/** Which Postgres this is. A restore or a failover changes the timeline; another server, the system identifier. */
export interface PostgresIdentity {
  systemIdentifier: string;
  timelineId: number;
}

/** What Postgres says of itself; the timeline is the one that it writes to, the first 8 hex digits of a WAL file's name. */
function identity(sql: Db) {
  return sql`
    select system_identifier::text as system_identifier,
      ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint as timeline_id
    from pg_control_system()`;
}

/** For a select list: whether the Postgres that answers is the one that was noted. Both sides are read in that very server. */
export function isSamePostgres(sql: Db) {
  return sql`exists (
    select 1 from postgres_identity noted, (${identity(sql)}) as this
    where noted.system_identifier = this.system_identifier and noted.timeline_id = this.timeline_id)`;
}

/** For a `with` list: notes which Postgres this is. It returns a row only to the one transaction that changes what was noted. */
export function noteChangedPostgres(sql: Db) {
  return sql`
    update postgres_identity noted set system_identifier = this.system_identifier, timeline_id = this.timeline_id
    from (${identity(sql)}) as this
    where (noted.system_identifier, noted.timeline_id) <> (this.system_identifier, this.timeline_id)
    returning 1`;
}

/** Notes which Postgres this is, at the first start of all. */
export async function noteFirstPostgres(sql: Db): Promise<void> {
  await sql`
    insert into postgres_identity (system_identifier, timeline_id) ${identity(sql)} on conflict (singleton) do nothing`;
}
