import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { connect, type Sql } from '../../server/db/connect.ts';
import { migrate } from '../../server/db/migrate.ts';
import { eventually } from './eventually.ts';

/** A database of a test's own. */
export interface FreshDatabase {
  url: string;
  sql: Sql;
  /** Drops it. Throws if somebody still has a connection to it, which the service would have leaked. */
  drop(): Promise<void>;
}

const TEMPLATE = 'autopay_template';

/** A new database with the newest schema, in about 50 ms: a copy of one that is migrated once per run. */
export async function freshDatabase(): Promise<FreshDatabase> {
  await withServer(ensureTemplate);
  return create(`template ${TEMPLATE}`);
}

/** A new database without any schema. */
export async function emptyDatabase(): Promise<FreshDatabase> {
  return create('template template0');
}

async function create(template: string): Promise<FreshDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await withServer((server) => server.unsafe(`create database ${name} ${template}`));
  const url = urlOf(name);
  const sql = connect(url, { max: 10, applicationName: 'autopay-test' });
  return {
    url,
    sql,
    drop: async () => {
      await sql.end({ timeout: 5 });
      await withServer(async (server) => {
        // The server takes a moment to notice that a client disconnected.
        const hungUp = eventually(async () => (await listClients(server, name)).length === 0, 20_000);
        const leaked = await hungUp.then(
          () => [],
          () => listClients(server, name),
        );
        await server.unsafe(`drop database ${name} with (force)`);
        if (leaked.length > 0) throw new Error(`Connections were leaked: ${JSON.stringify(leaked)}`);
      });
    },
  };
}

/** Only the first caller of the run migrates it; test files that start together wait for that. */
async function ensureTemplate(server: Sql): Promise<void> {
  await server`select pg_advisory_lock(1)`;
  const [found] = await server`select 1 from pg_database where datname = ${TEMPLATE}`;
  if (found) return;
  const building = `${TEMPLATE}_${randomBytes(4).toString('hex')}`;
  await server.unsafe(`create database ${building}`);
  await migrate(urlOf(building));
  await eventually(async () => (await listClients(server, building)).length === 0);
  await server.unsafe(`alter database ${building} rename to ${TEMPLATE}`);
}

/** Who is connected to a database. Postgres' own workers are left out: autovacuum comes to any database that was written to. */
function listClients(server: Sql, database: string) {
  return server`
    select application_name, query from pg_stat_activity
    where datname = ${database} and backend_type = 'client backend'`;
}

function urlOf(database: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${database}`;
  return url.href;
}

async function withServer<T>(use: (server: Sql) => Promise<T>): Promise<T> {
  const server = connect(inject('postgresUrl'), { max: 1, applicationName: 'autopay-test-server' });
  try {
    return await use(server);
  } finally {
    await server.end();
  }
}
