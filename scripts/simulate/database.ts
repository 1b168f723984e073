import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../server/db/connect.ts';
import { startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';

const TEMPLATE = 'simulation_template';

/** A Postgres server of the simulation's own, on which each run gets a database. */
export interface SimulationServer {
  url: string;
  stop(): Promise<void>;
}

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
  return withDatabase(serverUrl, name);
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, `drop database if exists ${name} with (force)`);
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const sql = connect(serverUrl, { max: 1, applicationName: 'autopay-simulate' });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
