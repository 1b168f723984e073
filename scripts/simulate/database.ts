import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';

const TEMPLATE = 'simulation_template';

/** A Postgres server of the simulation's own, on which each run gets a database. */
export interface SimulationServer {
  url: string;
  stop(): Promise<void>;
}

/** Where a run keeps its data. */
export interface DatabaseNames {
  serverUrl: string;
  name: string;
  /** Of the database itself. */
  url: string;
}

/** The tables that the books are held against: which of them changed since they were last read is noted. */
export const WATCHED_TABLES = ['mandates', 'charges', 'refunds', 'attempts', 'events', 'chains'] as const;

const NOTE_CHANGES = `
  create schema simulated;
  create unlogged table simulated.changes (name text not null);
  create function simulated.note_change() returns trigger language plpgsql as $$ begin
    insert into simulated.changes values (tg_table_name);
    return null;
  end $$;
  ${WATCHED_TABLES.map(
    (name) => `create trigger simulated_change after insert or update or delete on ${name} for each row
      execute function simulated.note_change();`,
  ).join('\n')}`;

/** Worlds that are played side by side share a server, but must not wait for each other's transactions: a seed would play another trace next time. */
const OWN_TRANSACTIONS = `
  create function simulated.pg_snapshot_xmin(pg_snapshot) returns xid8 language sql as $$
    select coalesce(min(backend_xid::text::bigint)::text::xid8, pg_snapshot_xmax($1))
    from pg_stat_activity where datname = current_database()
  $$`;

/** Starts a real server, thrown away afterwards, with a migrated database to copy. */
export async function startServer(): Promise<SimulationServer> {
  const directory = await mkdtemp(join(tmpdir(), 'autopay-simulate-'));
  // As root the server runs as another user, who must pass through.
  await chmod(directory, 0o711);
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' };
  const server = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres'), settings });
  const url = withDatabase(server.url, TEMPLATE);
  await onServer(server.url, `create database ${TEMPLATE}`);
  await migrate(url);
  await onServer(url, NOTE_CHANGES);
  await onServer(url, OWN_TRANSACTIONS);
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** A fresh database for one run. Returns its URL. */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await onServer(serverUrl, `drop database if exists ${name} with (force)`);
  await onServer(serverUrl, `create database ${name} template ${TEMPLATE}`);
  await showTimeline(serverUrl, name, 1);
  return withDatabase(serverUrl, name);
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, `drop database if exists ${name} with (force)`);
  await onServer(serverUrl, `drop database if exists ${name}_dump with (force)`);
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Copies the database of a run as it is now. Nobody may be connected to it. */
export async function dumpDatabase({ serverUrl, name }: DatabaseNames): Promise<void> {
  await onServer(serverUrl, `drop database if exists ${name}_dump`);
  await onServer(serverUrl, `create database ${name}_dump template ${name}`);
}

/**
 * Puts the copy in the place of the database, as a restore or a replica that lagged does. Postgres then shows
 * `timeline`: a real promotion would take seconds, so the function that the service asks responds as it would
 * after one.
 */
export async function swapDatabase({ serverUrl, name }: DatabaseNames, timeline: number): Promise<void> {
  await onServer(serverUrl, `drop database ${name} with (force)`);
  await onServer(serverUrl, `create database ${name} template ${name}_dump`);
  await showTimeline(serverUrl, name, timeline);
}

/** Has the server name this timeline as the one that it writes to: the first 8 hex digits of a WAL file's name. */
async function showTimeline(serverUrl: string, name: string, timeline: number): Promise<void> {
  const digits = timeline.toString(16).padStart(8, '0');
  await onServer(withDatabase(serverUrl, name), 'create schema if not exists simulated');
  await onServer(
    withDatabase(serverUrl, name),
    `create or replace function simulated.pg_walfile_name(pg_lsn) returns text language sql
      as $$ select '${digits}0000000000000001' $$`,
  );
  await onServer(serverUrl, `alter database ${name} set search_path = simulated, pg_catalog, public`);
}

/** Runs `statement` over a connection of the simulation's own, which no fault touches. */
async function onServer(serverUrl: string, statement: string): Promise<void> {
  const { hostname, port } = new URL(serverUrl);
  const socket = async () => {
    const connection = createConnection(Number(port), hostname);
    await once(connection, 'connect');
    return connection;
  };
  const options = { max: 1, onnotice: () => {}, socket };
  const sql = postgres(serverUrl, options);
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
