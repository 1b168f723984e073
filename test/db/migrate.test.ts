import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lookAtMigrations, migrate, requireSchema } from '../../server/db/migrate.ts';
import { MigrationError } from '../../server/db/schema-window.ts';
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../support/postgres.ts';

let database: FreshDatabase;
let directory: string;

beforeEach(async () => {
  database = await emptyDatabase();
  directory = await mkdtemp(join(tmpdir(), 'autopay-migrations-'));
  // Slow enough for a second process to arrive in between.
  await write('0001_things.sql', 'create table things (id int primary key); select pg_sleep(0.3);');
  await write('0002_one_thing.sql', 'insert into things values (1);');
});

afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(directory, name), text);
const things = () => database.sql`select id from things order by id`;

it('applies each file once, in order, when three processes start at once', async () => {
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database.url, directory)));
  expect(applied.flat().sort()).toEqual([1, 2]);
  expect(await things()).toEqual([{ id: 1 }]);
});

it('installs the job queue', async () => {
  await migrate(database.url, directory);
  const [row] = await database.sql`select to_regclass('graphile_worker._private_jobs') is not null as there`;
  expect(row).toEqual({ there: true });
});

it('changes nothing when there is nothing to do', async () => {
  expect(await migrate(database.url, directory)).toEqual([1, 2]);
  expect(await migrate(database.url, directory)).toEqual([]);
});

it('stops at a file that was edited after it ran, before applying a newer one', async () => {
  await migrate(database.url, directory);
  await write('0002_one_thing.sql', 'insert into things values (2);');
  await write('0003_more.sql', 'insert into things values (3);');
  await expect(migrate(database.url, directory)).rejects.toThrow(/Migration 2 \(one_thing\) was edited/);
  expect(await things()).toEqual([{ id: 1 }]);
});

it('takes the line ends of another system for the same file', async () => {
  await write('0002_one_thing.sql', 'insert into things\nvalues (1);\n');
  await migrate(database.url, directory);
  await write('0002_one_thing.sql', 'insert into things\r\nvalues (1);\r\n');
  expect(await migrate(database.url, directory)).toEqual([]);
});

it('works on a database that a newer version has migrated, where its migrations let older code work', async () => {
  await write('0003_newer.sql', 'alter table things add column label text;');
  await write('0005_newest.sql', '-- breaks-code-before: 0002\ndrop table if exists earlier;');
  expect(await migrate(database.url, directory)).toEqual([1, 2, 3, 5]);
  await rm(join(directory, '0003_newer.sql'));
  await rm(join(directory, '0005_newest.sql'));
  expect(await migrate(database.url, directory)).toEqual([]);
  await requireSchema(database.url, directory);
  expect(await lookAtMigrations(database.sql, directory)).toEqual({
    kind: 'ahead',
    found: 'all 2 were run, and 2 of a newer version',
  });
});

it('stops at a database whose newer migrations this code would not survive', async () => {
  await write(
    '0003_newer.sql',
    '-- breaks-code-before: 0003\nalter table things rename column id to number;',
  );
  await migrate(database.url, directory);
  await rm(join(directory, '0003_newer.sql'));
  const refusal =
    /migration 3 \(newer\).*needs code that has migration 3, and the newest here is 2.*newer version/;
  await expect(migrate(database.url, directory)).rejects.toThrow(refusal);
  await expect(requireSchema(database.url, directory)).rejects.toThrow(refusal);
  expect((await lookAtMigrations(database.sql, directory)).kind).toBe('other');
});

it('stops at an older database where migrations are run apart, and says how', async () => {
  await expect(requireSchema(database.url, directory)).rejects.toThrow(
    /older than this version.*npm run migrate/,
  );
  await migrate(database.url, directory);
  await requireSchema(database.url, directory);
  await write('0003_more.sql', 'insert into things values (3);');
  await expect(requireSchema(database.url, directory)).rejects.toThrow(/1 of 3 were not run yet/);
});

it('a migration that breaks older code waits until no process of that code is alive', async () => {
  await write(
    '0003_processes.sql',
    'create table processes (id text primary key, seen_at timestamptz not null);',
  );
  await migrate(database.url, directory);
  const { sql } = database;
  // Of code from before processes told their version.
  await sql`insert into processes values ('first', clock_timestamp()), ('dead', clock_timestamp() - interval '11 seconds')`;
  await write('0004_versions.sql', 'alter table processes add column schema_version int;');
  expect(await migrate(database.url, directory)).toEqual([4]);
  await write(
    '0006_breaking.sql',
    '-- breaks-code-before: 0006\nalter table things rename column id to number;',
  );
  await expect(migrate(database.url, directory)).rejects.toThrow(/6 \(breaking\) would break one process/);
  expect(await things()).toEqual([{ id: 1 }]);
  await sql`update processes set schema_version = 4 where id = 'first'`;
  await expect(migrate(database.url, directory)).rejects.toThrow(/would break one process/);
  await sql`update processes set schema_version = 6 where id = 'first'`;
  expect(await migrate(database.url, directory)).toEqual([6]);
});

it('takes back the whole of a file that fails, and goes on from there once it is mended', async () => {
  await write('0003_broken.sql', 'insert into things values (3); select no_such_function();');
  await expect(migrate(database.url, directory)).rejects.toThrow(/no_such_function/);
  expect(await things()).toEqual([{ id: 1 }]);
  await write('0003_broken.sql', 'insert into things values (4);');
  expect(await migrate(database.url, directory)).toEqual([3]);
  expect(await things()).toEqual([{ id: 1 }, { id: 4 }]);
});

it('refuses a file below the newest that was run, two of one number, and a name it cannot read', async () => {
  await write('0004_later.sql', 'select 1;');
  expect(await migrate(database.url, directory)).toEqual([1, 2, 4]);
  await write('0003_late.sql', 'select 1;');
  await expect(migrate(database.url, directory)).rejects.toThrow(
    /3 \(late\) was never run, though 4 \(later\) was/,
  );
  await cp(join(directory, '0003_late.sql'), join(directory, '0004_again.sql'));
  await expect(migrate(database.url, directory)).rejects.toThrow(/Two migrations have the number 4/);
  await cp(join(directory, '0004_later.sql'), join(directory, '3-later.sql'));
  await expect(migrate(database.url, directory)).rejects.toThrow(MigrationError);
});

it('brings an empty database to the schema that the service needs', async () => {
  const service = await freshDatabase();
  expect(await migrate(service.url)).toEqual([]);
  await service.drop();
});
