import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger as WorkerLogger, runMigrations } from 'graphile-worker';
import { connect, type Sql, type Tx } from './connect.ts';

const MIGRATIONS_DIR = join(import.meta.dirname, 'migrations');
const FILE_NAME = /^([0-9]{4})_([a-z0-9_]+)\.sql$/;
/** Any number that nothing else locks in this database: "autopay" in ASCII. */
const LOCK_ID = 0x6175746f706179n;

/** The database and the code do not match. The message names the migration and what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

interface AppliedMigration {
  version: number;
  name: string;
  sha256: string;
}

interface Migration extends AppliedMigration {
  text: string;
}

/**
 * Migrates the database at `url` to the newest schema, the job queue's included, and returns the versions
 * applied. Each file of `directory` (`0001_name.sql`) runs once, in order, in its own transaction; there is
 * no rollback, only a further file. Processes that start together take turns. Throws a MigrationError, and
 * stops, if an applied file was edited since or the database is newer than this code.
 */
export async function migrate(url: string, directory: string = MIGRATIONS_DIR): Promise<number[]> {
  const migrations = await readMigrations(directory);
  const sql = connect(url, { max: 1, applicationName: 'autopay-migrate' });
  const applied: number[] = [];
  try {
    for (;;) {
      const version = await inTurn(sql, (tx) => applyNext(tx, migrations));
      if (version === null) break;
      applied.push(version);
    }
    await inTurn(sql, () => migrateJobQueue(url));
    return applied;
  } finally {
    await sql.end();
  }
}

/** How the schema of a database stands against this code's files. Changes nothing. */
export async function lookAtMigrations(
  sql: Sql,
  directory: string = MIGRATIONS_DIR,
): Promise<{ kind: 'current' | 'behind' | 'other'; found: string }> {
  const migrations = await readMigrations(directory);
  const [table] = await sql`select to_regclass('schema_migrations') as name`;
  if (table!['name'] === null) return { kind: 'behind', found: 'none were run' };
  const known = await sql<
    AppliedMigration[]
  >`select version, name, sha256 from schema_migrations order by version`;
  try {
    for (const row of known) assertUnchanged(row, migrations);
  } catch (error) {
    return { kind: 'other', found: (error as MigrationError).message };
  }
  const left = migrations.length - known.length;
  if (left > 0) return { kind: 'behind', found: `${left} of ${migrations.length} were not run yet` };
  return { kind: 'current', found: `all ${migrations.length} were run` };
}

/**
 * Runs `step` in a transaction while no other process does. The lock belongs to the transaction, not the
 * session: a connection that breaks and is replaced between two steps cannot continue without it.
 */
async function inTurn<T>(sql: Sql, step: (tx: Tx) => Promise<T>): Promise<T> {
  const result = await sql.begin(async (tx) => {
    // Building an index may take long, and so may waiting for the process that builds it.
    await tx`
      select set_config(name, '0', true)
      from unnest(array['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) name`;
    await tx`select pg_advisory_xact_lock(${LOCK_ID})`;
    return { value: await step(tx) };
  });
  return result.value as T;
}

/** Applies the first missing file and returns its version; null if there is none. */
async function applyNext(tx: Tx, migrations: readonly Migration[]): Promise<number | null> {
  await tx`
    create table if not exists schema_migrations (
      version int primary key,
      name text not null,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`;
  const known = await tx<
    AppliedMigration[]
  >`select version, name, sha256 from schema_migrations order by version`;
  for (const row of known) assertUnchanged(row, migrations);
  const next = migrations[known.length];
  if (!next) return null;
  await tx.unsafe(next.text).simple();
  await tx`insert into schema_migrations (version, name, sha256) values (${next.version}, ${next.name}, ${next.sha256})`;
  return next.version;
}

function assertUnchanged(
  { version, name, sha256 }: AppliedMigration,
  migrations: readonly Migration[],
): void {
  const file = migrations[version - 1];
  if (!file) {
    throw new MigrationError(
      `The database has migration ${version} (${name}), which this version of the code does not know. Start the newer version.`,
    );
  }
  if (file.sha256 !== sha256) {
    throw new MigrationError(
      `Migration ${version} (${name}) was edited after it ran on this database. Restore the file, and put the change into a new one.`,
    );
  }
}

/** graphile-worker manages its own tables in the schema `graphile_worker`, through its own connection. */
async function migrateJobQueue(url: string): Promise<void> {
  await runMigrations({ connectionString: url, maxPoolSize: 2, logger: new WorkerLogger(() => () => {}) });
}

/**
 * The files in order. Their numbers have no gaps, so that "the first n are applied" describes every database.
 */
async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (fileName, index) => {
      const [, version, name] = FILE_NAME.exec(fileName) ?? [];
      if (!version || !name || Number(version) !== index + 1) {
        throw new MigrationError(
          `Expected a migration named ${String(index + 1).padStart(4, '0')}_name.sql, found ${fileName}.`,
        );
      }
      // A checkout on Windows may have other line endings, and is the same migration.
      const text = (await readFile(join(directory, fileName), 'utf8')).replaceAll('\r\n', '\n');
      return {
        version: Number(version),
        name,
        sha256: createHash('sha256').update(text).digest('hex'),
        text,
      };
    }),
  );
}
