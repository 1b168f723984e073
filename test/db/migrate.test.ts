import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate, MigrationError } from '../../server/db/migrate.ts';
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

it('stops at a database that a newer version has migrated', async () => {
  await migrate(database.url, directory);
  await rm(join(directory, '0002_one_thing.sql'));
  await expect(migrate(database.url, directory)).rejects.toThrow(/migration 2 \(one_thing\).*newer version/);
});

it('takes back the whole of a file that fails, and goes on from there once it is mended', async () => {
  await write('0003_broken.sql', 'insert into things values (3); select no_such_function();');
  await expect(migrate(database.url, directory)).rejects.toThrow(/no_such_function/);
  expect(await things()).toEqual([{ id: 1 }]);
  await write('0003_broken.sql', 'insert into things values (4);');
  expect(await migrate(database.url, directory)).toEqual([3]);
  expect(await things()).toEqual([{ id: 1 }, { id: 4 }]);
});

it('refuses a hole in the numbers and a name it cannot read', async () => {
  await write('0004_later.sql', 'select 1;');
  await expect(migrate(database.url, directory)).rejects.toThrow(MigrationError);
  await cp(join(directory, '0004_later.sql'), join(directory, '3-later.sql'));
  await expect(migrate(database.url, directory)).rejects.toThrow(/Expected a migration named 0003_name.sql/);
});

it('brings an empty database to the schema that the service needs', async () => {
  const service = await freshDatabase();
  expect(await migrate(service.url)).toEqual([]);
  await service.drop();
});
