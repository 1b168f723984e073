import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../server/db/migrate.ts';
import { emptyDatabase, type FreshDatabase } from '../support/postgres.ts';

const MIGRATIONS = join(import.meta.dirname, '../../server/db/migrations');

let database: FreshDatabase;
let directory: string;
beforeAll(async () => {
  database = await emptyDatabase();
  directory = await mkdtemp(join(tmpdir(), 'autopay-before-receipts-'));
  const files = (await readdir(MIGRATIONS)).sort();
  for (const file of files) {
    if (file.endsWith('_receipts.sql')) break;
    await cp(join(MIGRATIONS, file), join(directory, file));
  }
  await migrate(database.url, directory);
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

test('charges that settled before are numbered in order of settlement, for each merchant and mode, and the next one follows', async () => {
  await database.sql.begin(async (tx) => {
    // Merchants and mandates are not what this is about.
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into charges (id, position, merchant_id, livemode, mandate_id, period_index, amount, due_at, status, tx_signature, created_at, settled_at)
      select id, position, merchant_id, livemode, 'man_' || id, 0, 10, 1, 'succeeded', 'sig_' || id, 1, settled_at
      from (values
        ('chg_late', '1', 'mer_1', true, 300),
        ('chg_early', '2', 'mer_1', true, 100),
        ('chg_tied', '3', 'mer_1', true, 100),
        ('chg_test', '4', 'mer_1', false, 50),
        ('chg_other', '5', 'mer_2', true, 50)) rows (id, position, merchant_id, livemode, settled_at)`;
    await tx`
      insert into charges (id, position, merchant_id, livemode, mandate_id, period_index, amount, due_at, status, created_at)
      values ('chg_none', '6', 'mer_1', true, 'man_3', 0, 10, 1, 'skipped', 1)`;
  });
  await migrate(database.url);
  const rows = await database.sql<{ id: string; receiptNumber: number | null }[]>`
    select id, receipt_number from charges order by merchant_id, livemode, receipt_number`;
  expect(rows.map(({ id, receiptNumber }) => [id, receiptNumber])).toEqual([
    ['chg_test', 1],
    ['chg_early', 1],
    ['chg_tied', 2],
    ['chg_late', 3],
    ['chg_none', null],
    ['chg_other', 1],
  ]);
  const counters = await database.sql`
    select merchant_id, livemode, last_number from receipt_counters order by 1, 2`;
  expect(counters.map(({ merchantId, livemode, lastNumber }) => [merchantId, livemode, lastNumber])).toEqual([
    ['mer_1', false, 1],
    ['mer_1', true, 3],
    ['mer_2', true, 1],
  ]);
});
