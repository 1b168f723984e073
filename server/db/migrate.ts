import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger as WorkerLogger, runMigrations } from 'graphile-worker';
import { connect, type Db, type Sql, type Tx } from './connect.ts';
import { compareSchema, type Migration, MigrationError, type AppliedMigration } from './schema-window.ts';

const MIGRATIONS_DIR = join(import.meta.dirname, 'migrations');
const FILE_NAME = /^([0-9]{4})_([a-z0-9_]+)\.sql$/;
/** A line of a migration that code of an older schema does not survive. */
const BREAKS = /^-- breaks-code-before: ([0-9]{4})$/m;
/** Any number that nothing else locks in this database: "autopay" in ASCII. */
const LOCK_ID = 0x6175746f706179n;

/** As long as a process counts as alive without a beat; then others take over what it held. */
const ALIVE_SECONDS = 10;

/**
 * Migrates the database at `url` to the newest schema, the job queue's included, and returns the versions
 * applied. Each file of `directory` (`0001_name.sql`) runs once, in order, in its own transaction; there is
 * no rollback, only a further file. Processes that start together take turns. A database that is newer than this code is left as it is,
 * if its migrations let this code work. Throws a MigrationError, and stops, if they do not, if an applied file was edited since, or if a
 * running process would not survive a file.
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

/** Throws a MigrationError unless this code can work with the schema of the database as it is. Changes nothing. */
export async function requireSchema(url: string, directory: string = MIGRATIONS_DIR): Promise<void> {
  const sql = connect(url, { max: 1, applicationName: 'autopay-migrate' });
  try {
    const { kind, found } = await lookAtMigrations(sql, directory);
    if (kind === 'behind')
      throw new MigrationError(
        `The database is older than this version of the code: ${found}. Run npm run migrate with this version, then start again.`,
      );
    if (kind === 'other') throw new MigrationError(found);
  } finally {
    await sql.end();
  }
}

/**
 * How the schema of a database stands against this code's files. `ahead`: newer, and this code works with it. `other`: this code must not
 * run on it. Changes nothing.
 */
export async function lookAtMigrations(
  sql: Sql,
  directory: string = MIGRATIONS_DIR,
): Promise<{ kind: 'current' | 'behind' | 'ahead' | 'other'; found: string }> {
  const migrations = await readMigrations(directory);
  const [table] = await sql`select to_regclass('schema_migrations') as name`;
  if (table!['name'] === null) return { kind: 'behind', found: 'none were run' };
  try {
    const { missing, newer } = compareSchema(await listApplied(sql), migrations);
    if (missing.length > 0)
      return { kind: 'behind', found: `${missing.length} of ${migrations.length} were not run yet` };
    if (newer.length === 0) return { kind: 'current', found: `all ${migrations.length} were run` };
    return {
      kind: 'ahead',
      found: `all ${migrations.length} were run, and ${newer.length} of a newer version`,
    };
  } catch (error) {
    if (error instanceof MigrationError) return { kind: 'other', found: error.message };
    throw error;
  }
}

/** The number of the newest migration that this code knows. */
export async function schemaVersion(directory: string = MIGRATIONS_DIR): Promise<number> {
  return (await readMigrations(directory)).at(-1)?.version ?? 0;
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
  await tx`alter table schema_migrations add column if not exists breaks_code_before int not null default 0`;
  const next = compareSchema(await listApplied(tx), migrations).missing[0];
  if (!next) return null;
  await requireNoneBroken(tx, next);
  await tx.unsafe(next.text).simple();
  await tx`
    insert into schema_migrations (version, name, sha256, breaks_code_before)
    values (${next.version}, ${next.name}, ${next.sha256}, ${next.breaksCodeBefore})`;
  return next.version;
}

/** What the database says was run. One that was migrated by older code alone has not the last column yet. */
async function listApplied(db: Db): Promise<AppliedMigration[]> {
  return db<AppliedMigration[]>`
    select version, name, sha256, coalesce((to_jsonb(s) ->> 'breaks_code_before')::int, 0) as breaks_code_before
    from schema_migrations s order by version`;
}

/** Throws a MigrationError if a process is alive whose code would not work after `next`. */
async function requireNoneBroken(tx: Tx, { version, name, breaksCodeBefore }: Migration): Promise<void> {
  if (breaksCodeBefore === 0) return;
  const [table] = await tx`select to_regclass('processes') as name`;
  if (table!['name'] === null) return;
  // Rows of code that did not write its version yet, or before there was the column, count as the oldest.
  const [{ alive }] = await tx<[{ alive: number }]>`
    select count(*)::int as alive from processes p
    where seen_at > clock_timestamp() - make_interval(secs => ${ALIVE_SECONDS})
      and coalesce((to_jsonb(p) ->> 'schema_version')::int, 0) < ${breaksCodeBefore}`;
  if (alive === 0) return;
  const they = alive === 1 ? 'one process that runs' : `${alive} processes that run`;
  throw new MigrationError(
    `Migration ${version} (${name}) would break ${they} an older version. Stop every process of it, wait for ${ALIVE_SECONDS} seconds, then start again. Nothing of this migration was changed.`,
  );
}

/** graphile-worker manages its own tables in the schema `graphile_worker`, through its own connection. */
async function migrateJobQueue(url: string): Promise<void> {
  await runMigrations({ connectionString: url, maxPoolSize: 2, logger: new WorkerLogger(() => () => {}) });
}

/** The files in order of their numbers, which may leave gaps: each stands for a state of the schema that contains all before it. */
async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    names.map(async (fileName) => {
      const [, version, name] = FILE_NAME.exec(fileName) ?? [];
      if (!version || !name)
        throw new MigrationError(`Expected a migration named 0001_name.sql, found ${fileName}.`);
      // A checkout on Windows may have other line endings, and is the same migration.
      const text = (await readFile(join(directory, fileName), 'utf8')).replaceAll('\r\n', '\n');
      return {
        version: Number(version),
        name,
        sha256: createHash('sha256').update(text).digest('hex'),
        breaksCodeBefore: Number(BREAKS.exec(text)?.[1] ?? 0),
        text,
      };
    }),
  );
  migrations.forEach(({ version }, index) => {
    if (version === migrations[index - 1]?.version)
      throw new MigrationError(
        `Two migrations have the number ${version}: ${names[index - 1]} and ${names[index]}.`,
      );
  });
  return migrations;
}
