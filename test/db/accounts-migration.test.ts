import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../server/db/migrate.ts';
import { emptyDatabase, type FreshDatabase } from '../support/postgres.ts';

const MIGRATIONS = join(import.meta.dirname, '../../server/db/migrations');

let database: FreshDatabase;
let directory: string;
beforeAll(async () => {
  database = await emptyDatabase();
  directory = await mkdtemp(join(tmpdir(), 'autopay-before-accounts-'));
  for (const file of (await readdir(MIGRATIONS)).sort()) {
    if (file.endsWith('_accounts.sql')) break;
    await cp(join(MIGRATIONS, file), join(directory, file));
  }
  await migrate(database.url, directory);
  await database.sql`
    insert into merchants (id, name, email, password_hash, created_at) values
      ('mer_coffee', 'Coffee', 'coffee@shop.example', 'hash of coffee', 10),
      ('mer_keysonly', 'Keys only', null, null, 20)`;
  await insertSession('ses_before', 'mer_coffee');
  await migrate(database.url);
});
afterAll(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

/** As code without accounts does it. */
const insertSession = (id: string, merchantId: string) => database.sql`
  insert into sessions (id, merchant_id, token_hash, created_at, expires_at)
  values (${id}, ${merchantId}, sha256(${id}::bytea), 1, 2)`;
const sessionOf = async (id: string) =>
  (await database.sql`select account_id, merchant_id from sessions where id = ${id}`)[0];
const people = () => database.sql`
  select a.id, a.email, a.password_hash, p.merchant_id, p.role from accounts a join memberships p on p.account_id = a.id
  order by a.id collate "C"`;

const COFFEE = {
  id: 'acc_coffee',
  email: 'coffee@shop.example',
  passwordHash: 'hash of coffee',
  merchantId: 'mer_coffee',
  role: 'owner',
};

test('who signed a merchant up owns it, with the same password, and stays signed in', async () => {
  expect(await people()).toEqual([COFFEE]);
  expect(await sessionOf('ses_before')).toEqual({ accountId: 'acc_coffee', merchantId: 'mer_coffee' });
});

describe('a process of the version before, beside new ones', () => {
  const claim = (id: string, email: string) =>
    database.sql`update merchants set email = ${email}, password_hash = 'hash' where id = ${id} and email is null`;

  test('signs people up and in, who then have an account', async () => {
    await database.sql`insert into merchants (id, name, created_at) values ('mer_late', 'Late', 30)`;
    await claim('mer_late', 'late@shop.example');
    await insertSession('ses_late', 'mer_late');
    expect((await people())[1]).toMatchObject({ id: 'acc_late', merchantId: 'mer_late', role: 'owner' });
    expect(await sessionOf('ses_late')).toEqual({ accountId: 'acc_late', merchantId: 'mer_late' });
  });

  test("refuses a new person's e-mail address, and a merchant that a new person is in, as it refuses a taken address", async () => {
    await database.sql`insert into accounts (id, email, created_at) values ('acc_new', 'new@shop.example', 40)`;
    await expect(claim('mer_keysonly', 'new@shop.example')).rejects.toMatchObject({
      code: '23505',
      constraint_name: 'merchants_email_key',
    });
    await database.sql`
      insert into memberships (account_id, merchant_id, role, created_at, chosen_at)
      values ('acc_new', 'mer_keysonly', 'owner', 40, 40)`;
    await expect(claim('mer_keysonly', 'other@shop.example')).rejects.toMatchObject({ code: '23505' });
  });
});
