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

describe('the sign-in that a process of the version before reads', () => {
  let made = 0;
  /** Somebody who signed up before accounts. */
  async function old() {
    made += 1;
    const [merchantId, accountId, email] = [`mer_old${made}`, `acc_old${made}`, `old${made}@shop.example`];
    await database.sql`insert into merchants (id, name, created_at) values (${merchantId}, 'Old', 50)`;
    await database.sql`update merchants set email = ${email}, password_hash = 'old hash' where id = ${merchantId}`;
    const read = async () =>
      (await database.sql`select email, password_hash from merchants where id = ${merchantId}`)[0];
    expect(await read()).toEqual({ email, passwordHash: 'old hash' });
    return { merchantId, accountId, email, read };
  }
  const NONE = { email: null, passwordHash: null };

  test.each<[string, (person: Awaited<ReturnType<typeof old>>) => Promise<unknown>]>([
    [
      'password',
      ({ accountId }) => database.sql`update accounts set password_hash = 'new hash' where id = ${accountId}`,
    ],
    [
      'e-mail address',
      ({ accountId }) =>
        database.sql`update accounts set email = ${`new-${accountId}@shop.example`} where id = ${accountId}`,
    ],
    [
      'second factor',
      ({ accountId }) => database.sql`update accounts set second_factor_since = 60 where id = ${accountId}`,
    ],
    [
      'role',
      ({ accountId }) => database.sql`update memberships set role = 'viewer' where account_id = ${accountId}`,
    ],
    ['membership', ({ accountId }) => database.sql`delete from memberships where account_id = ${accountId}`],
    ['account', ({ accountId }) => database.sql`delete from accounts where id = ${accountId}`],
  ])("is gone with a change of the %s, and nobody else's is", async (_what, change) => {
    const [person, other] = [await old(), await old()];
    await change(person);
    expect(await person.read()).toEqual(NONE);
    expect(await other.read()).toEqual({ email: other.email, passwordHash: 'old hash' });
  });

  test('stays while the account says the same', async () => {
    const { accountId, email, read } = await old();
    await database.sql`update accounts set email = email, password_hash = password_hash where id = ${accountId}`;
    await database.sql`update memberships set chosen_at = 70 where account_id = ${accountId}`;
    expect(await read()).toEqual({ email, passwordHash: 'old hash' });
  });

  test('was read just before a second factor was added: new processes ask for it', async () => {
    const { merchantId, accountId } = await old();
    await insertSession(`ses_free_${merchantId}`, merchantId);
    await database.sql`alter table accounts disable trigger forget_old_sign_in_on_change`;
    await database.sql`update accounts set second_factor_since = 60 where id = ${accountId}`;
    await database.sql`alter table accounts enable trigger forget_old_sign_in_on_change`;
    await insertSession(`ses_late_${merchantId}`, merchantId);
    const due = await database.sql`
      select second_factor_due from sessions where merchant_id = ${merchantId} order by id`;
    expect(due).toEqual([{ secondFactorDue: false }, { secondFactorDue: true }]);
  });
});

test('the migration takes away what accounts have changed before it', async () => {
  const fresh = await emptyDatabase();
  const before = await mkdtemp(join(tmpdir(), 'autopay-before-old-sign-ins-'));
  try {
    for (const file of (await readdir(MIGRATIONS)).sort()) {
      if (file.endsWith('_old_sign_ins.sql')) break;
      await cp(join(MIGRATIONS, file), join(before, file));
    }
    await migrate(fresh.url, before);
    for (const name of ['same', 'password', 'email', 'factor', 'left']) {
      await fresh.sql`insert into merchants (id, name, created_at) values (${`mer_${name}`}, 'Old', 50)`;
      await fresh.sql`
        update merchants set email = ${`${name}@shop.example`}, password_hash = 'old hash' where id = ${`mer_${name}`}`;
    }
    await fresh.sql`update accounts set password_hash = 'new hash' where id = 'acc_password'`;
    await fresh.sql`update accounts set email = 'new@shop.example' where id = 'acc_email'`;
    await fresh.sql`update accounts set second_factor_since = 60 where id = 'acc_factor'`;
    await fresh.sql`delete from memberships where account_id = 'acc_left'`;
    await migrate(fresh.url);
    expect(await fresh.sql`select id, email, password_hash from merchants where email is not null`).toEqual([
      { id: 'mer_same', email: 'same@shop.example', passwordHash: 'old hash' },
    ]);
  } finally {
    await fresh.drop();
    await rm(before, { recursive: true });
  }
});
