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
  directory = await mkdtemp(join(tmpdir(), 'autopay-before-settlements-'));
  for (const file of await readdir(MIGRATIONS)) {
    if (file < '0006') await cp(join(MIGRATIONS, file), join(directory, file));
  }
  await migrate(database.url, directory);
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

test('what settled before settlements were noted keeps its transaction to itself', async () => {
  await database.sql.begin(async (tx) => {
    // Merchants and mandates are not what this is about.
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into charges (id, merchant_id, livemode, mandate_id, period_index, amount, due_at, status, tx_signature, created_at, settled_at)
      select id, 'mer_1', true, mandate_id, period_index, 10, 1, 'succeeded', tx_signature, 1, settled_at
      from (values
        ('chg_pull', 'man_1', 0, 'pulled', 100),
        ('chg_again', 'man_2', 0, 'pulled', 200),
        ('chg_first', 'man_order', 0, 'paid', 100),
        ('chg_second', 'man_order', 1, 'paid', 100)) rows (id, mandate_id, period_index, tx_signature, settled_at)`;
    await tx`
      insert into charges (id, merchant_id, livemode, mandate_id, period_index, amount, due_at, status, created_at)
      values ('chg_none', 'mer_1', true, 'man_3', 0, 10, 1, 'skipped', 1)`;
    await tx`
      insert into authorizations (signature, instruction_index, mandate_id, kind, amount, slot, recorded_at)
      values ('paid', 4, 'man_order', 'payment', 10, 1, 100), ('paid', 2, 'man_order', 'payment', 10, 1, 100)`;
    await tx`
      insert into refunds (id, merchant_id, livemode, mandate_id, charge_id, amount, status, signer, tx_signature, created_at, recorded_at, settled_at)
      values ('ref_1', 'mer_1', true, 'man_1', 'chg_pull', 5, 'succeeded', 'payee', 'refunded', 1, 1, 300)`;
  });
  await migrate(database.url);
  const rows = await database.sql`
    select signature, instruction_index as at, coalesce(charge_id, refund_id) as settles from settlements order by 1, 2`;
  expect(rows.map(({ signature, at, settles }) => [signature, at, settles])).toEqual([
    ['paid', 2, 'chg_first'],
    ['paid', 4, 'chg_second'],
    // Two charges by one transaction were the mistake: the first keeps it.
    ['pulled', -1, 'chg_pull'],
    ['refunded', -1, 'ref_1'],
  ]);
  const positions = await database.sql`select count(*)::int as count from charges where position = id`;
  expect(positions[0]!.count).toBe(5);
});
